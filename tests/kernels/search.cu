// Each lane looks for keys in a sorted table in shared memory: by halving, and by walking.
#include "kernels.cuh"

namespace {
__device__ __forceinline__ void fill(unsigned* table) {
  for (int i = lane_index(); i < 512; i += 32) table[i] = 7 * i + (mixed(i) & 3);
  __syncthreads();
}
}  // namespace

extern "C" __global__ void binary_search(KERNEL_PARAMETERS) {
  __shared__ unsigned table[512];
  fill(table);
  const int limit = limits[lane_index()];
  unsigned found = 0;
  measured(limits, data, timer, found, [&] {
    unsigned key = mixed(limit * 97 + lane_index()) % 3600;
    int low = 0, high = 512 >> (limit & 3);
    INNER_LOOP
    while (low < high) {
      const int middle = (low + high) / 2;
      if (table[middle] < key) low = middle + 1;
      else high = middle;
    }
    found = found * 31 + low;
  });
}
extern "C" __global__ void binary_search_early_end(KERNEL_PARAMETERS) {
  __shared__ unsigned table[512];
  fill(table);
  const int limit = limits[lane_index()];
  unsigned found = 0;
  measured(limits, data, timer, found, [&] {
    const unsigned key = table[(limit * 37 + lane_index() * 5) & 511] + (lane_index() & 1);
    int low = 0, high = 511, place = -1;
    INNER_LOOP
    while (low <= high) {
      const int middle = (low + high) >> 1;
      const unsigned here = table[middle];
      if (here == key) {
        place = middle;
        break;
      }
      if (here < key) low = middle + 1;
      else high = middle - 1;
    }
    found = found * 33 + place;
  });
}
extern "C" __global__ void linear_search(KERNEL_PARAMETERS) {
  __shared__ unsigned table[512];
  fill(table);
  const int limit = limits[lane_index()];
  unsigned found = 0;
  measured(limits, data, timer, found, [&] {
    const unsigned key = limit * 7;
    int place = 0;
    INNER_LOOP
    while (place < 512 && table[place] < key) ++place;
    found = found * 35 + place;
  });
}
