// Global memory that hits in the L1 cache, local memory, indexed constants, generic addresses.
// The ring lies in `data` behind the lanes' words; the kernels fill it themselves. Kernels whose name
// ends in _l2 depend on the L2 cache and the card's floor plan: their numbers hold for no other.
#include "chain.cuh"

namespace {

/// Word i of 1024 words holds the byte offset of word (i + 32) mod 1024.
__device__ __forceinline__ Word* filled_ring(float* data) {
  Word* ring = reinterpret_cast<Word*>(data) + 1024;
  for (int i = lane_index(); i < 1024; i += 32) ring[i] = ((i + 32) & 1023) * 4;
  __syncthreads();
  return ring;
}

}  // namespace

extern "C" __global__ void load_32(PROBE_PARAMETERS) {
  const Wide base = reinterpret_cast<Wide>(filled_ring(data));
  probe_chain<Wide>(PROBE_ARGUMENTS, [&](Wide& x, Wide) {
    asm volatile("{\n\t.reg .u32 t;\n\t.reg .u64 a;\n\tand.b64 a, %0, 0xffc;\n\tadd.u64 a, a, %1;\n\tld.global.ca.u32 t, [a];\n\tcvt.u64.u32 %0, t;\n\t}" : "+l"(x) : "l"(base) : "memory");
  });
}
extern "C" __global__ void load_64(PROBE_PARAMETERS) {
  const Wide base = reinterpret_cast<Wide>(filled_ring(data));
  probe_chain<Wide>(PROBE_ARGUMENTS, [&](Wide& x, Wide) {
    asm volatile("{\n\t.reg .u64 a;\n\tand.b64 a, %0, 0xff8;\n\tadd.u64 a, a, %1;\n\tld.global.ca.u64 %0, [a];\n\t}" : "+l"(x) : "l"(base) : "memory");
  });
}
extern "C" __global__ void load_128(PROBE_PARAMETERS) {
  const Wide base = reinterpret_cast<Wide>(filled_ring(data));
  probe_chain<Wide>(PROBE_ARGUMENTS, [&](Wide& x, Wide) {
    asm volatile("{\n\t.reg .u64 a, t;\n\tand.b64 a, %0, 0xff0;\n\tadd.u64 a, a, %1;\n\tld.global.ca.v2.u64 {%0, t}, [a];\n\txor.b64 %0, %0, t;\n\t}" : "+l"(x) : "l"(base) : "memory");
  });
}
extern "C" __global__ void load_read_only(PROBE_PARAMETERS) {
  const Wide base = reinterpret_cast<Wide>(limits);
  probe_chain<Wide>(PROBE_ARGUMENTS, [&](Wide& x, Wide) {
    asm volatile("{\n\t.reg .u32 t;\n\t.reg .u64 a;\n\tand.b64 a, %0, 0x7c;\n\tadd.u64 a, a, %1;\n\tld.global.nc.u32 t, [a];\n\tcvt.u64.u32 %0, t;\n\t}" : "+l"(x) : "l"(base));
  });
}
extern "C" __global__ void load_generic(PROBE_PARAMETERS) {
  const Wide base = reinterpret_cast<Wide>(filled_ring(data));
  probe_chain<Wide>(PROBE_ARGUMENTS, [&](Wide& x, Wide) {
    asm volatile("{\n\t.reg .u32 t;\n\t.reg .u64 a;\n\tand.b64 a, %0, 0xffc;\n\tadd.u64 a, a, %1;\n\tld.u32 t, [a];\n\tcvt.u64.u32 %0, t;\n\t}" : "+l"(x) : "l"(base) : "memory");
  });
}
extern "C" __global__ void load_l2(PROBE_PARAMETERS) {
  const Wide base = reinterpret_cast<Wide>(filled_ring(data));
  probe_chain<Wide>(PROBE_ARGUMENTS, [&](Wide& x, Wide) {
    asm volatile("{\n\t.reg .u32 t;\n\t.reg .u64 a;\n\tand.b64 a, %0, 0xffc;\n\tadd.u64 a, a, %1;\n\tld.global.cg.u32 t, [a];\n\tcvt.u64.u32 %0, t;\n\t}" : "+l"(x) : "l"(base) : "memory");
  });
}
// One word a lane, one line for all lanes; the value to be stored waits in a register, so that the
// stores show their read release: the addition behind each overwrites what was stored. The address
// moves on, or the compiler keeps only the last store.
extern "C" __global__ void store_32(PROBE_PARAMETERS) {
  Word* to = reinterpret_cast<Word*>(data) + 1024 + lane_index();
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) {
    asm volatile("st.global.u32 [%1], %0;\n\tadd.u32 %0, %0, %2;" : "+r"(x) : "l"(to), "r"(y) : "memory");
    to += 32;
  });
}
extern "C" __global__ void store_64(PROBE_PARAMETERS) {
  Word* to = reinterpret_cast<Word*>(data) + 1024 + 2 * lane_index();
  probe_chain<Wide>(PROBE_ARGUMENTS, [&](Wide& x, Wide y) {
    asm volatile("st.global.u64 [%1], %0;\n\tadd.u64 %0, %0, %2;" : "+l"(x) : "l"(to), "l"(y) : "memory");
    to += 32;
  });
}
extern "C" __global__ void store_128(PROBE_PARAMETERS) {
  Word* to = reinterpret_cast<Word*>(data) + 1024 + 4 * lane_index();
  probe_chain<Wide>(PROBE_ARGUMENTS, [&](Wide& x, Wide y) {
    asm volatile("st.global.v2.u64 [%1], {%0, %2};\n\tadd.u64 %0, %0, %2;" : "+l"(x) : "l"(to), "l"(y) : "memory");
    to += 128;
  });
}
extern "C" __global__ void store_byte(PROBE_PARAMETERS) {
  Word* to = reinterpret_cast<Word*>(data) + 1024 + lane_index();
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) {
    asm volatile("st.global.u8 [%1], %0;\n\tadd.u32 %0, %0, %2;" : "+r"(x) : "l"(to), "r"(y) : "memory");
    to += 32;
  });
}
extern "C" __global__ void local_load_store(PROBE_PARAMETERS) {
  volatile Word stack[32];
  for (int i = 0; i < 32; ++i) stack[i] = (i + 5) & 31;
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word) { x = stack[x & 31]; });
}
extern "C" __global__ void local_store(PROBE_PARAMETERS) {
  Word stack[192];
  for (int i = 0; i < 192; ++i) stack[i] = i;
  Word* to = stack + (limits[lane_index()] & 31);
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) {
    asm volatile("st.local.u32 [%1], %0;\n\tadd.u32 %0, %0, %2;"
                 : "+r"(x) : "l"(__cvta_generic_to_local(to)), "r"(y) : "memory");
    ++to;
  });
  keep(data, 1, stack[limits[0] & 127]);
}
extern "C" __global__ void local_round_trip(PROBE_PARAMETERS) {
  volatile Word stack[32];
  for (int i = 0; i < 32; ++i) stack[i] = i;
  const int place = limits[lane_index()] & 31;
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word) {
    stack[place] = x;
    x = stack[place ^ (x & 1)];
  });
}
extern "C" __global__ void constant_indexed(PROBE_PARAMETERS) {
  // The parameters lie in a constant bank: an index that the compiler does not know makes an LDC.
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word) {
    asm volatile(
        "{\n\t.reg .u64 a, b;\n\t.reg .u32 i;\n\tand.b32 i, %0, 12;\n\tcvt.u64.u32 a, i;\n\t"
        "mov.u64 b, constant_indexed_param_0;\n\tadd.u64 a, a, b;\n\tld.param.u32 i, [a];\n\txor.b32 %0, %0, i;\n\t}"
        : "+r"(x));
  });
}
extern "C" __global__ void atomic_add_l2(PROBE_PARAMETERS) {
  Word* to = filled_ring(data) + lane_index();
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word) {
    asm volatile("atom.global.add.u32 %0, [%1], %0;" : "+r"(x) : "l"(to) : "memory");
  });
}
extern "C" __global__ void atomic_cas_l2(PROBE_PARAMETERS) {
  Word* to = filled_ring(data) + lane_index();
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) {
    asm volatile("atom.global.cas.b32 %0, [%1], %0, %2;" : "+r"(x) : "l"(to), "r"(y) : "memory");
  });
}
extern "C" __global__ void reduction_l2(PROBE_PARAMETERS) {
  Word* to = filled_ring(data) + lane_index();
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) {
    asm volatile("red.global.add.u32 [%1], %0;\n\tadd.u32 %0, %0, %2;" : "+r"(x) : "l"(to), "r"(y) : "memory");
  });
}
