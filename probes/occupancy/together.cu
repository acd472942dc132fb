// SPDX-License-Identifier: MIT
// Accesses of several warps at once, each warp in a sub-partition of its own: who is served first, and how much later the
// others are. A round is stamped before an access and behind what waits for it. Rounds of `_apart` have no barrier of the
// block between them, so that warps stay as far apart as they have come. 4096 bytes of shared memory are needed.
#include "../control/control.cuh"

namespace {

constexpr int round_count = 6;

/// Each round begins together, or where the last one left the warps.
template <bool Together, class Operation>
__device__ __forceinline__ void rounds(PROBE_PARAMETERS, Operation operation) {
  probe_control<2 * round_count + 1>(PROBE_ARGUMENTS, [&](Track& track) {
    Word value = static_cast<Word>(limits[lane_index()]) >> 31;  // 0
    const auto one = [&]<int Round>() {
      if (Together) __syncthreads();
      track.mark<2 * Round>();
      value = operation(Round, value);
      value += value;  // 0, which the compiler does not know
      track.mark<2 * Round + 1>();
    };
    one.template operator()<0>();
    one.template operator()<1>();
    one.template operator()<2>();
    one.template operator()<3>();
    one.template operator()<4>();
    one.template operator()<5>();
    track.sum += __uint_as_float(value);
  });
}

/// Bytes from the word of one lane to that of the next: 4 is one wavefront, 4 * k k of them.
__device__ __forceinline__ Word shared_address(const int* limits, int apart) {
  extern __shared__ Word words[];
  const Word zero = static_cast<Word>(limits[lane_index()]) >> 31;
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) words[i] = 0;
  __syncthreads();
  return static_cast<Word>(__cvta_generic_to_shared(words)) + zero + lane_index() * apart;
}

}  // namespace

#define BOTH(NAME, ...)                                                                                    \
  extern "C" __global__ void NAME(PROBE_PARAMETERS) { __VA_ARGS__(true) }                                  \
  extern "C" __global__ void NAME##_apart(PROBE_PARAMETERS) { __VA_ARGS__(false) }

#define LOAD(TOGETHER, APART)                                                                              \
  const Word at = shared_address(limits, APART);                                                           \
  rounds<TOGETHER>(PROBE_ARGUMENTS, [=](int, Word value) {                                                       \
    Word got;                                                                                              \
    asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(got) : "r"(at + value));                                         \
    return got;                                                                                            \
  });
#define LOAD_1(T) LOAD(T, 4)
#define LOAD_2(T) LOAD(T, 8)
#define LOAD_4(T) LOAD(T, 16)
#define LOAD_8(T) LOAD(T, 32)
BOTH(load_1, LOAD_1)
BOTH(load_2, LOAD_2)
BOTH(load_4, LOAD_4)
BOTH(load_8, LOAD_8)

#define STORE_LOAD(TOGETHER, APART, LOADS)                                                                 \
  const Word at = shared_address(limits, APART);                                                           \
  rounds<TOGETHER>(PROBE_ARGUMENTS, [=](int, Word value) {                                                 \
    Word got = value;                                                                                      \
    asm volatile("st.volatile.shared.u32 [%0], %1;" ::"r"(at + value), "r"(value));                                         \
    if (LOADS) asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(got) : "r"(at + value));                              \
    return got;                                                                                            \
  });
#define STORE_1(T) STORE_LOAD(T, 4, false)
#define STORE_4(T) STORE_LOAD(T, 16, false)
#define STORE_LOAD_1(T) STORE_LOAD(T, 4, true)
#define STORE_LOAD_2(T) STORE_LOAD(T, 8, true)
#define STORE_LOAD_4(T) STORE_LOAD(T, 16, true)
BOTH(store_1, STORE_1)
BOTH(store_4, STORE_4)
BOTH(store_load_1, STORE_LOAD_1)
BOTH(store_load_2, STORE_LOAD_2)
BOTH(store_load_4, STORE_LOAD_4)
#define STORE_8(T) STORE_LOAD(T, 32, false)
#define STORE_LOAD_8(T) STORE_LOAD(T, 32, true)
BOTH(store_8, STORE_8)
BOTH(store_load_8, STORE_LOAD_8)

