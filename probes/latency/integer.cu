// Integer arithmetic and logic of 32 bits.
#include "chain.cuh"

extern "C" __global__ void iadd(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("add.u32 %0, %0, %1;" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void iadd3(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("{\n\t.reg .u32 t;\n\tadd.u32 t, %0, %1;\n\tadd.u32 %0, t, %1;\n\t}" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void imad(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("mad.lo.u32 %0, %0, %1, %1;" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void imul(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("mul.lo.u32 %0, %0, %1;" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void imul_hi(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("mul.hi.u32 %0, %0, %1;" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void imul_hi_signed(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("mul.hi.s32 %0, %0, %1;" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void mul24_hi(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("mul24.hi.u32 %0, %0, %1;" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void lop3(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("lop3.b32 %0, %0, %1, %1, 0x3d;" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void and_xor(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("and.b32 %0, %0, %1;\n\txor.b32 %0, %0, 5;" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void shift_left(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("shl.b32 %0, %0, %1;" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void shift_right_signed(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("shr.s32 %0, %0, %1;" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void funnel_left(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("shf.l.wrap.b32 %0, %0, %1, %1;" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void funnel_right_clamp(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("shf.r.clamp.b32 %0, %1, %0, %1;" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void prmt(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("prmt.b32 %0, %0, %1, 0x3715;" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void prmt_register(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("prmt.b32 %0, %0, %1, %0;" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void popc(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("popc.b32 %0, %0;" : "+r"(x)); });
}

extern "C" __global__ void clz(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("clz.b32 %0, %0;" : "+r"(x)); });
}

extern "C" __global__ void find_leading(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("bfind.u32 %0, %0;" : "+r"(x)); });
}

extern "C" __global__ void find_leading_signed(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("bfind.s32 %0, %0;" : "+r"(x)); });
}

extern "C" __global__ void brev(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("brev.b32 %0, %0;\n\tadd.u32 %0, %0, %1;" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void iabs(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("abs.s32 %0, %0;\n\tsub.s32 %0, %1, %0;" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void imin(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("min.s32 %0, %0, %1;" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void max_unsigned(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("max.u32 %0, %0, %1;\n\tadd.u32 %0, %0, 3;" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void min_three(PROBE_PARAMETERS) {
  const int third = limits[0];
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("min.s32 %0, %0, %1;\n\tmin.s32 %0, %0, %2;" : "+r"(x) : "r"(y), "r"(third)); });
}

extern "C" __global__ void setp_select(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("{\n\t.reg .pred p;\n\tsetp.lt.s32 p, %0, %1;\n\tselp.b32 %0, %1, %0, p;\n\t}" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void setp_unsigned(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("{\n\t.reg .pred p;\n\tsetp.hi.u32 p, %0, %1;\n\tselp.b32 %0, %1, %0, p;\n\t}" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void sad(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("sad.u32 %0, %0, %1, %1;" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void sad_signed(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("sad.s32 %0, %0, %1, %1;" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void vabsdiff4(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("vabsdiff4.u32.u32.u32.add %0, %0, %1, %1;" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void vmax2(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("vmax2.s32.s32.s32 %0, %0, %1, %1;" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void dp4a(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("dp4a.u32.u32 %0, %0, %1, %1;" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void dp2a(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("dp2a.lo.s32.s32 %0, %0, %1, %1;" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void bfe(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("bfe.u32 %0, %0, %1, 9;" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void bfe_signed(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("bfe.s32 %0, %0, %1, %1;" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void bfi(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("bfi.b32 %0, %0, %1, %1, 7;" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void bmsk(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("bmsk.clamp.b32 %0, %0, %1;" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void szext(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("szext.wrap.s32 %0, %1, %0;" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void fns(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("fns.b32 %0, %1, %0, 1;" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void lea(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("{\n\t.reg .u32 t;\n\tshl.b32 t, %0, 3;\n\tadd.u32 %0, t, %1;\n\t}" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void lea_hi(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("{\n\t.reg .u32 t;\n\tshr.u32 t, %0, 28;\n\tadd.u32 %0, t, %1;\n\t}" : "+r"(x) : "r"(y)); });
}
