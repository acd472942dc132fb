// Shared memory on both sides of a branch: lanes with a bound below 32 follow a ring of indices, the others add up
// words of their own.
#include "measure.cuh"

extern "C" __global__ void shared_memory(const int* limits, float* data, long long* timer) {
  data = of_warp(data), timer = of_warp(timer);
  __shared__ int rings[MANY_WARPS ? 32 : 1][32];
  int* const ring = rings[warp_index()];
  const int bound = limits[limit_index()];
  float sum = data[lane_index()];
  ring[lane_index()] = (lane_index() + 5) & 31;
  int at = lane_index();
  const Span span = timed([&] {
    if (bound < 32) {
      INNER_LOOP
      for (int i = 0; i < 8; ++i) at = ring[at];
    } else {
      INNER_LOOP
      for (int i = 0; i < 8; ++i) sum += static_cast<float>(ring[(lane_index() + i) & 31]);
    }
    ring[lane_index()] = (ring[lane_index()] + 2) & 31;
  });
  data[lane_index()] = sum + static_cast<float>(at);
  store(timer, span);
}
