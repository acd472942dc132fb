// SPDX-License-Identifier: MIT
// Stores and loads of local and global memory by several warps at once, each warp in a sub-partition of its own, and loads
// of several constants by warps that come at different times. Rounds are stamped as in together.cu; those of `b_`, `gb_`
// and `w_` begin together, of the others where the last one left the warps.
#include "../control/control.cuh"

namespace {

template <int Rounds, bool Together, class Operation>
__device__ __forceinline__ void rounds(PROBE_PARAMETERS, Operation operation) {
  probe_control<20>(PROBE_ARGUMENTS, [&](Track& track) {
    Word value = static_cast<Word>(limits[lane_index()]) >> 31;  // 0
    const auto one = [&]<int Round>() {
      if (Together) __syncthreads();
      track.mark<2 * Round>();
      value = operation(track, value);
      value += value;  // 0, which the compiler does not know
      track.mark<2 * Round + 1>();
    };
    one.template operator()<0>();
    one.template operator()<1>();
    one.template operator()<2>();
    one.template operator()<3>();
    one.template operator()<4>();
    one.template operator()<5>();
    one.template operator()<6>();
    one.template operator()<7>();
    if (Rounds > 8) {
      one.template operator()<8>();
      one.template operator()<9>();
    }
    track.sum += __uint_as_float(value);
  });
}

/// The address of an array of local memory, at the word that a lane uses.
template <int Spread, int Stride, class Use>
__device__ __forceinline__ void with_local(PROBE_PARAMETERS, Use use) {
  Word array[64];
  const Word zero = static_cast<Word>(limits[lane_index()]) >> 31;
  for (int i = 0; i < 64; ++i) array[(i + zero) & 63] = zero;
  use(static_cast<Word>(__cvta_generic_to_local(array)) + lane_index() % Spread * Stride * 4, zero);
  data[256 * 32 + threadIdx.x] = array[zero + 2];
}

/// Stores, then so many additions, then loads. Compilers put a load in front of stores that it does not depend on.
template <int Stores, int Loads, int Spread, int Gap, bool Together>
__device__ __forceinline__ void stores_and_loads(PROBE_PARAMETERS) {
  with_local<Spread, 1>(PROBE_ARGUMENTS, [&](Word at, Word zero) {
    rounds<10, Together>(PROBE_ARGUMENTS, [=](Track& track, Word value) {
      if (Stores > 0) asm volatile("st.local.u32 [%0], %1;" ::"r"(at + value), "r"(value) : "memory");
      if (Stores > 1) asm volatile("st.local.u32 [%0+64], %1;" ::"r"(at + value), "r"(value) : "memory");
      if (Stores > 2) asm volatile("st.local.u32 [%0+128], %1;" ::"r"(at + value), "r"(value) : "memory");
      track.template work<Gap>(1.0f);
      Word a = 0, b = 0, c = 0;
      if (Loads > 0) asm volatile("ld.local.u32 %0, [%1];" : "=r"(a) : "r"(at + value) : "memory");
      if (Loads > 1) asm volatile("ld.local.u32 %0, [%1+64];" : "=r"(b) : "r"(at + value) : "memory");
      if (Loads > 2) asm volatile("ld.local.u32 %0, [%1+128];" : "=r"(c) : "r"(at + value) : "memory");
      return (a | b | c) & zero;
    });
  });
}

/// Two loads of words `Stride` apart from each lane of `Spread` to the next.
template <int Spread, int Stride, bool Together>
__device__ __forceinline__ void loads_apart(PROBE_PARAMETERS) {
  with_local<Spread, Stride>(PROBE_ARGUMENTS, [&](Word at, Word zero) {
    rounds<8, Together>(PROBE_ARGUMENTS, [=](Track&, Word value) {
      Word a, b;
      asm volatile("ld.local.u32 %0, [%1];" : "=r"(a) : "r"(at + value) : "memory");
      asm volatile("ld.local.u32 %0, [%1+4];" : "=r"(b) : "r"(at + value) : "memory");
      return (a | b) & zero;
    });
  });
}

template <int Stores, int Loads, bool Together>
__device__ __forceinline__ void global(PROBE_PARAMETERS) {
  const Word zero = static_cast<Word>(limits[lane_index()]) >> 31;
  float* const mine = of_warp(data) + lane_index();
  rounds<8, Together>(PROBE_ARGUMENTS, [=](Track&, Word value) {
    Word a = 0, b = 0, c = 0;
    float* const at = mine + value;
    if (Stores > 0) asm volatile("st.global.u32 [%0], %1;" ::"l"(at), "r"(value) : "memory");
    if (Stores > 1) asm volatile("st.global.u32 [%0+128], %1;" ::"l"(at), "r"(value) : "memory");
    if (Stores > 2) asm volatile("st.global.u32 [%0+256], %1;" ::"l"(at), "r"(value) : "memory");
    if (Loads > 0) asm volatile("ld.global.u32 %0, [%1+384];" : "=r"(a) : "l"(at) : "memory");
    if (Loads > 1) asm volatile("ld.global.u32 %0, [%1+512];" : "=r"(b) : "l"(at) : "memory");
    if (Loads > 2) asm volatile("ld.global.u32 %0, [%1+640];" : "=r"(c) : "l"(at) : "memory");
    return (a | b | c) & zero;
  });
}

__constant__ Word constants[128];

/// Lanes load `Values` different words, warp 1, 2 and 3 so many rounds of a loop after warp 0.
template <int Values, int A, int B, int C>
__device__ __forceinline__ void words(PROBE_PARAMETERS) {
  probe_control<6>(PROBE_ARGUMENTS, [&](Track& track) {
    Word value = static_cast<Word>(limits[lane_index()]) >> 31;
    const auto one = [&]<int Round>() {
      __syncthreads();
      int steps = warp_index() == 0 ? 1 : warp_index() == 1 ? 1 + A : warp_index() == 2 ? 1 + B : 1 + C;
      INNER_LOOP
      for (int i = 0; i < steps; ++i) asm volatile("add.u32 %0, %0, %0;" : "+r"(value));
      track.mark<2 * Round>();
      const Word got = constants[lane_index() % Values + value];
      value = got + got;
      track.mark<2 * Round + 1>();
    };
    one.template operator()<0>();
    one.template operator()<1>();
    one.template operator()<2>();
    track.sum += __uint_as_float(value);
  });
}

}  // namespace

