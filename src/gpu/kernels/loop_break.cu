// A loop of 32 rounds that a lane leaves by `break` in the middle of round `bound`.
#include "measure.cuh"

extern "C" __global__ void loop_break(const int* limits, float* data, long long* timer) {
  data = of_warp(data), timer = of_warp(timer);
  const int bound = limits[limit_index()];
  float sum = data[lane_index()];
  const Span span = timed([&] {
    INNER_LOOP
    for (int i = 0; i < 32; ++i) {
      sum += 1.3333f;
      if (i == bound) break;
      chain<4>(sum, 2.3333f);
    }
  });
  data[lane_index()] = sum;
  store(timer, span);
}
