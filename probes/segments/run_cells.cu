// Launches kernels of cubins and prints the stamps that each leaves, and a hash of each other buffer, a JSON object a line:
//   nvcc -std=c++17 run_cells.cu -ldl -o run_cells && ./run_cells CELLS OUT [LAUNCHES]
// CELLS has a line a launch: NAME CUBIN KERNEL THREADS DYNAMIC_SHARED ARGUMENT ...; an argument is p:FILE (a buffer),
// z:BYTES (a buffer of zeroes), i:INT or q:INT64; g:BYTES is a gap, memory that moves the buffers behind it and is no
// argument. The last one is the timer. The first four launches warm up.
#include <cuda.h>
#include <dlfcn.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace {

constexpr int warm_up = 4;

void* driver() {
  static void* library = dlopen("libcuda.so.1", RTLD_NOW);
  return library;
}

template <class... Arguments>
CUresult call(const char* name, Arguments... arguments) {
  using Function = CUresult (*)(Arguments...);
  const auto function = reinterpret_cast<Function>(dlsym(driver(), name));
  return function == nullptr ? CUDA_ERROR_NOT_FOUND : function(arguments...);
}

struct Buffer {
  std::vector<char> bytes;
  CUdeviceptr device = 0;
};

struct Cell {
  std::string name, cubin, kernel;
  unsigned threads = 32, shared = 0;
  std::deque<Buffer> buffers;  // parameters point into both deques
  std::vector<CUdeviceptr> gaps;
  std::deque<long long> values;
  std::vector<void*> parameters;

  bool read(const std::string& line) {
    std::istringstream words(line);
    if (!(words >> name >> cubin >> kernel >> threads >> shared)) return false;
    for (std::string word; words >> word;) add(word[0], word.substr(2));
    return !buffers.empty();
  }

  void add(char kind, const std::string& text) {
    if (kind == 'i' || kind == 'q') {
      parameters.push_back(&values.emplace_back(std::atoll(text.c_str())));
      return;
    }
    if (kind == 'g') {
      call("cuMemAlloc_v2", &gaps.emplace_back(), static_cast<std::size_t>(std::atoll(text.c_str())));
      return;
    }
    Buffer& buffer = buffers.emplace_back();
    if (kind == 'p') {
      std::ifstream file(text, std::ios::binary);
      buffer.bytes.assign(std::istreambuf_iterator<char>(file), {});
    } else {
      buffer.bytes.assign(static_cast<std::size_t>(std::atoll(text.c_str())), 0);
    }
    call("cuMemAlloc_v2", &buffer.device, std::max<std::size_t>(buffer.bytes.size(), 256));
    parameters.push_back(&buffer.device);
  }
};

/// FNV-1a of what a buffer holds after the launch.
unsigned long long hash_of(Buffer& buffer) {
  std::vector<unsigned char> bytes(buffer.bytes.size());
  call("cuMemcpyDtoH_v2", static_cast<void*>(bytes.data()), buffer.device, bytes.size());
  unsigned long long hash = 14695981039346656037ull;
  for (const unsigned char byte : bytes) hash = (hash ^ byte) * 1099511628211ull;
  return hash;
}

/// Stamps of one launch, from the first one on. A stamp of 0 was not written.
CUresult launch(CUfunction kernel, Cell& cell, std::vector<long long>& stamps) {
  for (Buffer& buffer : cell.buffers)
    call("cuMemcpyHtoD_v2", buffer.device, static_cast<const void*>(buffer.bytes.data()), buffer.bytes.size());
  if (const CUresult failed = call("cuLaunchKernel", kernel, 1u, 1u, 1u, cell.threads, 1u, 1u, cell.shared,
                                   static_cast<CUstream>(nullptr), cell.parameters.data(), static_cast<void**>(nullptr)))
    return failed;
  if (const CUresult failed = call("cuCtxSynchronize")) return failed;
  const Buffer& timer = cell.buffers.back();
  stamps.resize(timer.bytes.size() / sizeof(long long));
  call("cuMemcpyDtoH_v2", static_cast<void*>(stamps.data()), timer.device, stamps.size() * sizeof(long long));
  long long first = 0;
  for (const long long stamp : stamps)
    if (stamp != 0 && (first == 0 || stamp < first)) first = stamp;
  for (long long& stamp : stamps) stamp -= stamp == 0 ? 0 : first;
  return CUDA_SUCCESS;
}

void print(std::FILE* out, const char* name, const std::vector<long long>& values) {
  std::fprintf(out, ",\"%s\":[", name);
  for (std::size_t i = 0; i < values.size(); ++i) std::fprintf(out, "%s%lld", i > 0 ? "," : "", values[i]);
  std::fprintf(out, "]");
}

/// False: the driver gave up, and nothing can be launched any more.
bool measure(CUmodule module, Cell& cell, int launches, std::FILE* out) {
  CUfunction kernel{};
  std::vector<long long> totals;
  std::map<std::vector<long long>, int> seen;
  CUresult failed = call("cuModuleGetFunction", &kernel, module, cell.kernel.c_str());
  for (int i = 0; i < launches && failed == CUDA_SUCCESS; ++i) {
    std::vector<long long> stamps;
    failed = launch(kernel, cell, stamps);
    if (failed != CUDA_SUCCESS) break;
    totals.push_back(*std::max_element(stamps.begin(), stamps.end()));
    if (i >= warm_up) ++seen[stamps];
  }
  std::fprintf(out, "{\"id\":\"%s\"", cell.name.c_str());
  if (failed != CUDA_SUCCESS || seen.empty()) {
    std::fprintf(out, ",\"error\":%d}\n", static_cast<int>(failed));
    return failed == CUDA_SUCCESS || failed == CUDA_ERROR_NOT_FOUND;
  }
  const auto most = std::max_element(seen.begin(), seen.end(),
                                     [](const auto& left, const auto& right) { return left.second < right.second; });
  print(out, "totals", totals);
  std::fprintf(out, ",\"distinct\":%zu", seen.size());
  print(out, "stamps", most->first);
  std::fprintf(out, ",\"hashes\":[");
  for (std::size_t i = 0; i + 1 < cell.buffers.size(); ++i)
    std::fprintf(out, "%s\"%016llx\"", i > 0 ? "," : "", hash_of(cell.buffers[i]));
  std::fprintf(out, "]}\n");
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3 || driver() == nullptr) return std::fprintf(stderr, "run_cells CELLS OUT [LAUNCHES], and a driver\n"), 3;
  CUdevice device{};
  CUcontext context{};
  call("cuInit", 0u);
  call("cuDeviceGet", &device, 0);
  call("cuDevicePrimaryCtxRetain", &context, device);
  call("cuCtxSetCurrent", context);
  std::ifstream cells(argv[1]);
  std::FILE* out = std::fopen(argv[2], "w");
  const int launches = argc > 3 ? std::atoi(argv[3]) : 12;
  for (std::string line; std::getline(cells, line);) {
    Cell cell;
    CUmodule module{};
    if (!cell.read(line)) continue;
    if (call("cuModuleLoad", &module, cell.cubin.c_str()) != CUDA_SUCCESS || !measure(module, cell, launches, out)) {
      std::fprintf(stderr, "%s failed\n", cell.name.c_str());
      return 1;
    }
    call("cuModuleUnload", module);
    for (const Buffer& buffer : cell.buffers) call("cuMemFree_v2", buffer.device);
    for (const CUdeviceptr gap : cell.gaps) call("cuMemFree_v2", gap);
  }
  std::fclose(out);
}
