// How many lines of global memory the first level of the cache holds, beside how much shared memory. A ring of lines
// of 128 bytes, in ascending or in random order, is followed six times by dependent loads. Stands alone:
// nvcc -arch=sm_90 first_level.cu && ./a.out > first_level.csv
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <random>
#include <vector>

__global__ void ring(const int* next, long long* cycles, int lines, int rounds) {
  int at = 0;
  long long second = 0, last = 0;
  for (int round = 0; round < rounds; ++round) {
    const long long start = clock64();
#pragma unroll 1
    for (int i = 0; i < lines; ++i) at = next[at];
    const long long stop = clock64() + (at & 0);
    if (round == 1) second = stop - start;
    last = stop - start;
  }
  if (threadIdx.x != 0) return;
  cycles[0] = second;
  cycles[1] = last;
  cycles[2] = at;
}

int main() {
  constexpr int line_words = 32, kib = 1024;
  const int sizes[] = {64, 96, 128, 144, 160, 168, 176, 184, 192, 200, 208, 216, 224, 232, 240, 256, 320, 384, 448, 512,
                       1024, 1536, 1664, 1696, 1712, 1720, 1728, 1736, 1744, 1760};
  const int shared_sizes[] = {0, 1 * kib, 2 * kib, 4 * kib, 6 * kib, 8 * kib, 12 * kib, 16 * kib, 24 * kib, 32 * kib,
                              48 * kib, 64 * kib, 100 * kib, 128 * kib, 160 * kib, 200 * kib};
  int* next = nullptr;
  long long* cycles = nullptr;
  cudaMalloc(&next, 1 << 22);
  cudaMalloc(&cycles, 64);
  cudaFuncSetAttribute(ring, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 * kib);
  std::printf("order,shared_bytes,lines,second_round_cycles,last_round_cycles\n");
  for (const bool random : {false, true})
    for (const int shared : shared_sizes)
      for (const int lines : sizes) {
        std::vector<int> order(lines);
        std::iota(order.begin(), order.end(), 0);
        if (random) std::shuffle(order.begin() + 1, order.end(), std::mt19937(1));
        std::vector<int> words(lines * line_words, 0);
        for (int i = 0; i < lines; ++i) words[order[i] * line_words] = order[(i + 1) % lines] * line_words;
        cudaMemcpy(next, words.data(), words.size() * sizeof(int), cudaMemcpyHostToDevice);
        ring<<<1, 32, shared>>>(next, cycles, lines, 6);
        long long result[3];
        cudaMemcpy(result, cycles, sizeof result, cudaMemcpyDeviceToHost);
        std::printf("%s,%d,%d,%lld,%lld\n", random ? "random" : "ascending", shared, lines, result[0], result[1]);
      }
  std::fprintf(stderr, "%s\n", cudaGetErrorString(cudaGetLastError()));
}
