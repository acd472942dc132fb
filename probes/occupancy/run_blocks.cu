// SPDX-License-Identifier: MIT
// Launches kernels that take the parameters of `bench`, in blocks of several warps, and prints what every warp's first
// lane stamped in each launch, a JSON object a line:
//   nvcc -std=c++17 run_blocks.cu -ldl -o run_blocks && ./run_blocks CUBIN KERNELS OUT LAUNCHES SHARED WARPS ...
// KERNELS has a name a line. The limit of every lane is 32, `data` is all 1.0, and SHARED bytes of dynamic shared
// memory are there. Stamps are start, stop and those of rows 2 on, in cycles from the first start of the block; -1: none.
// The first four launches warm up and are left out.
#include <cuda.h>
#include <dlfcn.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

namespace {

constexpr int warm_up = 4, lanes = 32, rows = 64, most_rows = 26;
constexpr std::size_t data_of_warp = 256;

template <class... Arguments>
CUresult call(const char* name, Arguments... arguments) {
  static void* const library = dlopen("libcuda.so.1", RTLD_NOW);
  using Function = CUresult (*)(Arguments...);
  const auto function = library == nullptr ? nullptr : reinterpret_cast<Function>(dlsym(library, name));
  return function == nullptr ? CUDA_ERROR_NOT_FOUND : function(arguments...);
}

struct Buffers {
  CUdeviceptr limits = 0, data = 0, timer = 0;
};

/// Rows of the first lane of a warp: start and stop, which lie side by side in row 0 and 1, then the others.
std::vector<long long> rows_of(const long long* timer, long long first) {
  std::vector<long long> values = {timer[0] - first, timer[1] - first};
  for (int row = 2; row < most_rows; ++row) {
    const long long stamp = timer[row * lanes];
    values.push_back(stamp == 0 ? -1 : stamp - first);
  }
  while (values.size() > 2 && values.back() == -1) values.pop_back();
  return values;
}

bool measure(CUmodule module, const std::string& name, unsigned warps, int launches, unsigned shared, std::FILE* out) {
  CUfunction kernel{};
  if (call("cuModuleGetFunction", &kernel, module, name.c_str()) != CUDA_SUCCESS) return false;
  const std::vector<int> limits(lanes, lanes);
  const std::vector<float> data(warps * data_of_warp * 64, 1.0F);
  std::vector<long long> timer(static_cast<std::size_t>(warps) * rows * lanes, 0);
  Buffers at;
  call("cuMemAlloc_v2", &at.limits, limits.size() * sizeof(int));
  call("cuMemAlloc_v2", &at.data, data.size() * sizeof(float));
  call("cuMemAlloc_v2", &at.timer, timer.size() * sizeof(long long));
  void* parameters[] = {&at.limits, &at.data, &at.timer};
  std::fprintf(out, "{\"id\":\"%s\",\"warps\":%u,\"launches\":[", name.c_str(), warps);
  bool worked = true;
  for (int i = 0; i < warm_up + launches && worked; ++i) {
    std::fill(timer.begin(), timer.end(), 0);
    call("cuMemcpyHtoD_v2", at.limits, static_cast<const void*>(limits.data()), limits.size() * sizeof(int));
    call("cuMemcpyHtoD_v2", at.data, static_cast<const void*>(data.data()), data.size() * sizeof(float));
    call("cuMemcpyHtoD_v2", at.timer, static_cast<const void*>(timer.data()), timer.size() * sizeof(long long));
    worked = call("cuLaunchKernel", kernel, 1u, 1u, 1u, warps * lanes, 1u, 1u, shared, static_cast<CUstream>(nullptr),
                  &parameters[0], static_cast<void**>(nullptr)) == CUDA_SUCCESS &&
             call("cuCtxSynchronize") == CUDA_SUCCESS;
    call("cuMemcpyDtoH_v2", static_cast<void*>(timer.data()), at.timer, timer.size() * sizeof(long long));
    if (!worked || i < warm_up) continue;
    long long first = timer[0];
    for (unsigned warp = 0; warp < warps; ++warp) first = std::min(first, timer[warp * rows * lanes]);
    std::fprintf(out, "%s[", i > warm_up ? "," : "");
    for (unsigned warp = 0; warp < warps; ++warp) {
      std::fprintf(out, "%s[", warp > 0 ? "," : "");
      const std::vector<long long> values = rows_of(&timer[warp * rows * lanes], first);
      for (std::size_t k = 0; k < values.size(); ++k) std::fprintf(out, "%s%lld", k > 0 ? "," : "", values[k]);
      std::fprintf(out, "]");
    }
    std::fprintf(out, "]");
  }
  std::fprintf(out, "]}\n");
  for (const CUdeviceptr buffer : {at.limits, at.data, at.timer}) call("cuMemFree_v2", buffer);
  return worked;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 7) return std::fprintf(stderr, "run_blocks CUBIN KERNELS OUT LAUNCHES SHARED WARPS ...\n"), 2;
  CUdevice device{};
  CUcontext context{};
  CUmodule module{};
  if (call("cuInit", 0u) != CUDA_SUCCESS) return std::fprintf(stderr, "no driver\n"), 3;
  call("cuDeviceGet", &device, 0);
  call("cuDevicePrimaryCtxRetain", &context, device);
  call("cuCtxSetCurrent", context);
  if (call("cuModuleLoad", &module, static_cast<const char*>(argv[1])) != CUDA_SUCCESS)
    return std::fprintf(stderr, "%s cannot be loaded\n", argv[1]), 1;
  std::ifstream kernels(argv[2]);
  std::FILE* const out = std::fopen(argv[3], "w");
  for (std::string name; std::getline(kernels, name);)
    for (int i = 6; i < argc; ++i)
      if (!measure(module, name, static_cast<unsigned>(std::atoi(argv[i])), std::atoi(argv[4]),
                   static_cast<unsigned>(std::atoi(argv[5])), out))
        return std::fprintf(stderr, "%s failed\n", name.c_str()), 1;
  std::fclose(out);
}
