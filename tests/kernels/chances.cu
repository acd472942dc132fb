// Rejection, exchange between divergent parts, several ways out, calls.
#include "kernels.cuh"

__device__ __noinline__ unsigned twisted(unsigned x, int depth) {
  if (depth == 0 || (x & 3) == 0) return x;
  return mixed(x) + twisted(x >> 1, depth - 1);
}
__device__ __noinline__ float root_of(float x) {
  float y = x;
  INNER_LOOP
  for (int i = 0; i < 12; ++i) {
    const float next = 0.5f * (y + x / y);
    if (fabsf(next - y) < 1e-6f * y) return next;
    y = next;
  }
  return y;
}

extern "C" __global__ void gaussians(KERNEL_PARAMETERS) {
  const unsigned seed = seed_of(limits);
  unsigned result = 0;
  measured(limits, data, timer, result, [&] {
    unsigned state = seed;
    float sum = 0;
    INNER_LOOP
    for (int k = 0; k < 4; ++k) {
      float u, v, s;
      do {
        state = mixed(state + 1);
        u = static_cast<float>(state & 0xffff) / 32768.0f - 1.0f;
        v = static_cast<float>(state >> 16) / 32768.0f - 1.0f;
        s = u * u + v * v;
      } while (s >= 1.0f || s == 0.0f);
      sum += u * sqrtf(-2.0f * logf(s) / s);
    }
    result = __float_as_uint(sum);
  });
}
extern "C" __global__ void exchange_by_sides(KERNEL_PARAMETERS) {
  const unsigned seed = seed_of(limits), all = all_lanes(limits);
  unsigned result = 0;
  measured(limits, data, timer, result, [&] {
    unsigned value = seed;
    INNER_LOOP
    for (int k = 0; k < 5; ++k) {
      if (value & 1) value = mixed(value) >> 1;
      else value = value * 5 + 1;
      const unsigned other = __shfl_xor_sync(all, value, 1 << k);
      if (other > value) value ^= other >> 3;
      __syncwarp(all);
      if (__any_sync(all, value < 0x01000000u)) value += __shfl_sync(all, value, k);
    }
    result = value;
  });
}
extern "C" __global__ void several_ways_out(KERNEL_PARAMETERS) {
  const unsigned seed = seed_of(limits);
  unsigned result = 0;
  measured(limits, data, timer, result, [&] {
    unsigned x = seed, found = 0;
    INNER_LOOP
    for (int i = 0; i < 10; ++i) {
      INNER_LOOP
      for (int j = 0; j < 6; ++j) {
        x = mixed(x + j);
        if ((x & 31) == 0) { found = 1000 + i; goto out; }
        if ((x & 7) == 1) break;
        if ((x & 7) == 2) continue;
        if ((x & 63) == 7) { found = 2000 + j; goto out; }
        found += x & 3;
      }
      if (found > 40) goto out;
    }
  out:
    result = found;
  });
}
extern "C" __global__ void calls_that_branch(KERNEL_PARAMETERS) {
  const unsigned seed = seed_of(limits);
  unsigned result = 0;
  measured(limits, data, timer, result, [&] {
    unsigned sum = 0;
    INNER_LOOP
    for (int k = 0; k < 3; ++k) {
      if (seed >> k & 1) sum += __float_as_uint(root_of(1.0f + static_cast<float>(seed >> 8 & 0xff)));
      else sum += seed >> k;
    }
    result = sum;
  });
}
extern "C" __global__ void calls_itself(KERNEL_PARAMETERS) {
  const unsigned seed = seed_of(limits);
  unsigned result = 0;
  measured(limits, data, timer, result, [&] { result = twisted(seed, 4) ^ result; });
}
extern "C" __global__ void chain_of_tests(KERNEL_PARAMETERS) {
  const unsigned seed = seed_of(limits);
  unsigned result = 0;
  measured(limits, data, timer, result, [&] {
    unsigned x = seed, sum = 0;
    INNER_LOOP
    for (int i = 0; i < 12; ++i) {
      x = mixed(x);
      const unsigned kind = x % 5;
      if (kind == 0) sum += __popc(x);
      else if (kind == 1) sum ^= __clz(x);
      else if (kind == 2) sum = sum * 7 + __ffs(x);
      else if (kind == 3) sum += x / (1 + (x & 15));
      else sum -= x % 11;
    }
    result = sum;
  });
}
