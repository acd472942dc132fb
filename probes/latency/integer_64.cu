// Integers of 64 bits and the carry chains they are made of.
#include "chain.cuh"

extern "C" __global__ void add64(PROBE_PARAMETERS) {
  probe_chain<Wide>(PROBE_ARGUMENTS, [&](Wide& x, Wide y) { asm volatile("add.u64 %0, %0, %1;" : "+l"(x) : "l"(y)); });
}

extern "C" __global__ void sub64(PROBE_PARAMETERS) {
  probe_chain<Wide>(PROBE_ARGUMENTS, [&](Wide& x, Wide y) { asm volatile("sub.u64 %0, %0, %1;" : "+l"(x) : "l"(y)); });
}

extern "C" __global__ void mul64(PROBE_PARAMETERS) {
  probe_chain<Wide>(PROBE_ARGUMENTS, [&](Wide& x, Wide y) { asm volatile("mul.lo.u64 %0, %0, %1;" : "+l"(x) : "l"(y)); });
}

extern "C" __global__ void mul64_hi(PROBE_PARAMETERS) {
  probe_chain<Wide>(PROBE_ARGUMENTS, [&](Wide& x, Wide y) { asm volatile("mul.hi.u64 %0, %0, %1;" : "+l"(x) : "l"(y)); });
}

extern "C" __global__ void mad64(PROBE_PARAMETERS) {
  probe_chain<Wide>(PROBE_ARGUMENTS, [&](Wide& x, Wide y) { asm volatile("mad.lo.u64 %0, %0, %1, %1;" : "+l"(x) : "l"(y)); });
}

extern "C" __global__ void mad_wide(PROBE_PARAMETERS) {
  probe_chain<Wide>(PROBE_ARGUMENTS, [&](Wide& x, Wide y) { asm volatile("{\n\t.reg .u32 lo, hi;\n\tmov.b64 {lo, hi}, %0;\n\tmad.wide.u32 %0, lo, hi, %1;\n\t}" : "+l"(x) : "l"(y)); });
}

extern "C" __global__ void mad_wide_signed(PROBE_PARAMETERS) {
  probe_chain<Wide>(PROBE_ARGUMENTS, [&](Wide& x, Wide y) { asm volatile("{\n\t.reg .s32 lo, hi;\n\tmov.b64 {lo, hi}, %0;\n\tmad.wide.s32 %0, lo, hi, %1;\n\t}" : "+l"(x) : "l"(y)); });
}

extern "C" __global__ void mul_wide(PROBE_PARAMETERS) {
  probe_chain<Wide>(PROBE_ARGUMENTS, [&](Wide& x, Wide y) { asm volatile("{\n\t.reg .u32 lo, hi;\n\tmov.b64 {lo, hi}, %0;\n\tmul.wide.u32 %0, lo, hi;\n\t}" : "+l"(x)); });
}

extern "C" __global__ void less64(PROBE_PARAMETERS) {
  probe_chain<Wide>(PROBE_ARGUMENTS, [&](Wide& x, Wide y) { asm volatile("{\n\t.reg .pred p;\n\tsetp.lt.s64 p, %0, %1;\n\tselp.b64 %0, %1, %0, p;\n\t}" : "+l"(x) : "l"(y)); });
}

extern "C" __global__ void equal64(PROBE_PARAMETERS) {
  probe_chain<Wide>(PROBE_ARGUMENTS, [&](Wide& x, Wide y) { asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.u64 p, %0, %1;\n\tselp.b64 %0, 5, %1, p;\n\t}" : "+l"(x) : "l"(y)); });
}

extern "C" __global__ void min64(PROBE_PARAMETERS) {
  probe_chain<Wide>(PROBE_ARGUMENTS, [&](Wide& x, Wide y) { asm volatile("min.s64 %0, %0, %1;\n\tadd.s64 %0, %0, 3;" : "+l"(x) : "l"(y)); });
}

extern "C" __global__ void shift_left64(PROBE_PARAMETERS) {
  probe_chain<Wide>(PROBE_ARGUMENTS, [&](Wide& x, Wide y) { asm volatile("{\n\t.reg .u32 lo, hi;\n\tmov.b64 {lo, hi}, %1;\n\tshl.b64 %0, %0, lo;\n\t}" : "+l"(x) : "l"(y)); });
}

extern "C" __global__ void shift_right64(PROBE_PARAMETERS) {
  probe_chain<Wide>(PROBE_ARGUMENTS, [&](Wide& x, Wide y) { asm volatile("{\n\t.reg .u32 lo, hi;\n\tmov.b64 {lo, hi}, %1;\n\tshr.s64 %0, %0, hi;\n\t}" : "+l"(x) : "l"(y)); });
}

extern "C" __global__ void shift_constant64(PROBE_PARAMETERS) {
  probe_chain<Wide>(PROBE_ARGUMENTS, [&](Wide& x, Wide y) { asm volatile("shr.u64 %0, %0, 7;\n\txor.b64 %0, %0, %1;" : "+l"(x) : "l"(y)); });
}

extern "C" __global__ void popc64(PROBE_PARAMETERS) {
  probe_chain<Wide>(PROBE_ARGUMENTS, [&](Wide& x, Wide y) { asm volatile("{\n\t.reg .u32 t;\n\tpopc.b64 t, %0;\n\tcvt.u64.u32 %0, t;\n\t}" : "+l"(x)); });
}

extern "C" __global__ void clz64(PROBE_PARAMETERS) {
  probe_chain<Wide>(PROBE_ARGUMENTS, [&](Wide& x, Wide y) { asm volatile("{\n\t.reg .u32 t;\n\tclz.b64 t, %0;\n\tcvt.u64.u32 %0, t;\n\t}" : "+l"(x)); });
}

extern "C" __global__ void brev64(PROBE_PARAMETERS) {
  probe_chain<Wide>(PROBE_ARGUMENTS, [&](Wide& x, Wide y) { asm volatile("brev.b64 %0, %0;\n\tadd.u64 %0, %0, %1;" : "+l"(x) : "l"(y)); });
}

extern "C" __global__ void add_carry(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("add.cc.u32 %0, %0, %1;\n\taddc.cc.u32 %0, %0, %1;\n\taddc.u32 %0, %0, 0;" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void mad_carry(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("mad.lo.cc.u32 %0, %0, %1, %1;\n\tmadc.hi.u32 %0, %0, %1, %1;" : "+r"(x) : "r"(y)); });
}
