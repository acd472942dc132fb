// DEPTH ifs inside each other. A lane goes in as many deep as its bound lies below 32.
#include "measure.cuh"

template <int LEVEL>
__device__ __forceinline__ void level(int deep, float& sum) {
  if constexpr (LEVEL < DEPTH) {
    if (deep > LEVEL) {
      chain<8>(sum, 1.25f + LEVEL);
      level<LEVEL + 1>(deep, sum);
      chain<8>(sum, 2.25f + LEVEL);
    }
  }
}

extern "C" __global__ void nested_if(const int* limits, float* data, long long* timer) {
  data = of_warp(data), timer = of_warp(timer);
  const int deep = 32 - limits[limit_index()];
  float sum = data[lane_index()];
  const Span span = timed([&] { level<0>(deep, sum); });
  data[lane_index()] = sum;
  store(timer, span);
}