#define BOTH(B, L, NAME, OPERATION, ...)                                                                              \
  extern "C" __global__ void B##NAME(PROBE_PARAMETERS) { OPERATION<__VA_ARGS__, true>(PROBE_ARGUMENTS); }             \
  extern "C" __global__ void L##NAME(PROBE_PARAMETERS) { OPERATION<__VA_ARGS__, false>(PROBE_ARGUMENTS); }

#define P(S, L, W, G) BOTH(b_, l_, S##_##L##_##W##_##G, stores_and_loads, S, L, W, G)
P(1, 1, 1, 0) P(1, 1, 2, 0) P(1, 1, 4, 0) P(2, 1, 1, 0) P(2, 2, 1, 0) P(2, 2, 2, 0) P(3, 3, 1, 0) P(3, 3, 2, 0)
P(3, 3, 4, 0) P(3, 3, 1, 2) P(3, 3, 2, 2) P(3, 3, 2, 4) P(3, 3, 4, 4) P(3, 3, 4, 8) P(3, 3, 2, 8) P(0, 3, 1, 0)
P(0, 3, 2, 0) P(0, 3, 4, 0) P(3, 0, 2, 4) P(3, 0, 4, 4) P(0, 1, 4, 0) P(3, 1, 4, 4) P(3, 1, 2, 2)

#define A(S, D) BOTH(b_, l_, S##_##D, loads_apart, S, D)
A(2, 2) A(2, 4) A(2, 8) A(2, 16) A(4, 4) A(4, 2) A(8, 1) A(8, 2) A(16, 1) A(32, 1) A(2, 5) A(2, 17)

#define G(S, L) BOTH(gb_, gl_, S##_##L, global, S, L)
G(1, 1) G(2, 1) G(1, 2) G(2, 2) G(3, 3) G(3, 1) G(1, 3)

#define K(V, A, B, C)                                                  \
  extern "C" __global__ void w_##V##_##A##_##B##_##C(PROBE_PARAMETERS) { \
    words<V, A, B, C>(PROBE_ARGUMENTS);                                \
  }
K(4, 0, 0, 1) K(4, 0, 1, 0) K(4, 0, 1, 1) K(4, 0, 0, 2) K(4, 0, 2, 0) K(4, 1, 2, 3) K(4, 1, 0, 2) K(4, 0, 1, 2)
K(8, 0, 0, 1) K(8, 0, 1, 0) K(8, 1, 2, 3) K(8, 0, 1, 2) K(8, 0, 0, 2) K(2, 0, 1, 2) K(2, 0, 0, 1) K(8, 0, 2, 1)
