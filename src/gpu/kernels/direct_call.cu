// Lanes with a bound below 32 call a function that is not inlined.
#include "measure.cuh"

__device__ __noinline__ float longer(float sum, int bound) {
#pragma unroll 1
  for (int i = 0; i < bound; ++i) sum += 1.3333f;
  return sum;
}

extern "C" __global__ void direct_call(const int* limits, float* data, long long* timer) {
  data = of_warp(data), timer = of_warp(timer);
  const int bound = limits[limit_index()];
  float sum = data[lane_index()];
  const Span span = timed([&] {
    if (bound < 32) sum = longer(sum, bound);
  });
  data[lane_index()] = sum;
  store(timer, span);
}
