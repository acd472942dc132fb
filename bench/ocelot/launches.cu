// The launches of the benchmarks for gpuocelot: the kernels of kernels.cu and the paper's single loop.
#include "../kernels/kernels.cu"

/// It has the clock of 32 bits alone.
__device__ long long clock_of_thread() {
  int cycles;
  asm volatile("mov.u32 %0, %%clock;" : "=r"(cycles));
  return cycles;
}

/// The single loop as the stored listing has it: every block works on the same words.
extern "C" __global__ void single_loop(const int* bounds, float* data, long long* timer) {
  const int t = threadIdx.x, bound = bounds[t];
  float sum = data[t];
#pragma unroll 1
  for (int i = 0; i < bound; ++i) sum += 1.3333f;
  __syncthreads();
  const long long start = clock_of_thread();
#pragma unroll 1
  for (int i = 0; i < bound; ++i) sum += 1.3333f;
  const long long stop = clock_of_thread();
  __syncthreads();
  data[t] = sum;
  timer[2 * t] = start;
  timer[2 * t + 1] = stop;
}
