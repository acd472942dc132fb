// Sorts in shared memory, each lane or the warp together.
#include "kernels.cuh"

extern "C" __global__ void heap_sort(KERNEL_PARAMETERS) {
  __shared__ unsigned heap[16 * 32];
  const unsigned seed = seed_of(limits);
  unsigned* const mine = heap + lane_index();
  unsigned result = 0;
  measured(limits, data, timer, result, [&] {
    const int count = 6 + static_cast<int>(seed % 7);
    INNER_LOOP
    for (int i = 0; i < count; ++i) mine[i * 32] = mixed(seed + i) >> 16;
    auto sift = [&](int root, int end) {
      INNER_LOOP
      while (true) {
        int child = 2 * root + 1;
        if (child >= end) break;
        if (child + 1 < end && mine[child * 32] < mine[(child + 1) * 32]) ++child;
        const unsigned parent = mine[root * 32], other = mine[child * 32];
        if (parent >= other) break;
        mine[root * 32] = other;
        mine[child * 32] = parent;
        root = child;
      }
    };
    INNER_LOOP
    for (int i = count / 2 - 1; i >= 0; --i) sift(i, count);
    INNER_LOOP
    for (int end = count - 1; end > 0; --end) {
      const unsigned top = mine[0];
      mine[0] = mine[end * 32];
      mine[end * 32] = top;
      sift(0, end);
    }
    unsigned sum = 0;
    INNER_LOOP
    for (int i = 0; i < count; ++i) sum = sum * 31 + mine[i * 32];
    result = sum;
  });
}
extern "C" __global__ void shell_sort(KERNEL_PARAMETERS) {
  __shared__ unsigned values[32 * 16];
  const unsigned seed = seed_of(limits);
  unsigned* const mine = values + lane_index() * 16;  // conflicts on purpose
  unsigned result = 0;
  measured(limits, data, timer, result, [&] {
    INNER_LOOP
    for (int i = 0; i < 13; ++i) mine[i] = mixed(seed ^ (i * 77)) >> 20;
    INNER_LOOP
    for (int gap = 6; gap > 0; gap /= 2) {
      INNER_LOOP
      for (int i = gap; i < 13; ++i) {
        const unsigned value = mine[i];
        int at = i;
        INNER_LOOP
        while (at >= gap && mine[at - gap] > value) {
          mine[at] = mine[at - gap];
          at -= gap;
        }
        mine[at] = value;
      }
    }
    unsigned sum = 0;
    INNER_LOOP
    for (int i = 0; i < 13; ++i) sum = sum * 17 + mine[i];
    result = sum;
  });
}
extern "C" __global__ void radix_of_warp(KERNEL_PARAMETERS) {
  __shared__ unsigned keys[2][32];
  const unsigned seed = seed_of(limits);
  unsigned result = 0;
  measured(limits, data, timer, result, [&] {
    keys[0][lane_index()] = seed >> 24;
    __syncwarp();
    INNER_LOOP
    for (int bit = 0; bit < 8; ++bit) {
      const unsigned key = keys[bit & 1][lane_index()];
      const unsigned ones = __ballot_sync(0xffffffffu, key >> bit & 1);
      const unsigned before = (1u << lane_index()) - 1;
      const int place = (key >> bit & 1) ? __popc(~ones) + __popc(ones & before) : __popc(~ones & before);
      keys[(bit + 1) & 1][place] = key;
      __syncwarp();
    }
    result = keys[0][lane_index()];
  });
}
