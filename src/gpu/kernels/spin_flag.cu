// Lanes with a bound below 32 wait for a flag that the others set: this ends only where lanes of
// one warp make progress apart. Looks and sets are atomic: plain ones would race. A lane gives up after a bounded number of looks, so that the launch
// ends on every card; `data` then holds -1 for it.
#include "measure.cuh"

extern "C" __global__ void spin_flag(const int* limits, float* data, long long* timer) {
  data = of_warp(data), timer = of_warp(timer);
  __shared__ int flags[MANY_WARPS ? 32 : 1];
  int& flag = flags[warp_index()];
  const int bound = limits[limit_index()];
  float sum = data[lane_index()];
  if (lane_index() == 0) atomicExch(&flag, 0);
  __syncthreads();
  int round = 0;
  const Span span = timed([&] {
    ++round;
    if (bound < 32) {
      int looks = 0;
      while (atomicAdd(&flag, 0) != round && looks < 100000) ++looks;
      sum = looks < 100000 ? sum + 1.3333f : -1.0f;
    } else {
      chain<16>(sum, 2.3333f);
      atomicExch(&flag, round);
    }
  });
  data[lane_index()] = sum;
  store(timer, span);
}
