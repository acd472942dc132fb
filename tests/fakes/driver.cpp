// SPDX-License-Identifier: MIT
// A CUDA driver that runs nothing: the tests put it where the real library is looked for. What it
// does is chosen by FAKE_DRIVER: ok, no_device, denied, hang, crash, zero_clock, no_memory, bad_code.
// Its clock is made so that a single loop over the limits takes 949 + 13 n cycles, as on a Hopper
// card, whatever the "code" is; of W > 8 warps of a block it takes each 949 + 13 n W / 8, and each begins a cycle
// after the one before. FAKE_DEVICES says how many cards there are. The last ELF file that is
// loaded and ends in its table of sections is written to where FAKE_LOADED says.

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace {

std::string mode() {
  const char* text = std::getenv("FAKE_DRIVER");
  return text != nullptr ? text : "ok";
}

int devices() {
  const char* text = std::getenv("FAKE_DEVICES");
  return text != nullptr ? std::atoi(text) : 1;
}

constexpr int success = 0, out_of_memory = 2, no_device = 100, no_binary = 209, not_found = 500, not_ready = 600,
              launch_failed = 719, capture_unsupported = 900, denied = 999;
int launches = 0;
int entry = 0;
int recordings = 0;
bool recording_is_spoilt = false;

/// Memory of the card and pinned memory. What a caller that gives the card up leaves is freed with the library.
std::map<void*, std::unique_ptr<char[]>> blocks;

void* allocate(std::size_t size) {
  auto block = std::make_unique<char[]>(size);
  void* const place = block.get();
  blocks[place] = std::move(block);
  return place;
}

/// The kernel of the clock's self-test asks for other numbers than the benchmarks, and "single_loop_sync"
/// leaves a stamp and a word of data more than others.
constexpr int clock_test_entry = 1, leaves_more_entry = 2;

void write_clock_test(std::int64_t* timer) {
  for (int lane = 0; lane < 32; ++lane) {
    for (int row = 0; row < 8; ++row) timer[row * 32 + lane] = mode() == "zero_clock" ? 0 : 1000 + 4 * row;
    for (int row = 0; row < 4; ++row) timer[(8 + row) * 32 + lane] = 4 * (32 << row) + 6;
    timer[12 * 32 + lane] = timer[13 * 32 + lane] = 7;
  }
}

void write_spans(const std::int32_t* limits, std::int64_t* timer, unsigned warps) {
  int lowered = 0;
  for (int lane = 0; lane < 32; ++lane) lowered += limits[lane] < 32 ? 1 : 0;
  constexpr unsigned words_of_warp = 64 * 32;
  const unsigned eighths = warps > 8 ? warps : 8;
  for (unsigned warp = 0; warp < warps; ++warp)
    for (unsigned lane = 0; lane < 32; ++lane) {
      std::int64_t* span = timer + warp * words_of_warp + 2 * lane;
      span[0] = mode() == "zero_clock" ? 0 : 5000 + warp;
      span[1] = mode() == "zero_clock" ? 0 : 5000 + warp + 949 + 13 * static_cast<unsigned>(lowered) * eighths / 8;
    }
}

void keep(const void* image) {
  const char* path = std::getenv("FAKE_LOADED");
  const char* bytes = static_cast<const char*>(image);
  std::uint64_t sections = 0;
  if (path == nullptr || std::strncmp(bytes,
                                      "\x7F"
                                      "ELF",
                                      4) != 0)
    return;
  std::memcpy(&sections, bytes + 40, sizeof sections);
  if (sections != 0)
    std::ofstream(path).write(bytes,
                              static_cast<std::streamsize>(sections + 64u * static_cast<unsigned char>(bytes[60])));
}

}  // namespace

