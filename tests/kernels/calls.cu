// Functions that are not inlined: several call sites, nested calls, calls on one side, a loop of them.
#include "kernels.cuh"

namespace {

__device__ __noinline__ unsigned power(unsigned base, int exponent) {
  unsigned product = 1;
#pragma unroll 1
  for (; exponent > 0; exponent >>= 1) {
    if (exponent & 1) product *= base;
    base *= base;
  }
  return product;
}
__device__ __noinline__ unsigned polynomial(unsigned x, int degree) {
  unsigned sum = 0;
#pragma unroll 1
  for (int i = 0; i <= degree; ++i) sum += power(x, i) * (i + 1);
  return sum;
}
__device__ __noinline__ float smooth(float x, int rounds) {
  float sum = x;
#pragma unroll 1
  for (int i = 0; i < rounds; ++i) {
    if (sum > 2.0f) sum = sum * 0.5f + 0.25f;
    else sum = sum * sum + 0.5f;
  }
  return sum;
}

}  // namespace

extern "C" __global__ void two_call_sites(KERNEL_PARAMETERS) {
  const int limit = limits[lane_index()];
  unsigned result = 0;
  measured(limits, data, timer, result, [&] {
    if (limit < 32) result += power(limit, 5 + (limit & 3));
    else result ^= power(lane_index() + 3, 9) + 1;
  });
}
extern "C" __global__ void nested_calls(KERNEL_PARAMETERS) {
  const int limit = limits[lane_index()];
  unsigned result = 0;
  measured(limits, data, timer, result, [&] { result += polynomial(lane_index() + 1, limit & 7); });
}
extern "C" __global__ void call_in_loop(KERNEL_PARAMETERS) {
  const int limit = limits[lane_index()];
  unsigned result = 0;
  float sum = 0;
  measured(limits, data, timer, result, [&] {
    sum = data[lane_index()];
    INNER_LOOP
    for (int i = 0; i < (limit & 7); ++i)
      if ((i + limit) % 3 != 0) sum = smooth(sum, i + 2);
    result += __float_as_uint(sum) >> 8;
  });
  keep(data, 2, __float_as_uint(sum));
}
extern "C" __global__ void call_both_sides_nested(KERNEL_PARAMETERS) {
  const int limit = limits[lane_index()];
  unsigned result = 0;
  measured(limits, data, timer, result, [&] {
    if (limit < 32) {
      result += polynomial(limit, 2 + (limit & 1));
      if (limit & 2) result ^= power(result, 3);
    } else {
      result += power(polynomial(lane_index(), 3), 2);
    }
  });
}
