// Walks over small graphs and grids.
#include "kernels.cuh"

extern "C" __global__ void breadth_first(KERNEL_PARAMETERS) {
  __shared__ unsigned char queue[32][24];
  const unsigned seed = seed_of(limits);
  unsigned result = 0;
  measured(limits, data, timer, result, [&] {
    unsigned char* const mine = queue[lane_index()];
    unsigned seen = 1, steps = 0;
    int head = 0, tail = 0;
    mine[tail++] = 0;
    INNER_LOOP
    while (head < tail) {
      const unsigned node = mine[head++];
      ++steps;
      INNER_LOOP
      for (int k = 0; k < 3; ++k) {
        const unsigned next = mixed(seed + node * 3 + k) % 20;
        if (!(seen >> next & 1)) {
          seen |= 1u << next;
          if (tail < 24) mine[tail++] = static_cast<unsigned char>(next);
        }
      }
    }
    result = seen ^ steps << 24;
  });
}
extern "C" __global__ void path_in_grid(KERNEL_PARAMETERS) {
  __shared__ int cost[8][8];
  const unsigned seed = seed_of(limits);
  unsigned result = 0;
  measured(limits, data, timer, result, [&] {
    cost[lane_index() / 8][lane_index() % 8] = static_cast<int>(mixed(seed) % 9);
    cost[lane_index() / 8 + 4][lane_index() % 8] = static_cast<int>(mixed(seed + 1) % 9);
    __syncwarp();
    int x = lane_index() % 4, y = lane_index() / 8, sum = 0;
    INNER_LOOP
    while (x < 7 || y < 7) {
      if (x == 7) ++y;
      else if (y == 7) ++x;
      else if (cost[y][x + 1] < cost[y + 1][x]) ++x;
      else ++y;
      sum += cost[y][x];
      if (sum > 40) break;
    }
    result = static_cast<unsigned>(sum * 64 + x * 8 + y);
  });
}
extern "C" __global__ void union_by_rank(KERNEL_PARAMETERS) {
  __shared__ unsigned char parent[16 * 32];
  const unsigned seed = seed_of(limits);
  unsigned char* const mine = parent + lane_index() * 16;
  unsigned result = 0;
  measured(limits, data, timer, result, [&] {
    INNER_LOOP
    for (int i = 0; i < 16; ++i) mine[i] = static_cast<unsigned char>(i);
    auto root = [&](unsigned x) {
      INNER_LOOP
      while (mine[x] != x) x = mine[x];
      return x;
    };
    unsigned joined = 0;
    INNER_LOOP
    for (int k = 0; k < 10; ++k) {
      const unsigned bits = mixed(seed + k);
      const unsigned a = root(bits & 15), b = root(bits >> 8 & 15);
      if (a == b) continue;
      mine[a > b ? a : b] = static_cast<unsigned char>(a > b ? b : a);
      ++joined;
    }
    result = joined;
  });
}
