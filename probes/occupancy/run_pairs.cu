// SPDX-License-Identifier: MIT
// Launches the cells of pairs.py and prints what every warp stamped, each result once with how many launches gave it:
//   nvcc -std=c++20 run_pairs.cu -lcuda -o run_pairs && cd OUT && ./run_pairs cells.txt RESULTS LAUNCHES
// A line is NAME.WARPS COUNT |stamps of warp 0 |stamps of warp 1 ..., in cycles from the first stamp. Two launches warm
// up and are left out.
#include <cuda.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace {

constexpr int lanes = 32, warm_up = 2, most_threads = 1024;
constexpr std::size_t words_of_lane = 128;

struct Cell {
  std::string name, cubin;
  int warps = 0, stamps = 0;
  std::vector<int> inputs;
};

struct Buffers {
  CUdeviceptr in = 0, out = 0, stamps = 0;
};

std::string text_of(const Cell& cell, const std::vector<unsigned>& words) {
  const auto of_warp = [&](int warp) { return &words[static_cast<std::size_t>(warp) * lanes * words_of_lane]; };
  unsigned first = *of_warp(0);
  for (int warp = 1; warp < cell.warps; ++warp)
    if (static_cast<int>(*of_warp(warp) - first) < 0) first = *of_warp(warp);
  std::string text;
  for (int warp = 0; warp < cell.warps; ++warp) {
    text += "|";
    for (int i = 0; i < cell.stamps; ++i) text += std::to_string(static_cast<int>(of_warp(warp)[i] - first)) + " ";
  }
  return text;
}

bool measure(const Cell& cell, const Buffers& at, int launches, std::FILE* results) {
  CUmodule module{};
  CUfunction kernel{};
  if (cuModuleLoad(&module, cell.cubin.c_str()) != CUDA_SUCCESS) return false;
  if (cuModuleGetFunction(&kernel, module, "frame") != CUDA_SUCCESS) return false;
  std::vector<int> inputs(most_threads, 0);
  for (int i = 0; i < cell.warps * lanes; ++i) inputs[i] = cell.inputs[(i / lanes) % cell.inputs.size()];
  std::vector<unsigned> words(static_cast<std::size_t>(cell.warps) * lanes * words_of_lane);
  std::map<std::string, int> seen;
  for (int i = 0; i < warm_up + launches; ++i) {
    Buffers buffers = at;
    void* parameters[] = {&buffers.in, &buffers.out, &buffers.stamps};
    cuMemcpyHtoD(at.in, inputs.data(), inputs.size() * sizeof(int));
    if (cuLaunchKernel(kernel, 1, 1, 1, cell.warps * lanes, 1, 1, 0, nullptr, &parameters[0], nullptr) !=
            CUDA_SUCCESS ||
        cuCtxSynchronize() != CUDA_SUCCESS)
      return false;
    cuMemcpyDtoH(words.data(), at.stamps, words.size() * sizeof(unsigned));
    if (i >= warm_up) ++seen[text_of(cell, words)];
  }
  for (const auto& [text, count] : seen)
    std::fprintf(results, "%s.%d %d %s\n", cell.name.c_str(), cell.warps, count, text.c_str());
  cuModuleUnload(module);
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return std::fprintf(stderr, "run_pairs CELLS RESULTS LAUNCHES\n"), 2;
  CUdevice device{};
  CUcontext context{};
  if (cuInit(0) != CUDA_SUCCESS) return std::fprintf(stderr, "no driver\n"), 3;
  cuDeviceGet(&device, 0);
  cuDevicePrimaryCtxRetain(&context, device);
  cuCtxSetCurrent(context);
  Buffers at;
  cuMemAlloc(&at.in, most_threads * sizeof(int));
  cuMemAlloc(&at.out, most_threads * sizeof(int));
  cuMemAlloc(&at.stamps, most_threads * words_of_lane * sizeof(unsigned));
  std::ifstream cells(argv[1]);
  std::FILE* const results = std::fopen(argv[2], "w");
  for (std::string line; std::getline(cells, line);) {
    std::istringstream text(line);
    Cell cell;
    text >> cell.name >> cell.cubin >> cell.warps >> cell.stamps;
    for (int input = 0; text >> input;) cell.inputs.push_back(input);
    if (!measure(cell, at, std::atoi(argv[3]), results)) std::fprintf(stderr, "%s failed\n", cell.name.c_str());
  }
  std::fclose(results);
}
