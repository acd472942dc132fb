// The paper's first kernel (its listing "single loop"): lanes leave one loop at bounds of their own.
#include "measure.cuh"

extern "C" __global__ void single_loop(const int* limits, float* data, long long* timer) {
  data = of_warp(data), timer = of_warp(timer);
  const int bound = limits[limit_index()];
  float sum = data[lane_index()];
  const Span span = timed([&] {
    INNER_LOOP
    for (int i = 0; i < bound; ++i) sum += 1.3333f;
  });
  data[lane_index()] = sum;
  store(timer, span);
}