/// A load `Products` products and `Compares` comparisons behind a store, or behind another load.
template <int Products, int Compares>
__device__ __forceinline__ Word later(Word value, Word one) {
#pragma unroll
  for (int i = 0; i < Products; ++i) asm volatile("mul.lo.u32 %0, %0, %1;" : "+r"(value) : "r"(one));
#pragma unroll
  for (int i = 0; i < Compares; ++i)
    asm volatile("{.reg .pred p; setp.gt.u32 p, %0, 0xffff; @p xor.b32 %0, %0, 7;}" : "+r"(value));
  return value;
}
#define LOAD_LATER(TOGETHER, APART, STORES, PRODUCTS, COMPARES)                                                \
  const Word at = shared_address(limits, APART), one = static_cast<Word>(limits[lane_index()]) >> 5;       \
  rounds<TOGETHER>(PROBE_ARGUMENTS, [=](int, Word value) {                                                 \
    Word got = value, first = 0;                                                                           \
    if (STORES) asm volatile("st.volatile.shared.u32 [%0], %1;" ::"r"(at + value), "r"(value));            \
    else asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(first) : "r"(at + value));                 \
    const Word then = later<PRODUCTS, COMPARES>(at + value, one);                                             \
    asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(got) : "r"(then));                              \
    return got | first;                                                                                    \
  });
#define LATER(PRODUCTS, COMPARES)                                                                              \
  extern "C" __global__ void store_##PRODUCTS##_##COMPARES##_load(PROBE_PARAMETERS) { LOAD_LATER(true, 32, true, PRODUCTS, COMPARES) }  \
  extern "C" __global__ void load_##PRODUCTS##_##COMPARES##_load(PROBE_PARAMETERS) { LOAD_LATER(true, 32, false, PRODUCTS, COMPARES) }
LATER(1, 0)
LATER(2, 0)
LATER(3, 0)
LATER(4, 0)
LATER(5, 0)
LATER(6, 0)
LATER(7, 0)
LATER(1, 1)
LATER(2, 1)
LATER(3, 1)
LATER(1, 2)
LATER(2, 2)
LATER(0, 2)
LATER(1, 3)
LATER(0, 3)

#define TWO_LOADS(T)                                                                                       \
  const Word at = shared_address(limits, 8), other = shared_address(limits, 4);                            \
  rounds<T>(PROBE_ARGUMENTS, [=](int, Word value) {                                                              \
    Word got, more;                                                                                        \
    asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(got) : "r"(at + value));                                         \
    asm volatile("ld.volatile.shared.u32 %0, [%1+1024];" : "=r"(more) : "r"(other + value));                                \
    return got ^ more;                                                                                     \
  });
BOTH(two_loads, TWO_LOADS)

