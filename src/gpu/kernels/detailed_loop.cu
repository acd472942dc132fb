// The paper's third kernel (its listing "single loop with detailed timings"): a clock read in every
// iteration. Row r of `timer` holds the 32 lanes' r-th stamp; the last of the 34 rows is the stop.
// The stores of the stamps are part of what is timed, so this kernel has no warm-up of its own.
#include "measure.cuh"

extern "C" __global__ void detailed_loop(const int* limits, float* data, long long* timer) {
  data = of_warp(data), timer = of_warp(timer);
  const int lane = lane_index();
  const int bound = limits[limit_index()];
  float sum = data[lane];
  timer[lane] = clock64();
  INNER_LOOP
  for (int i = 0; i < bound; ++i) {
    sum += 1.3333f;
    timer[(i + 1) * 32 + lane] = clock64();
  }
  if (CLOSING_SYNC) __syncthreads();
  timer[33 * 32 + lane] = clock64();
  data[lane] = sum;
}
