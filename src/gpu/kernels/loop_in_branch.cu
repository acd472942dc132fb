// A loop inside a branch that only lanes with a bound below 32 take; they leave it at their bound.
#include "measure.cuh"

extern "C" __global__ void loop_in_branch(const int* limits, float* data, long long* timer) {
  data = of_warp(data), timer = of_warp(timer);
  const int bound = limits[limit_index()];
  float sum = data[lane_index()];
  const Span span = timed([&] {
    if (bound < 32) {
      INNER_LOOP
      for (int i = 0; i < bound; ++i) sum += 1.3333f;
      sum *= 2.3333f;
    }
  });
  data[lane_index()] = sum;
  store(timer, span);
}
