// The frame of kernels whose threads work together: one text for both compilers.
#pragma once
#include "programs/frame.cuh"

#ifdef __CUDACC__
#define BLOCK EACH
#define SHARED __shared__
#define CONSTANT __constant__
/// Before a loop that stays one: listings are short.
#define LOOP _Pragma("unroll 1")
#else
#include "programs/kernels/host_block.hpp"
#define SHARED static
#define CONSTANT static const
#define LOOP
#define BLOCK(name)                                                                                   \
  inline void name##_of(int t, int n, const int* in, int* out);                                       \
  const ::reconverge::programs::Registration name##_registration(#name, [](int n, const int* in, int* out) { \
    ::reconverge::programs::run_block_on_host(n, [=](int t) { name##_of(t, n, in, out); });           \
  });                                                                                                 \
  inline void name##_of(int t, [[maybe_unused]] int n, const int* in, int* out)
#endif

constexpr unsigned everyone = 0xffffffffu;
