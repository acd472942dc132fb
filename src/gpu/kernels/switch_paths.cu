// A switch of PATHS paths. A lane takes path (32 - bound) mod PATHS, so that the staircase with
// n >= PATHS - 1 takes all of them. The paths differ in operation and constant: none can be merged.
#include "measure.cuh"

#define PATH(number)                                              \
  case number:                                                    \
    if (number < PATHS) {                                         \
      chain<8>(sum, 1.25f + number);                              \
      sum *= 1.0f + number;                                       \
    }                                                             \
    break;

extern "C" __global__ void switch_paths(const int* limits, float* data, long long* timer) {
  data = of_warp(data), timer = of_warp(timer);
  const int path = (32 - limits[limit_index()]) & (PATHS - 1);
  float sum = data[lane_index()];
  const Span span = timed([&] {
    switch (path) {
      PATH(0) PATH(1) PATH(2) PATH(3) PATH(4) PATH(5) PATH(6) PATH(7)
      PATH(8) PATH(9) PATH(10) PATH(11) PATH(12) PATH(13) PATH(14) PATH(15)
      PATH(16) PATH(17) PATH(18) PATH(19) PATH(20) PATH(21) PATH(22) PATH(23)
      PATH(24) PATH(25) PATH(26) PATH(27) PATH(28) PATH(29) PATH(30) PATH(31)
    }
  });
  data[lane_index()] = sum;
  store(timer, span);
}
