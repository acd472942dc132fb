// Two sides of SIDE_A and SIDE_B dependent additions. Lanes with a bound below 32 take side B.
#include "measure.cuh"

extern "C" __global__ void if_else(const int* limits, float* data, long long* timer) {
  data = of_warp(data), timer = of_warp(timer);
  const int bound = limits[limit_index()];
  float sum = data[lane_index()];
  const Span span = timed([&] {
    if (bound >= 32) {
      chain<SIDE_A>(sum, 1.3333f);
    } else {
      chain<SIDE_B>(sum, 2.3333f);
    }
  });
  data[lane_index()] = sum;
  store(timer, span);
}
