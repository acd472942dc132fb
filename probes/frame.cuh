// What the probes share. A probe is a kernel for `reconverge bench FILE --kernel all --any-verdict
// --warmup-by same-code`: it times itself in segments and leaves a stamp behind each.
#pragma once
#include "measure.cuh"

#define PROBE_PARAMETERS const int *limits, float *data, long long *timer
#define PROBE_ARGUMENTS limits, data, timer

using Word = unsigned;
using Wide = unsigned long long;

/// Puts the k-th stamp of this lane into row 2 + k of the timer: rows 0 and 1 hold the spans.
template <int Count>
__device__ __forceinline__ void store_stamps(long long* timer, const long long (&stamps)[Count]) {
#pragma unroll
  for (int k = 0; k < Count; ++k) timer[(2 + k) * 32 + lane_index()] = stamps[k];
}

/// Bits of a result: `row` 0 is the lane's own word, the others follow in rows of 32.
__device__ __forceinline__ void keep(float* data, int row, Word bits) {
  reinterpret_cast<Word*>(data)[row * 32 + lane_index()] = bits;
}

/// A value that differs from lane to lane and that the compiler cannot know.
__device__ __forceinline__ Word scattered(const int* limits, int salt) {
  Word x = (limits[lane_index()] + 1) * 0x9e3779b9u + lane_index() * 0x85ebca6bu + salt * 0xc2b2ae35u;
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  return x ^ (x >> 16);
}

/// The same, of the type that an operation works on. Floats lie in [1, 2).
template <class Value>
__device__ __forceinline__ Value scattered_as(const int* limits, int salt);
template <>
__device__ __forceinline__ Word scattered_as<Word>(const int* limits, int salt) { return scattered(limits, salt); }
template <>
__device__ __forceinline__ Wide scattered_as<Wide>(const int* limits, int salt) {
  return (static_cast<Wide>(scattered(limits, salt)) << 32) | scattered(limits, salt + 77);
}
template <>
__device__ __forceinline__ float scattered_as<float>(const int* limits, int salt) {
  return __uint_as_float(0x3f800000u | (scattered(limits, salt) >> 9));
}
template <>
__device__ __forceinline__ double scattered_as<double>(const int* limits, int salt) {
  return __longlong_as_double(0x3ff0000000000000ll | (scattered_as<Wide>(limits, salt) >> 12));
}

/// Uses a value, so that what comes next waits for it.
__device__ __forceinline__ void settle(Word& sink, Word value) { asm volatile("xor.b32 %0, %0, %1;" : "+r"(sink) : "r"(value)); }
__device__ __forceinline__ void settle(Word& sink, float value) { settle(sink, __float_as_uint(value)); }
__device__ __forceinline__ void settle(Word& sink, Wide value) {
  settle(sink, static_cast<Word>(value));
  settle(sink, static_cast<Word>(value >> 32));
}
__device__ __forceinline__ void settle(Word& sink, double value) { settle(sink, static_cast<Wide>(__double_as_longlong(value))); }
