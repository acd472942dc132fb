// SPDX-License-Identifier: MIT
// Which warps of a multiprocessor the warps of a block are: `%warpid` in word 2 of each warp's timer, `%smid` in
// word 3.
#define ADD asm volatile("add.rn.f32 %0, %0, %1;" : "+f"(x) : "f"(y));
#define ADD_8 ADD ADD ADD ADD ADD ADD ADD ADD
#define ADD_64 ADD_8 ADD_8 ADD_8 ADD_8 ADD_8 ADD_8 ADD_8 ADD_8
extern "C" __global__ void warp_ids(const int* in, float* out, long long* timer) {
  unsigned warp, multiprocessor;
  asm volatile("mov.u32 %0, %%warpid;" : "=r"(warp));
  asm volatile("mov.u32 %0, %%smid;" : "=r"(multiprocessor));
  float x = 1, y = in[0];
  __syncthreads();
  const long long start = clock64();
  ADD_64 ADD_64 ADD_64 const long long stop = clock64();
  out[threadIdx.x] = x;
  if (threadIdx.x % 32 != 0) return;
  long long* const mine = timer + threadIdx.x / 32 * 2048;
  mine[0] = start, mine[1] = stop - start, mine[2] = warp, mine[3] = multiprocessor;
}