#define WIDE_LOAD(T)                                                                                       \
  const Word at = shared_address(limits, 16);                                                              \
  rounds<T>(PROBE_ARGUMENTS, [=](int, Word value) {                                                              \
    Word a, b, c, d;                                                                                       \
    asm volatile("ld.volatile.shared.v4.u32 {%0,%1,%2,%3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(at + value));  \
    return a ^ b ^ c ^ d;                                                                                  \
  });
BOTH(wide_load, WIDE_LOAD)

#define ADD(TOGETHER, APART)                                                                               \
  const Word at = shared_address(limits, APART);                                                           \
  rounds<TOGETHER>(PROBE_ARGUMENTS, [=](int, Word value) {                                                 \
    Word got;                                                                                              \
    asm volatile("atom.shared.add.u32 %0, [%1], %2;" : "=r"(got) : "r"(at + value), "r"(value));               \
    return got;                                                                                            \
  });
#define ADD_1(T) ADD(T, 4)
#define ADD_4(T) ADD(T, 16)
BOTH(add_1, ADD_1)
BOTH(add_4, ADD_4)

#define SHUFFLE(T)                                                                                         \
  rounds<T>(PROBE_ARGUMENTS, [=](int, Word value) {                                                        \
    Word got;                                                                                              \
    asm volatile("shfl.sync.bfly.b32 %0, %1, 1, 0x1f, 0xffffffff;" : "=r"(got) : "r"(value));              \
    return got;                                                                                            \
  });
BOTH(shuffle, SHUFFLE)

#define SHUFFLE_REGISTERS(T)                                                                               \
  const Word lane = (limits[lane_index()] & 1) + 3, mask = (limits[lane_index()] >> 31) + 0x1f;            \
  rounds<T>(PROBE_ARGUMENTS, [=](int, Word value) {                                                        \
    Word got, holds;                                                                                       \
    asm volatile(                                                                                          \
        "{.reg .pred p; shfl.sync.bfly.b32 %0|p, %2, %3, %4, 0xffffffff; selp.u32 %1, 1, 2, p;}"           \
        : "=r"(got), "=r"(holds)                                                                           \
        : "r"(value), "r"(lane), "r"(mask));                                                               \
    return got ^ holds;                                                                                    \
  });
BOTH(shuffle_registers, SHUFFLE_REGISTERS)

#define LOCAL(TOGETHER, DIFFERS, STORES, LOADS)                                                            \
  Word array[16];                                                                                          \
  const Word zero = static_cast<Word>(limits[lane_index()]) >> 31;                                         \
  for (int i = 0; i < 16; ++i) array[(i + zero) & 15] = zero;                                              \
  const Word at = static_cast<Word>(__cvta_generic_to_local(array)) + (DIFFERS ? lane_index() % 8 * 4 : 4); \
  rounds<TOGETHER>(PROBE_ARGUMENTS, [=](int, Word value) {                                                 \
    Word got = value;                                                                                      \
    if (STORES) asm volatile("st.local.u32 [%0], %1;" ::"r"(at + value), "r"(value) : "memory");  \
    if (LOADS) asm volatile("ld.local.u32 %0, [%1];" : "=r"(got) : "r"(at + value) : "memory");   \
    return got;                                                                                            \
  });                                                                                                      \
  data[256 * 32 + threadIdx.x] = array[zero + 2];
#define LOCAL_LOAD(T) LOCAL(T, false, false, true)
#define LOCAL_STORE(T) LOCAL(T, false, true, false)
#define LOCAL_APART(T) LOCAL(T, true, true, true)
BOTH(local_load, LOCAL_LOAD)
BOTH(local_store, LOCAL_STORE)
#define LOCAL_BOTH(T) LOCAL(T, false, true, true)
BOTH(local_both, LOCAL_BOTH)
BOTH(local_apart, LOCAL_APART)

#define GLOBAL(TOGETHER, APART)                                                                            \
  const float* const at = of_warp(data) + lane_index() * APART % 256;                                      \
  rounds<TOGETHER>(PROBE_ARGUMENTS, [=](int, Word value) {                                                       \
    Word got;                                                                                              \
    asm volatile("ld.global.u32 %0, [%1];" : "=r"(got) : "l"(at + value));                                         \
    return got & 1;                                                                                        \
  });
#define GLOBAL_1(T) GLOBAL(T, 1)
#define GLOBAL_2(T) GLOBAL(T, 2)
#define GLOBAL_8(T) GLOBAL(T, 8)
BOTH(global_1, GLOBAL_1)
BOTH(global_2, GLOBAL_2)
BOTH(global_8, GLOBAL_8)

#define GLOBAL_STORE(T)                                                                                    \
  float* const at = of_warp(data) + lane_index() + 64;                                                     \
  rounds<T>(PROBE_ARGUMENTS, [=](int, Word value) {                                                        \
    asm volatile("st.volatile.global.u32 [%0], %1;" ::"l"(at + value), "r"(value));                                         \
    return value;                                                                                          \
  });
BOTH(global_store, GLOBAL_STORE)

/// Constants whose address is in a register, with so many different values in the lanes.
__constant__ Word constants[128];
#define CONSTANT_AT(TOGETHER, TYPE, VALUES)                                                                \
  const Word place = lane_index() % VALUES + (static_cast<Word>(limits[lane_index()]) >> 31);              \
  rounds<TOGETHER>(PROBE_ARGUMENTS, [=](int, Word value) {                                                 \
    const TYPE got = reinterpret_cast<const TYPE*>(constants)[place + value];                              \
    return static_cast<Word>(got) ^ static_cast<Word>(static_cast<Wide>(got) >> 32) ^ value;               \
  });
#define CONSTANT_1(T) CONSTANT_AT(T, Word, 1)
#define CONSTANT_2(T) CONSTANT_AT(T, Word, 2)
#define CONSTANT_4(T) CONSTANT_AT(T, Word, 4)
#define PAIR_1(T) CONSTANT_AT(T, Wide, 1)
#define PAIR_2(T) CONSTANT_AT(T, Wide, 2)
#define PAIR_4(T) CONSTANT_AT(T, Wide, 4)
BOTH(constant_1, CONSTANT_1)
BOTH(constant_2, CONSTANT_2)
BOTH(constant_4, CONSTANT_4)
BOTH(pair_1, PAIR_1)
BOTH(pair_2, PAIR_2)
BOTH(pair_4, PAIR_4)

#define TABLE(T)                                                                                           \
  const Word lane = lane_index();                                                                          \
  rounds<T>(PROBE_ARGUMENTS, [=](int, Word value) {                                                        \
    Word got;                                                                                              \
    asm volatile("match.any.sync.b32 %0, %1, 0xffffffff;" : "=r"(got) : "r"(value + (lane & 1)));          \
    return got >> 31 >> lane;                                                                              \
  });
BOTH(match, TABLE)