extern "C" {
int cuInit(unsigned) { return mode() == "no_device" ? no_device : mode() == "denied" ? denied : success; }
int cuDriverGetVersion(int* version) { return *version = 13000, success; }
int cuGetErrorName(int status, const char** name) {
  *name = status == no_device       ? "CUDA_ERROR_NO_DEVICE"
          : status == launch_failed ? "CUDA_ERROR_LAUNCH_FAILED"
          : status == out_of_memory ? "CUDA_ERROR_OUT_OF_MEMORY"
          : status == no_binary     ? "CUDA_ERROR_NO_BINARY_FOR_GPU"
                                    : "CUDA_ERROR_UNKNOWN";
  return success;
}
int cuGetErrorString(int, const char** text) { return *text = "as the fake driver was told", success; }
int cuDeviceGetCount(int* count) { return *count = devices(), success; }
int cuDeviceGet(int* device, int id) { return *device = id, success; }
int cuDeviceGetName(char* name, int size, int) {
  return std::strncpy(name, "Fake GPU", static_cast<std::size_t>(size)), success;
}
int cuDeviceGetAttribute(int* value, int which, int) {
  *value = which == 75 ? 9 : which == 76 ? 0 : which == 16 ? 132 : 1;
  return success;
}
/// NVRTC asks the driver for private tables, and does without them if there are none.
int cuGetExportTable(const void** table, const void*) { return *table = nullptr, not_found; }
int cuDeviceGetUuid(unsigned char (*uuid)[16], int device) {
  std::memset(*uuid, device, sizeof *uuid);
  return success;
}
int cuDeviceTotalMem_v2(std::size_t* bytes, int) { return *bytes = std::size_t{1} << 30, success; }
int cuDevicePrimaryCtxRetain(void** context, int) { return *context = &launches, success; }
int cuDevicePrimaryCtxRelease_v2(int) { return success; }
int cuCtxSetCurrent(void*) { return success; }
int cuModuleLoadData(void** module, const void* image) {
  keep(image);
  if (mode() == "bad_code") return no_binary;
  return *module = &launches, success;
}
int cuModuleUnload(void*) { return success; }
int cuModuleGetFunction(void** function, void*, const char* name) {
  if (std::strcmp(name, "missing") == 0) return not_found;
  entry = std::strcmp(name, "clock_test") == 0               ? clock_test_entry
          : std::strstr(name, "single_loop_sync") != nullptr ? leaves_more_entry
                                                             : 0;
  return *function = &entry, success;
}
int cuMemAlloc_v2(std::uint64_t* address, std::size_t size) {
  if (mode() == "no_memory") return out_of_memory;
  *address = reinterpret_cast<std::uint64_t>(allocate(size));
  return success;
}
int cuMemFree_v2(std::uint64_t address) { return blocks.erase(reinterpret_cast<void*>(address)), success; }
int cuMemHostAlloc(void** block, std::size_t size, unsigned) { return *block = allocate(size), success; }
int cuMemFreeHost(void* block) { return blocks.erase(block), success; }
int cuMemcpyHtoDAsync_v2(std::uint64_t to, const void* from, std::size_t size, void*) {
  return std::memcpy(reinterpret_cast<void*>(to), from, size), success;
}
int cuMemcpyDtoHAsync_v2(void* to, std::uint64_t from, std::size_t size, void*) {
  return std::memcpy(to, reinterpret_cast<void*>(from), size), success;
}
/// Waiting for the device while a stream is recorded into a graph makes the recording fail.
int cuCtxSynchronize() {
  if (recordings == 0) return success;
  recording_is_spoilt = true;
  return capture_unsupported;
}
int cuStreamIsCapturing(void*, int* status) { return *status = 0, success; }
void fake_record(int change) { recordings += change; }
int fake_recording_is_spoilt() { return recording_is_spoilt ? 1 : 0; }
int cuStreamCreate(void** stream, unsigned) { return *stream = &launches, success; }
int cuStreamDestroy_v2(void*) { return success; }
int cuStreamQuery(void*) {
  // The self-test and the first launches still work, so that something is kept.
  if (mode() == "hang" && launches > 40) return not_ready;
  if (mode() == "crash" && launches > 40) return launch_failed;
  return success;
}
int cuLaunchKernel(void*, unsigned, unsigned, unsigned, unsigned threads, unsigned, unsigned, unsigned, void*,
                   void** parameters, void**) {
  ++launches;
  const auto address = [&](int i) { return *static_cast<std::uint64_t*>(parameters[i]); };
  auto* timer = reinterpret_cast<std::int64_t*>(address(2));
  if (entry == clock_test_entry) write_clock_test(timer);
  else write_spans(reinterpret_cast<const std::int32_t*>(address(0)), timer, threads / 32);
  if (entry == leaves_more_entry) {
    timer[4 * 32 + 7] = 5123;
    const std::uint32_t not_a_number = 0x7fc00123;
    std::memcpy(reinterpret_cast<char*>(address(1)) + 40 * sizeof not_a_number, &not_a_number, sizeof not_a_number);
  }
  return success;
}

// What a capture asks: a kernel has one pointer as its parameter, and no variables. FAKE_CLUSTER is the width of the
// clusters that it was compiled for.
int cuMemcpyDtoH_v2(void* to, std::uint64_t from, std::size_t size) {
  return std::memcpy(to, reinterpret_cast<void*>(from), size), success;
}
int cuFuncGetParamInfo(void*, std::size_t index, std::size_t* offset, std::size_t* bytes) {
  constexpr int invalid_value = 1;
  if (index > 0) return invalid_value;
  return *offset = 0, *bytes = sizeof(void*), success;
}
int cuKernelGetParamInfo(void*, std::size_t, std::size_t*, std::size_t*) { return not_found; }
int cuKernelGetFunction(void**, void*) { return not_found; }
int cuKernelGetLibrary(void**, void*) { return not_found; }
int cuLibraryGetGlobal(std::uint64_t*, std::size_t*, void*, const char*) { return not_found; }
int cuFuncGetModule(void** module, void*) { return *module = &launches, success; }
int cuModuleGetGlobal_v2(std::uint64_t*, std::size_t*, void*, const char*) { return not_found; }
int cuFuncGetAttribute(int* value, int which, void*) {
  constexpr int required_cluster_width = 11, required_cluster_depth = 13;
  const char* width = std::getenv("FAKE_CLUSTER");
  const bool is_asked = width != nullptr && which >= required_cluster_width && which <= required_cluster_depth;
  *value = !is_asked ? 0 : which == required_cluster_width ? std::atoi(width) : 1;
  return success;
}
int cuCtxGetLimit(std::size_t* value, int) { return *value = 1024, success; }
}
