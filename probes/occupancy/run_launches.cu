// SPDX-License-Identifier: MIT
// Launches kernels that take the parameters of `bench`, each freshly loaded, in blocks of several warps, and prints
// what every launch left, a JSON object a line; launches that left the same together:
//   nvcc -std=c++17 run_launches.cu -ldl -o run_launches && ./run_launches CELLS OUT
// A line of CELLS is NAME CUBIN KERNEL WARPS LAUNCHES LIMITS WHAT. LIMITS are those of the lanes, parted by commas, the
// last one for all that are left; so many launches are made for each list between two "/". WHAT of a warp's timer is
// printed: "spans", start and stop of each lane from the first start of the block, with how many lanes in a row have
// them; "words", the lower halves of the first 64, from the least of the warps' first ones; "raw", these 64 as they
// are.
#include <cuda.h>
#include <dlfcn.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace {

constexpr unsigned most_warps = 4, lanes = 32;
constexpr std::size_t words_of_warp = 2048, data_of_warp = 256;

template <class... Arguments> CUresult call(const char* name, Arguments... arguments) {
  static void* const library = dlopen("libcuda.so.1", RTLD_NOW);
  using Function = CUresult (*)(Arguments...);
  return reinterpret_cast<Function>(dlsym(library, name))(arguments...);
}

using Timer = std::vector<long long>;

std::string spans(const Timer& timer, unsigned warps) {
  long long first = timer[0];
  for (unsigned warp = 0; warp < warps; ++warp)
    for (unsigned lane = 0; lane < lanes; ++lane) first = std::min(first, timer[warp * words_of_warp + 2 * lane]);
  std::string text;
  for (unsigned warp = 0; warp < warps; ++warp) {
    const long long* const own = &timer[warp * words_of_warp];
    text += warp > 0 ? "|" : "";
    for (unsigned lane = 0, count = 1; lane < lanes; ++lane, ++count) {
      const long long* const at = own + 2 * lane;
      if (lane + 1 < lanes && at[0] == at[2] && at[1] == at[3]) continue;
      text += (text.empty() || text.back() == '|' ? "" : " ") + std::to_string(at[0] - first) + "," +
              std::to_string(at[1] - first) + "*" + std::to_string(count);
      count = 0;
    }
  }
  return text;
}

std::string words(const Timer& timer, unsigned warps, bool raw) {
  int first = static_cast<int>(timer[0]);
  for (unsigned warp = 1; warp < warps; ++warp) {
    const int own = static_cast<int>(timer[warp * words_of_warp]);
    if (own - first < 0) first = own;
  }
  std::string text;
  for (unsigned warp = 0; warp < warps; ++warp)
    for (unsigned i = 0; i < 2 * lanes; ++i) {
      const long long word = timer[warp * words_of_warp + i];
      const long long shown = raw ? word : word == 0 ? -1 : static_cast<int>(word) - first;
      text += (i > 0 ? " " : warp > 0 ? "|" : "") + std::to_string(shown);
    }
  return text;
}

struct Cell {
  std::string name, cubin, kernel, limits, what;
  unsigned warps = 0;
  int launches = 0;
};

std::vector<std::vector<int>> lists_of(const std::string& text) {
  std::vector<std::vector<int>> lists(1);
  std::stringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');) {
    if (part == "/") lists.emplace_back();
    else lists.back().push_back(std::stoi(part));
  }
  for (auto& list : lists) list.resize(lanes, list.back());
  return lists;
}

}  // namespace

int main(int argc, char** argv) {
  CUdevice device{};
  CUcontext context{};
  if (argc < 3 || call("cuInit", 0u) != CUDA_SUCCESS) return std::fprintf(stderr, "run_launches CELLS OUT\n"), 2;
  call("cuDeviceGet", &device, 0);
  call("cuDevicePrimaryCtxRetain", &context, device);
  call("cuCtxSetCurrent", context);
  Timer timer(most_warps * words_of_warp), none(timer.size(), 0);
  const std::vector<float> ones(most_warps * data_of_warp, 1.0F);
  CUdeviceptr limits{}, data{}, times{};
  call("cuMemAlloc_v2", &limits, lanes * sizeof(int));
  call("cuMemAlloc_v2", &data, ones.size() * sizeof(float));
  call("cuMemAlloc_v2", &times, timer.size() * sizeof(long long));
  std::ifstream cells(argv[1]);
  std::FILE* const out = std::fopen(argv[2], "w");
  for (std::string line; std::getline(cells, line);) {
    Cell cell;
    std::istringstream(line) >> cell.name >> cell.cubin >> cell.kernel >> cell.warps >> cell.launches >> cell.limits >>
        cell.what;
    CUmodule module{};
    CUfunction kernel{};
    if (call("cuModuleLoad", &module, cell.cubin.c_str()) != CUDA_SUCCESS ||
        call("cuModuleGetFunction", &kernel, module, cell.kernel.c_str()) != CUDA_SUCCESS)
      return std::fprintf(stderr, "%s cannot be loaded\n", cell.cubin.c_str()), 1;
    void* parameters[] = {&limits, &data, &times};
    std::vector<std::pair<std::string, std::string>> seen;  // what launches left, and their numbers
    int number = 0;
    for (const auto& list : lists_of(cell.limits))
      for (int i = 0; i < cell.launches; ++i, ++number) {
        call("cuMemcpyHtoD_v2", limits, static_cast<const void*>(list.data()), lanes * sizeof(int));
        call("cuMemcpyHtoD_v2", data, static_cast<const void*>(ones.data()), ones.size() * sizeof(float));
        call("cuMemcpyHtoD_v2", times, static_cast<const void*>(none.data()), none.size() * sizeof(long long));
        if (call("cuLaunchKernel", kernel, 1u, 1u, 1u, cell.warps * lanes, 1u, 1u, 0u, static_cast<CUstream>(nullptr),
                 &parameters[0], static_cast<void**>(nullptr)) != CUDA_SUCCESS ||
            call("cuCtxSynchronize") != CUDA_SUCCESS)
          return std::fprintf(stderr, "%s failed\n", cell.name.c_str()), 1;
        call("cuMemcpyDtoH_v2", static_cast<void*>(timer.data()), times, timer.size() * sizeof(long long));
        std::string left =
            cell.what == "spans" ? spans(timer, cell.warps) : words(timer, cell.warps, cell.what == "raw");
        auto same = std::find_if(seen.begin(), seen.end(), [&](const auto& one) { return one.first == left; });
        if (same == seen.end()) same = seen.insert(seen.end(), {std::move(left), ""});
        same->second += (same->second.empty() ? "" : ",") + std::to_string(number);
      }
    std::fprintf(out, "{\"id\":\"%s\",\"warps\":%u,\"runs\":[", cell.name.c_str(), cell.warps);
    for (std::size_t i = 0; i < seen.size(); ++i)
      std::fprintf(out, "%s[[%s],\"%s\"]", i > 0 ? "," : "", seen[i].second.c_str(), seen[i].first.c_str());
    std::fprintf(out, "]}\n");
    call("cuModuleUnload", module);
  }
  std::fclose(out);
}
