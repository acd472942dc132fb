// Every lane calls through a pointer; there are four functions, chosen by 32 - bound mod 4.
#include "measure.cuh"

using Function = float (*)(float);

template <int NUMBER>
__device__ __noinline__ float path(float sum) {
  chain<8>(sum, 1.25f + NUMBER);
  return sum * (1.0f + NUMBER);
}

__device__ Function const functions[4] = {path<0>, path<1>, path<2>, path<3>};

extern "C" __global__ void indirect_call(const int* limits, float* data, long long* timer) {
  data = of_warp(data), timer = of_warp(timer);
  const Function function = functions[(32 - limits[limit_index()]) & 3];
  float sum = data[lane_index()];
  const Span span = timed([&] { sum = function(sum); });
  data[lane_index()] = sum;
  store(timer, span);
}
