// Loads that hit in L1: how their latency grows with the number of lines that the lanes touch and of words
// in one bank; loads of 64 and 128 bits of lanes that follow one another. Shared memory: when a store or a
// load has read its sources.
#include "chain.cuh"

namespace {

/// Words of zeros behind the results.
__device__ __forceinline__ const char* zeros(float* data) {
  Word* words = reinterpret_cast<Word*>(data) + 0x2000;
  for (int i = lane_index(); i < 0x1000; i += 32) words[i] = 0;
  __syncthreads();
  return reinterpret_cast<const char*>(words);
}

/// Dependent and independent loads of `at`; `load` makes x of what it loads from an address.
template <class Load>
__device__ __forceinline__ void probe_loads(PROBE_PARAMETERS, Word offset, Load load) {
  const char* at = zeros(data) + offset;
  const Word none = static_cast<Word>(limits[lane_index()]) >> 31;  // 0, which the compiler does not know
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word) { load(x, at + (x & none)); });
}

__device__ __forceinline__ void load_32(Word& x, const char* at) { asm volatile("ld.volatile.global.u32 %0, [%1];" : "=r"(x) : "l"(at)); }
__device__ __forceinline__ void load_64(Word& x, const char* at) {
  asm volatile("{\n\t.reg .u32 t;\n\tld.volatile.global.v2.u32 {%0, t}, [%1];\n\tor.b32 %0, %0, t;\n\t}" : "=r"(x) : "l"(at));
}
__device__ __forceinline__ void load_128(Word& x, const char* at) {
  asm volatile("{\n\t.reg .u32 t, u, v;\n\tld.volatile.global.v4.u32 {%0, t, u, v}, [%1];\n\tor.b32 %0, %0, v;\n\t}" : "=r"(x) : "l"(at));
}

/// `Lines` lines; every lane has a bank of its own.
template <int Lines>
__device__ __forceinline__ Word spread() { return lane_index() % Lines * 128 + lane_index() * 4; }
/// `Ways` words in each bank, so at least as many lines.
template <int Ways>
__device__ __forceinline__ Word stacked() { return lane_index() % Ways * 128 + lane_index() / Ways * 4; }

/// A store, or load, whose source is overwritten at once.
template <class Operation>
__device__ __forceinline__ void probe_sources(PROBE_PARAMETERS, Operation op) {
  __shared__ Word words[32];
  words[lane_index()] = 0;
  const Word at = static_cast<Word>(__cvta_generic_to_shared(words + lane_index()));
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { op(x, y, at); });
}

}  // namespace

extern "C" __global__ void lines_1(PROBE_PARAMETERS) { probe_loads(PROBE_ARGUMENTS, spread<1>(), load_32); }
extern "C" __global__ void lines_2(PROBE_PARAMETERS) { probe_loads(PROBE_ARGUMENTS, spread<2>(), load_32); }
extern "C" __global__ void lines_3(PROBE_PARAMETERS) { probe_loads(PROBE_ARGUMENTS, spread<3>(), load_32); }
extern "C" __global__ void lines_4(PROBE_PARAMETERS) { probe_loads(PROBE_ARGUMENTS, spread<4>(), load_32); }
extern "C" __global__ void lines_8(PROBE_PARAMETERS) { probe_loads(PROBE_ARGUMENTS, spread<8>(), load_32); }
extern "C" __global__ void lines_16(PROBE_PARAMETERS) { probe_loads(PROBE_ARGUMENTS, spread<16>(), load_32); }
extern "C" __global__ void lines_32(PROBE_PARAMETERS) { probe_loads(PROBE_ARGUMENTS, spread<32>(), load_32); }
extern "C" __global__ void ways_2(PROBE_PARAMETERS) { probe_loads(PROBE_ARGUMENTS, stacked<2>(), load_32); }
extern "C" __global__ void ways_4(PROBE_PARAMETERS) { probe_loads(PROBE_ARGUMENTS, stacked<4>(), load_32); }
extern "C" __global__ void ways_8(PROBE_PARAMETERS) { probe_loads(PROBE_ARGUMENTS, stacked<8>(), load_32); }
extern "C" __global__ void ways_32(PROBE_PARAMETERS) { probe_loads(PROBE_ARGUMENTS, stacked<32>(), load_32); }
extern "C" __global__ void wide_64_same(PROBE_PARAMETERS) { probe_loads(PROBE_ARGUMENTS, 0, load_64); }
extern "C" __global__ void wide_64(PROBE_PARAMETERS) { probe_loads(PROBE_ARGUMENTS, lane_index() * 8, load_64); }
extern "C" __global__ void wide_128_same(PROBE_PARAMETERS) { probe_loads(PROBE_ARGUMENTS, 0, load_128); }
extern "C" __global__ void wide_128(PROBE_PARAMETERS) { probe_loads(PROBE_ARGUMENTS, lane_index() * 16, load_128); }
extern "C" __global__ void store_shared_sources(PROBE_PARAMETERS) {
  probe_sources(PROBE_ARGUMENTS, [](Word& x, Word y, Word at) { asm volatile("st.volatile.shared.u32 [%1], %0;\n\tadd.u32 %0, %0, %2;" : "+r"(x) : "r"(at), "r"(y)); });
}
extern "C" __global__ void store_shared_byte_sources(PROBE_PARAMETERS) {
  probe_sources(PROBE_ARGUMENTS, [](Word& x, Word y, Word at) { asm volatile("st.volatile.shared.u8 [%1], %0;\n\tadd.u32 %0, %0, %2;" : "+r"(x) : "r"(at), "r"(y)); });
}
extern "C" __global__ void load_shared_sources(PROBE_PARAMETERS) {
  probe_sources(PROBE_ARGUMENTS, [](Word& x, Word y, Word at) {
    asm volatile("{\n\t.reg .u32 a, t;\n\tand.b32 a, %0, 0;\n\tadd.u32 a, a, %1;\n\tld.volatile.shared.u32 t, [a];\n\tmov.b32 a, %2;\n\tadd.u32 %0, %0, a;\n\txor.b32 %0, %0, t;\n\t}"
                 : "+r"(x) : "r"(at), "r"(y));
  });
}
