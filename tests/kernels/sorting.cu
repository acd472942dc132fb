// Sorting networks of one warp in shared memory, and sorting by every lane for itself.
#include "kernels.cuh"

extern "C" __global__ void bitonic_sort(KERNEL_PARAMETERS) {
  __shared__ unsigned values[64];
  const unsigned seed = seed_of(limits);
  unsigned result = 0;
  measured(limits, data, timer, result, [&] {
    values[lane_index()] = seed ^ result;
    values[lane_index() + 32] = mixed(seed);
    __syncwarp();
    INNER_LOOP
    for (int size = 2; size <= 64; size *= 2) {
      INNER_LOOP
      for (int stride = size / 2; stride > 0; stride /= 2) {
        const int i = 2 * stride * (lane_index() / stride) + lane_index() % stride;
        const unsigned a = values[i], b = values[i + stride];
        if ((a > b) == ((i & size) == 0)) {
          values[i] = b;
          values[i + stride] = a;
        }
        __syncwarp();
      }
    }
    result = values[lane_index()] + values[lane_index() + 32];
  });
}
extern "C" __global__ void odd_even_sort(KERNEL_PARAMETERS) {
  __shared__ unsigned values[32];
  const unsigned seed = seed_of(limits);
  unsigned result = 0;
  measured(limits, data, timer, result, [&] {
    values[lane_index()] = seed >> 8;
    __syncwarp();
    INNER_LOOP
    for (int round = 0; round < 32; ++round) {
      if (lane_index() % 2 == round % 2 && lane_index() < 31) {
        const unsigned a = values[lane_index()], b = values[lane_index() + 1];
        if (a > b) {
          values[lane_index()] = b;
          values[lane_index() + 1] = a;
        }
      }
      __syncwarp();
    }
    result = values[lane_index()];
  });
}
extern "C" __global__ void insertion_sort(KERNEL_PARAMETERS) {
  __shared__ unsigned values[16 * 32];
  const unsigned seed = seed_of(limits);
  unsigned* const mine = values + lane_index();
  unsigned result = 0;
  measured(limits, data, timer, result, [&] {
    INNER_LOOP
    for (int i = 0; i < 12; ++i) {
      const unsigned value = mixed(seed + i);
      int j = i;
      INNER_LOOP
      while (j > 0 && mine[32 * (j - 1)] > value) {
        mine[32 * j] = mine[32 * (j - 1)];
        --j;
      }
      mine[32 * j] = value;
    }
    result = mine[0] ^ mine[32 * 6] ^ mine[32 * 11];
  });
}
extern "C" __global__ void quick_sort(KERNEL_PARAMETERS) {
  unsigned values[16];
  int stack[16];  // of ranges, in local memory
  const unsigned seed = seed_of(limits);
  unsigned result = 0;
  measured(limits, data, timer, result, [&] {
    INNER_LOOP
    for (int i = 0; i < 16; ++i) values[i] = mixed(seed + i * 3);
    int top = 0;
    stack[top++] = 0;
    stack[top++] = 15;
    INNER_LOOP
    while (top > 0) {
      int high = stack[--top], low = stack[--top];
      INNER_LOOP
      while (low < high) {
        const unsigned pivot = values[(low + high) / 2];
        int i = low, j = high;
        INNER_LOOP
        while (i <= j) {
          INNER_LOOP
          while (values[i] < pivot) ++i;
          INNER_LOOP
          while (values[j] > pivot) --j;
          if (i <= j) {
            const unsigned other = values[i];
            values[i++] = values[j];
            values[j--] = other;
          }
        }
        if (j - low < high - i) {
          if (low < j) stack[top++] = low, stack[top++] = j;
          low = i;
        } else {
          if (i < high) stack[top++] = i, stack[top++] = high;
          high = j;
        }
      }
    }
    result = values[0] ^ values[7] * 3 ^ values[15] * 5;
  });
}
extern "C" __global__ void merge_two_lists(KERNEL_PARAMETERS) {
  __shared__ unsigned lists[16 * 32], merged[16 * 32];
  const int limit = limits[lane_index()];
  for (int i = 0; i < 16; ++i) lists[i * 32 + lane_index()] = (i & 7) * 100 + mixed(limit + i) % 97;
  __syncthreads();
  unsigned result = 0;
  measured(limits, data, timer, result, [&] {
    const unsigned* const mine = lists + lane_index();
    int a = 0, b = 0;
    const int of_a = 8 - (limit & 3), of_b = 8 - (limit >> 2 & 3);
    INNER_LOOP
    for (int i = 0; a < of_a || b < of_b; ++i) {
      if (b >= of_b || (a < of_a && mine[32 * a] <= mine[32 * (8 + b)])) merged[32 * i + lane_index()] = mine[32 * a++];
      else merged[32 * i + lane_index()] = mine[32 * (8 + b++)];
    }
    result += merged[lane_index()] + 3 * merged[32 * 5 + lane_index()];
  });
}
