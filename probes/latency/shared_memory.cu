// Shared memory: dependent loads of every width, stores, bank conflicts of 1 to 32 ways, atomics.
#include "chain.cuh"

namespace {

/// 4 kB whose word i holds the byte address of word (i + 32) mod 1024: a chain of loads walks
/// through it and keeps its bank.
__device__ __forceinline__ Word filled_ring() {
  __shared__ Word ring[1024];
  const Word base = static_cast<Word>(__cvta_generic_to_shared(ring));
  for (int i = lane_index(); i < 1024; i += 32) ring[i] = base + ((i + 32) & 1023) * 4;
  __syncthreads();
  return base;
}

/// Lanes `ways` apart share a bank: lane l looks at word (l * ways) mod 32 + 32 * (l * ways / 32).
template <int Ways>
__device__ __forceinline__ Word conflicting(Word base) { return base + ((lane_index() * Ways) & 1023) * 4; }

/// Dependent and independent loads whose addresses have conflicts of `Ways` ways.
template <int Ways>
__device__ __forceinline__ void probe_loads(PROBE_PARAMETERS) {
  data = of_warp(data), timer = of_warp(timer);
  const Word base = filled_ring();
  Word x = conflicting<Ways>(base), v[8], sink = 0;
#pragma unroll
  for (int i = 0; i < 8; ++i) v[i] = x;
  const auto load = [](Word& to, Word) { asm volatile("ld.volatile.shared.u32 %0, [%0];" : "+r"(to)); };
  long long stamps[13];
  const Span span = timed([&] {
    stamps[0] = clock64();
    dependent<1>(load, x, x, sink);
    stamps[1] = clock64();
    dependent<2>(load, x, x, sink);
    stamps[2] = clock64();
    dependent<4>(load, x, x, sink);
    stamps[3] = clock64();
    dependent<8>(load, x, x, sink);
    stamps[4] = clock64();
    independent<1>(load, v, x, sink, stamps[5], stamps[6]);
    independent<2>(load, v, x, sink, stamps[7], stamps[8]);
    independent<4>(load, v, x, sink, stamps[9], stamps[10]);
    independent<8>(load, v, x, sink, stamps[11], stamps[12]);
  });
  keep(data, 0, sink);
  store(timer, span);
  store_stamps(timer, stamps);
}

template <int Count>
__device__ __forceinline__ void stores(Word address, Word value, Word& sink, long long& issued, long long& loaded) {
  Word back;
#pragma unroll
  for (int i = 0; i < Count; ++i) asm volatile("st.volatile.shared.u32 [%0], %1;" ::"r"(address), "r"(value + i));
  issued = clock64();
  asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(back) : "r"(address));
  settle(sink, back);
  loaded = clock64();
}

/// 1, 2, 4, 8 stores, each group with a load behind it that waits for them.
template <int Ways>
__device__ __forceinline__ void probe_stores(PROBE_PARAMETERS) {
  data = of_warp(data), timer = of_warp(timer);
  const Word base = filled_ring();
  const Word address = conflicting<Ways>(base), value = scattered(limits, 1);
  Word sink = 0;
  long long stamps[9];
  const Span span = timed([&] {
    stamps[0] = clock64();
    stores<1>(address, value, sink, stamps[1], stamps[2]);
    stores<2>(address, value, sink, stamps[3], stamps[4]);
    stores<4>(address, value, sink, stamps[5], stamps[6]);
    stores<8>(address, value, sink, stamps[7], stamps[8]);
  });
  keep(data, 0, sink);
  store(timer, span);
  store_stamps(timer, stamps);
}

}  // namespace

