// Early ends and continues in nests of loops, several exits, and work that depends on where one left.
#include "kernels.cuh"

extern "C" __global__ void break_continue_nest(KERNEL_PARAMETERS) {
  const int limit = limits[lane_index()];
  unsigned result = 0;
  measured(limits, data, timer, result, [&] {
    INNER_LOOP
    for (int i = 0; i < 8; ++i) {
      if (i == (limit & 7)) continue;
      INNER_LOOP
      for (int j = 0; j < 6; ++j) {
        if (i * j > limit) break;
        if ((j ^ lane_index()) & 1) continue;
        result = result * 5 + j;
        if ((result & 0x3f) == 0x15) goto done;
      }
      result += i;
    }
  done:
    result ^= 0x55;
  });
}
extern "C" __global__ void several_returns(KERNEL_PARAMETERS) {
  const int limit = limits[lane_index()];
  unsigned result = 0;
  measured(limits, data, timer, result, [&] {
    const auto classify = [&](int x) -> unsigned {
      if (x < 4) return mixed(x);
      INNER_LOOP
      for (int i = 0; i < x; ++i)
        if ((mixed(i + x) & 15) == 3) return i * 7 + 1;
      if (x & 1) return mixed(x) >> 3;
      return x * 11;
    };
    result += classify(limit) + classify((limit * 5 + lane_index()) & 31);
  });
}
extern "C" __global__ void eight_queens_of_five(KERNEL_PARAMETERS) {
  const int first = limits[lane_index()] % 5;
  unsigned result = 0;
  measured(limits, data, timer, result, [&] {
    unsigned place = first, row = 1, columns = 1u << first, found = 0;
    unsigned left[6], right[6], tried[6];
    left[1] = 1u << first << 1, right[1] = 1u << first >> 1, tried[1] = 0;
    INNER_LOOP
    while (row > 0) {
      const unsigned free = 31u & ~(columns | left[row] | right[row] | tried[row]);
      if (row == 5 || free == 0) {
        found += row == 5;
        --row;
        if (row > 0) columns &= ~(1u << (place >> (3 * row) & 7));
        continue;
      }
      const unsigned next = __ffs(free) - 1;
      tried[row] |= 1u << next;
      columns |= 1u << next;
      place = (place & ~(7u << (3 * row))) | next << (3 * row);
      left[row + 1] = (left[row] | 1u << next) << 1;
      right[row + 1] = (right[row] | 1u << next) >> 1;
      if (row + 1 < 6) tried[row + 1 > 5 ? 5 : row + 1] = 0;
      ++row;
    }
    result += found;
  });
}
extern "C" __global__ void flood(KERNEL_PARAMETERS) {
  // A walk over a grid of 8 x 8 bits, with a stack in shared memory for each lane.
  __shared__ unsigned char stack[32 * 32];
  const unsigned seed = seed_of(limits);
  unsigned result = 0;
  measured(limits, data, timer, result, [&] {
    unsigned long long open = (static_cast<unsigned long long>(mixed(seed)) << 32 | seed) | 0x18000000ull;
    unsigned char* const mine = stack + lane_index() * 32;
    int top = 0, count = 0;
    mine[top++] = 27;
    open &= ~(1ull << 27);
    INNER_LOOP
    while (top > 0 && count < 20) {
      const int cell = mine[--top];
      ++count;
      const int neighbours[4] = {cell - 8, cell + 8, (cell & 7) > 0 ? cell - 1 : -1, (cell & 7) < 7 ? cell + 1 : -1};
#pragma unroll
      for (int k = 0; k < 4; ++k) {
        const int to = neighbours[k];
        if (to >= 0 && to < 64 && (open >> to & 1) && top < 31) {
          open &= ~(1ull << to);
          mine[top++] = static_cast<unsigned char>(to);
        }
      }
    }
    result = count + (static_cast<unsigned>(open) & 0xffff00u);
  });
}
