// A branch inside a loop of 32 rounds: in round i the lanes with a bound above i take one side.
#include "measure.cuh"

extern "C" __global__ void branch_in_loop(const int* limits, float* data, long long* timer) {
  data = of_warp(data), timer = of_warp(timer);
  const int bound = limits[limit_index()];
  float sum = data[lane_index()];
  const Span span = timed([&] {
    INNER_LOOP
    for (int i = 0; i < 32; ++i) {
      if (i < bound) {
        chain<16>(sum, 1.3333f);
      } else {
        chain<16>(sum, 2.3333f);
      }
    }
  });
  data[lane_index()] = sum;
  store(timer, span);
}