extern "C" __global__ void load_1_way(PROBE_PARAMETERS) { probe_loads<1>(PROBE_ARGUMENTS); }
extern "C" __global__ void load_2_ways(PROBE_PARAMETERS) { probe_loads<2>(PROBE_ARGUMENTS); }
extern "C" __global__ void load_4_ways(PROBE_PARAMETERS) { probe_loads<4>(PROBE_ARGUMENTS); }
extern "C" __global__ void load_8_ways(PROBE_PARAMETERS) { probe_loads<8>(PROBE_ARGUMENTS); }
extern "C" __global__ void load_16_ways(PROBE_PARAMETERS) { probe_loads<16>(PROBE_ARGUMENTS); }
extern "C" __global__ void load_32_ways(PROBE_PARAMETERS) { probe_loads<32>(PROBE_ARGUMENTS); }
extern "C" __global__ void load_3_apart(PROBE_PARAMETERS) { probe_loads<3>(PROBE_ARGUMENTS); }
extern "C" __global__ void load_same_word(PROBE_PARAMETERS) { probe_loads<0>(PROBE_ARGUMENTS); }
extern "C" __global__ void store_1_way(PROBE_PARAMETERS) { probe_stores<1>(PROBE_ARGUMENTS); }
extern "C" __global__ void store_2_ways(PROBE_PARAMETERS) { probe_stores<2>(PROBE_ARGUMENTS); }
extern "C" __global__ void store_4_ways(PROBE_PARAMETERS) { probe_stores<4>(PROBE_ARGUMENTS); }
extern "C" __global__ void store_8_ways(PROBE_PARAMETERS) { probe_stores<8>(PROBE_ARGUMENTS); }
extern "C" __global__ void store_16_ways(PROBE_PARAMETERS) { probe_stores<16>(PROBE_ARGUMENTS); }
extern "C" __global__ void store_32_ways(PROBE_PARAMETERS) { probe_stores<32>(PROBE_ARGUMENTS); }
extern "C" __global__ void store_same_word(PROBE_PARAMETERS) { probe_stores<0>(PROBE_ARGUMENTS); }

// The loaded words are the next address: of the wider loads only the first of them is used, and the
// lanes' words lie 2 or 4 apart, so that the conflicts are those of the width.
extern "C" __global__ void load_64(PROBE_PARAMETERS) {
  const Word base = filled_ring();
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word) {
    asm volatile("{\n\t.reg .u32 a, t;\n\tand.b32 a, %0, 0xf8;\n\tadd.u32 a, a, %1;\n\tld.volatile.shared.v2.u32 {%0, t}, [a];\n\txor.b32 %0, %0, t;\n\t}"
                 : "+r"(x) : "r"(base + lane_index() * 8));
  });
}
extern "C" __global__ void load_128(PROBE_PARAMETERS) {
  const Word base = filled_ring();
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word) {
    asm volatile("{\n\t.reg .u32 a, t, u, v;\n\tand.b32 a, %0, 0xf0;\n\tadd.u32 a, a, %1;\n\tld.volatile.shared.v4.u32 {%0, t, u, v}, [a];\n\txor.b32 %0, %0, v;\n\t}"
                 : "+r"(x) : "r"(base + lane_index() * 16));
  });
}
extern "C" __global__ void load_byte(PROBE_PARAMETERS) {
  const Word base = filled_ring();
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word) {
    asm volatile("{\n\t.reg .u32 a;\n\tand.b32 a, %0, 0xff;\n\tadd.u32 a, a, %1;\n\tld.volatile.shared.s8 %0, [a];\n\t}" : "+r"(x) : "r"(base));
  });
}
extern "C" __global__ void atomic_add_own_word(PROBE_PARAMETERS) {
  const Word base = filled_ring();
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word) {
    asm volatile("atom.shared.add.u32 %0, [%1], %0;" : "+r"(x) : "r"(base + lane_index() * 4));
  });
}
extern "C" __global__ void atomic_add_same_word(PROBE_PARAMETERS) {
  const Word base = filled_ring();
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word) { asm volatile("atom.shared.add.u32 %0, [%1], %0;" : "+r"(x) : "r"(base)); });
}
extern "C" __global__ void atomic_max_same_word(PROBE_PARAMETERS) {
  const Word base = filled_ring();
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word) { asm volatile("atom.shared.max.s32 %0, [%1], %0;" : "+r"(x) : "r"(base)); });
}
extern "C" __global__ void atomic_exchange_own_word(PROBE_PARAMETERS) {
  const Word base = filled_ring();
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word) {
    asm volatile("atom.shared.exch.b32 %0, [%1], %0;" : "+r"(x) : "r"(base + lane_index() * 4));
  });
}
extern "C" __global__ void atomic_cas_own_word(PROBE_PARAMETERS) {
  const Word base = filled_ring();
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) {
    asm volatile("atom.shared.cas.b32 %0, [%1], %0, %2;" : "+r"(x) : "r"(base + lane_index() * 4), "r"(y));
  });
}
extern "C" __global__ void atomic_add_float(PROBE_PARAMETERS) {
  const Word base = filled_ring();
  probe_chain<float>(PROBE_ARGUMENTS, [&](float& x, float) {
    asm volatile("atom.shared.add.f32 %0, [%1], %0;" : "+f"(x) : "r"(base + lane_index() * 4));
  });
}
extern "C" __global__ void atomic_reduction(PROBE_PARAMETERS) {
  const Word base = filled_ring();
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) {
    asm volatile("red.shared.add.u32 [%1], %0;\n\tadd.u32 %0, %0, %2;" : "+r"(x) : "r"(base + lane_index() * 4), "r"(y));
  });
}
