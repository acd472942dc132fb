// Programs that a compiler of GPUs and one of hosts both understand. Each has `in`, 256 words, and `out`,
// 1024 words of zeroes; lanes of one block read and write both.
#pragma once

#ifdef __CUDACC__

#define DEVICE __device__
#define NOINLINE __noinline__
/// A program of lanes that know nothing of each other: `t` of `n`.
#define EACH(name)                                                                             \
  __device__ __forceinline__ void name##_of(int t, int n, const int* in, int* out);            \
  extern "C" __global__ void name(const int* in, int* out) { name##_of(threadIdx.x, blockDim.x, in, out); } \
  __device__ __forceinline__ void name##_of(int t, int n, const int* in, int* out)
/// A program of lanes that work together; the host has another text for it, which knows no lanes.
#define TOGETHER EACH

#else

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "programs/reference.hpp"

#define DEVICE inline
#define NOINLINE __attribute__((noinline))
#define EACH(name)                                                                                \
  inline void name##_of(int t, int n, const int* in, int* out);                                   \
  const ::reconverge::programs::Registration name##_registration(#name, [](int n, const int* in, int* out) { \
    for (int t = 0; t < n; ++t) name##_of(t, n, in, out);                                         \
  });                                                                                             \
  inline void name##_of(int t, [[maybe_unused]] int n, const int* in, int* out)
#define TOGETHER(name)                                                    \
  inline void name##_together(int n, const int* in, int* out);            \
  const ::reconverge::programs::Registration name##_registration(#name, name##_together); \
  inline void name##_together(int n, const int* in, int* out)

inline int __popc(unsigned x) { return std::popcount(x); }
inline int __clz(int x) { return std::countl_zero(static_cast<unsigned>(x)); }
inline int __ffs(int x) { return __builtin_ffs(x); }
inline unsigned __brev(unsigned x) {
  unsigned reversed = 0;
  for (int i = 0; i < 32; ++i) reversed |= (x >> i & 1) << (31 - i);
  return reversed;
}
inline int __mulhi(int a, int b) { return static_cast<int>(static_cast<long long>(a) * b >> 32); }
inline unsigned __umulhi(unsigned a, unsigned b) {
  return static_cast<unsigned>(static_cast<unsigned long long>(a) * b >> 32);
}
inline int __float_as_int(float f) { return std::bit_cast<int>(f); }
inline float __int_as_float(int i) { return std::bit_cast<float>(i); }
inline int __double2hiint(double d) { return static_cast<int>(std::bit_cast<long long>(d) >> 32); }
inline int __double2loint(double d) { return static_cast<int>(std::bit_cast<long long>(d)); }
inline int min(int a, int b) { return a < b ? a : b; }
inline int max(int a, int b) { return a < b ? b : a; }

#endif

DEVICE unsigned mixed(unsigned x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  return x ^ (x >> 16);
}
