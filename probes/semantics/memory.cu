// Loads and stores of every width and sign in shared, global and local memory, vectors, unaligned
// pieces put together, generic addresses, byte stores into words.
#include "results.cuh"

namespace {

// The memory that is read: 256 bytes a lane, bytes scattered.
template <class Space>
__device__ __forceinline__ void fill(const int* limits, Space* bytes) {
  for (int i = 0; i < 64; ++i) {
    const Word word = scattered(limits, i);
    for (int k = 0; k < 4; ++k) bytes[4 * i + k] = static_cast<unsigned char>(word >> (8 * k));
  }
}

/// Loads of one space; `at` is the address of the lane's bytes. The macro writes the name of the space.
#define LOADS(space, at)                                                                                                  \
  for (int i = 0; i < 4; ++i) {                                                                                           \
    const auto p = (at) + 16 * ((i * 5 + lane_index()) & 7);                                                              \
    Word a, b, c, d;                                                                                                      \
    Wide l, m;                                                                                                            \
    asm volatile("ld." space ".u8 %0, [%1];" : "=r"(a) : "l"(p + 1) : "memory"); results.put(a);                          \
    asm volatile("ld." space ".s8 %0, [%1];" : "=r"(a) : "l"(p + 3) : "memory"); results.put(a);                          \
    asm volatile("ld." space ".u16 %0, [%1];" : "=r"(a) : "l"(p + 2) : "memory"); results.put(a);                         \
    asm volatile("ld." space ".s16 %0, [%1];" : "=r"(a) : "l"(p + 6) : "memory"); results.put(a);                         \
    asm volatile("ld." space ".u32 %0, [%1];" : "=r"(a) : "l"(p + 8) : "memory"); results.put(a);                         \
    asm volatile("ld." space ".u64 %0, [%1];" : "=l"(l) : "l"(p + 8) : "memory"); results.put(l);                         \
    asm volatile("ld." space ".v2.u32 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "l"(p) : "memory"); results.put(a), results.put(b); \
    asm volatile("ld." space ".v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "l"(p) : "memory"); \
    results.put(a), results.put(b), results.put(c), results.put(d);                                                       \
    asm volatile("ld." space ".v2.u64 {%0, %1}, [%2];" : "=l"(l), "=l"(m) : "l"(p) : "memory"); results.put(l), results.put(m); \
    asm volatile("ld." space ".v4.u8 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "l"(p + 4) : "memory"); \
    results.put(a | b << 8 | c << 16 | d << 24);                                                                          \
    asm volatile("ld." space ".v2.s16 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "l"(p + 12) : "memory"); results.put(a ^ b << 1); \
  }

#define STORES(space, at)                                                                                             \
  for (int i = 0; i < 2; ++i) {                                                                                       \
    const auto p = (at) + 64 * i;                                                                                     \
    const Word a = scattered(limits, 70 + i), b = scattered(limits, 80 + i);                                          \
    const Wide l = static_cast<Wide>(a) << 32 | b;                                                                    \
    asm volatile("st." space ".u8 [%0], %1;" ::"l"(p + 1 + ((lane_index() + i) & 3)), "r"(a) : "memory");             \
    asm volatile("st." space ".u16 [%0], %1;" ::"l"(p + 6), "h"(static_cast<unsigned short>(b)) : "memory");          \
    asm volatile("st." space ".u32 [%0], %1;" ::"l"(p + 8), "r"(a) : "memory");                                       \
    asm volatile("st." space ".u64 [%0], %1;" ::"l"(p + 16), "l"(l) : "memory");                                      \
    asm volatile("st." space ".v2.u32 [%0], {%1, %2};" ::"l"(p + 24), "r"(b), "r"(a) : "memory");                     \
    asm volatile("st." space ".v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(p + 32), "r"(a), "r"(b), "r"(a ^ b), "r"(a + b) : "memory"); \
    asm volatile("st." space ".v2.u64 [%0], {%1, %2};" ::"l"(p + 48), "l"(l), "l"(l + a) : "memory");                 \
  }                                                                                                                   \
  for (int i = 0; i < 32; ++i) {                                                                                      \
    Word a;                                                                                                           \
    asm volatile("ld." space ".u32 %0, [%1];" : "=r"(a) : "l"((at) + 4 * i) : "memory"); results.put(a);             \
  }

}  // namespace

extern "C" __global__ void shared_memory(PROBE_PARAMETERS) {
  __shared__ alignas(16) unsigned char bytes[32 * 256];
  unsigned char* const mine = bytes + 256 * lane_index();
  tabulate(PROBE_ARGUMENTS, [&](Results& results) {
    fill(limits, mine);
    const Wide at = __cvta_generic_to_shared(mine);
#pragma unroll 1
    LOADS("shared", at)
    STORES("shared", at)
  });
}
extern "C" __global__ void global_memory(PROBE_PARAMETERS) {
  unsigned char* const mine = reinterpret_cast<unsigned char*>(data) + 128 * 256 + 256 * lane_index();
  tabulate(PROBE_ARGUMENTS, [&](Results& results) {
    fill(limits, mine);
    const Wide at = reinterpret_cast<Wide>(mine);
#pragma unroll 1
    LOADS("global", at)
    STORES("global", at)
  });
}
extern "C" __global__ void local_memory(PROBE_PARAMETERS) {
  alignas(16) unsigned char mine[256];
  tabulate(PROBE_ARGUMENTS, [&](Results& results) {
    fill(limits, mine);
    const Wide at = __cvta_generic_to_local(mine);
#pragma unroll 1
    LOADS("local", at)
    STORES("local", at)
  });
}
// One address space for all: the lane decides at run time which of the three it looks at.
extern "C" __global__ void generic_memory(PROBE_PARAMETERS) {
  __shared__ alignas(16) unsigned char in_shared[32 * 16];
  alignas(16) unsigned char in_local[16];
  unsigned char* const in_global = reinterpret_cast<unsigned char*>(data) + 128 * 256 + 16 * lane_index();
  tabulate(PROBE_ARGUMENTS, [&](Results& results) {
    for (int i = 0; i < 16; ++i) {
      in_shared[16 * lane_index() + i] = static_cast<unsigned char>(scattered(limits, i));
      in_local[i] = static_cast<unsigned char>(scattered(limits, 20 + i));
      in_global[i] = static_cast<unsigned char>(scattered(limits, 40 + i));
    }
#pragma unroll 1
    for (int round = 0; round < 6; ++round) {
      const int which = (lane_index() + round) % 3;
      unsigned char* const p = which == 0 ? in_shared + 16 * lane_index() : which == 1 ? in_local : in_global;
      Word a;
      Wide l;
      asm volatile("ld.u32 %0, [%1];" : "=r"(a) : "l"(p + 4) : "memory"); results.put(a);
      asm volatile("ld.s16 %0, [%1];" : "=r"(a) : "l"(p + 2) : "memory"); results.put(a);
      asm volatile("ld.u64 %0, [%1];" : "=l"(l) : "l"(p + 8) : "memory"); results.put(l);
      asm volatile("st.u16 [%0], %1;" ::"l"(p + 6), "h"(static_cast<unsigned short>(a + round)) : "memory");
    }
  });
}
// Lanes write to one address: which of them is seen afterwards.
extern "C" __global__ void same_address(PROBE_PARAMETERS) {
  __shared__ Word words[64];
  Word* const out = reinterpret_cast<Word*>(data) + 8192;
  tabulate(PROBE_ARGUMENTS, [&](Results& results) {
    const Word value = scattered(limits, 1);
    words[lane_index()] = 0;
    __syncwarp();
    asm volatile("st.volatile.shared.u32 [%0], %1;" ::"r"(static_cast<Word>(__cvta_generic_to_shared(words + lane_index() / 8))), "r"(value) : "memory");
    __syncwarp();
    results.put(words[lane_index()]);
    asm volatile("st.volatile.global.u32 [%0], %1;" ::"l"(out + lane_index() / 4), "r"(value) : "memory");
    __syncwarp();
    Word seen;
    asm volatile("ld.volatile.global.u32 %0, [%1];" : "=r"(seen) : "l"(out + lane_index()) : "memory");
    results.put(seen);
    if (lane_index() % 3 == 0) words[40 + lane_index() % 2] = value;
    __syncwarp();
    results.put(words[40 + (lane_index() & 1)]);
  });
}
