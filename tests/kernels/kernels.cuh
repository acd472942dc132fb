// The frame of the held-out kernels: programs as people write them, which no cost was fitted to.
#pragma once
#include "measure.cuh"

#define KERNEL_PARAMETERS const int *limits, float *data, long long *timer

/// Bits of a lane's further results, in rows of 32 behind the lanes' own words.
__device__ __forceinline__ void keep(float* data, int row, unsigned bits) {
  reinterpret_cast<unsigned*>(data)[row * 32 + lane_index()] = bits;
}

/// Mixes the bits of a number.
__device__ __forceinline__ unsigned mixed(unsigned x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  return x ^ (x >> 16);
}

/// A start value of a lane, from its limit.
__device__ __forceinline__ unsigned seed_of(const int* limits) { return mixed(limits[lane_index()] * 0x9e3779b9u + lane_index()); }

/// All lanes, in a form that the compiler does not know: limits are not negative.
__device__ __forceinline__ unsigned all_lanes(const int* limits) { return ~(limits[lane_index()] >> 31); }

/// Times `body`, brings the lanes together whatever it did, and keeps `result` of them.
template <class Body>
__device__ __forceinline__ void measured(const int* limits, float* data, long long* timer, unsigned& result, Body body) {
  data = of_warp(data), timer = of_warp(timer);
  const Span span = timed<true>(body, all_lanes(limits));
  data[lane_index()] = static_cast<float>(result & 0xffffffu);
  keep(data, 1, result);
  store(timer, span);
}
