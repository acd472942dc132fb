// What the clock does, for the self-test. Row r of `timer` holds one lane's r-th number of 32:
//   rows 0..7  clock reads one after the other
//   rows 8..11 cycles of chains of 16, 32, 64 and 128 dependent additions, second pass of each
//   row 12     multiprocessor at the first read, row 13 at the last
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
  long long spans[4] = {0, 0, 0, 0};
#pragma unroll 1
  for (int pass = 0; pass < 2; ++pass) {
#pragma unroll
    for (int length = 0; length < 4; ++length) {
      __syncthreads();
      const long long start = clock64();
#pragma unroll
      for (int i = 0; i < (16 << length); ++i) asm volatile("add.f32 %0, %0, %1;" : "+f"(sum) : "f"(step));
      spans[length] = clock64() - start;
    }
  }
#pragma unroll
  for (int i = 0; i < 4; ++i) timer[(8 + i) * 32 + lane] = spans[i];
  asm volatile("mov.u32 %0, %%smid;" : "=r"(last));
  timer[12 * 32 + lane] = first;
  timer[13 * 32 + lane] = last;
  data[lane] = sum;
}
