// The paper's second kernel (its listing "double loop"): both loops end at the lane's own bound.
// Every lane starts from data[0], as there. EQUAL_BOUNDS 1 tells the compiler what the paper's
// measurements make true, M = N, and gives other code of the same meaning.
#include "measure.cuh"

extern "C" __global__ void double_loop(const int* limits, float* data, long long* timer) {
  data = of_warp(data), timer = of_warp(timer);
  const int outer = limits[2 * limit_index()];
  const int inner = EQUAL_BOUNDS ? outer : limits[2 * limit_index() + 1];
  float sum = data[0];
  const Span span = timed([&] {
    INNER_LOOP
    for (int i = 0; i < outer; ++i) {
      INNER_LOOP
      for (int j = 0; j < inner; ++j) sum += 1.3333f;
      sum += 2.3333f;
    }
  });
  data[lane_index()] = sum;
  store(timer, span);
}
