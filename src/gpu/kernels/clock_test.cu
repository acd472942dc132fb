// What the clock does, for the self-test. Row r of `timer` holds one lane's r-th number of 32:
//   rows 0..7  clock reads one after the other
//   rows 8..11 cycles of chains of 32, 64, 128 and 256 dependent additions, second pass of each
//   row 12     multiprocessor at the first read, row 13 at the last
// A chain is rounds of 32 additions, the same code for every length: straight-line code of that size
// would be timed with the instruction fetches it needs.
extern "C" __global__ void clock_test(const int* limits, float* data, long long* timer) {
  const int lane = threadIdx.x;
  float sum = data[lane];
  const float step = limits[lane];
  unsigned first, last;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(first));
  long long stamps[8];
#pragma unroll
  for (int i = 0; i < 8; ++i) stamps[i] = clock64();
#pragma unroll
  for (int i = 0; i < 8; ++i) timer[i * 32 + lane] = stamps[i];
#pragma unroll 1
  for (int run = 0; run < 8; ++run) {
    const int rounds = 1 << (run & 3);
    __syncthreads();
    const long long start = clock64();
#pragma unroll 1
    for (int round = 0; round < rounds; ++round) {
#pragma unroll
      for (int i = 0; i < 32; ++i) asm volatile("add.f32 %0, %0, %1;" : "+f"(sum) : "f"(step));
    }
    const long long stop = clock64();
    timer[(8 + (run & 3)) * 32 + lane] = stop - start;
  }
  asm volatile("mov.u32 %0, %%smid;" : "=r"(last));
  timer[12 * 32 + lane] = first;
  timer[13 * 32 + lane] = last;
  data[lane] = sum;
}
