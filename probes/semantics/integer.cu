// Integer instructions of 32 bits.
#include "results.cuh"

extern "C" __global__ void arithmetic(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_words(W2("add.u32"));
    results.of_words(W2("sub.s32"));
    results.of_words(W2("mul.lo.u32"));
    results.of_words(W2("mul.hi.u32"));
    results.of_words(W2("mul.hi.s32"));
    results.of_words(W2("mul24.lo.u32"));
    results.of_words(W2("mul24.lo.s32"));
    results.of_words(W2("mul24.hi.u32"));
    results.of_words(W2("mul24.hi.s32"));
    results.of_words(W2("add.sat.s32"));
    results.of_words(W2("sub.sat.s32"));
    results.of_words(W2("min.s32"));
    results.of_words(W2("max.s32"));
    results.of_words(W2("min.u32"));
    results.of_words(W2("max.u32"));
    results.of_words(W1("abs.s32"));
    results.of_words(W1("neg.s32"));
    results.of_words(W1("not.b32"));
  });
}

extern "C" __global__ void multiply_add(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_words(W3("mad.lo.u32"));
    results.of_words(W3("mad.hi.u32"));
    results.of_words(W3("mad.hi.s32"));
    results.of_words(W3("mad.hi.sat.s32"));
    results.of_words(W3("mad24.lo.u32"));
    results.of_words(W3("mad24.hi.s32"));
    results.of_words(W3("sad.u32"));
    results.of_words(W3("sad.s32"));
  });
}

extern "C" __global__ void wide_products(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_words([](Word a, Word b, Word) { Wide d; asm volatile("mul.wide.u32 %0, %1, %2;" : "=l"(d) : "r"(a), "r"(b)); return d; });
    results.of_words([](Word a, Word b, Word) { Wide d; asm volatile("mul.wide.s32 %0, %1, %2;" : "=l"(d) : "r"(a), "r"(b)); return d; });
    results.of_words([](Word a, Word b, Word c) { Wide d; const Wide e = static_cast<Wide>(b) << 32 | c; asm volatile("mad.wide.u32 %0, %1, %2, %3;" : "=l"(d) : "r"(a), "r"(b), "l"(e)); return d; });
    results.of_words([](Word a, Word b, Word c) { Wide d; const Wide e = static_cast<Wide>(c) << 32 | a; asm volatile("mad.wide.s32 %0, %1, %2, %3;" : "=l"(d) : "r"(a), "r"(b), "l"(e)); return d; });
  });
}

extern "C" __global__ void carry_chains(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_words([](Word a, Word b, Word c) { Wide d; asm volatile("{\n\t.reg .u32 x, y, z;\n\tadd.cc.u32 x, %1, %2;\n\taddc.cc.u32 y, %2, %3;\n\taddc.u32 z, %1, %3;\n\txor.b32 y, y, z;\n\tmov.b64 %0, {x, y};\n\t}" : "=l"(d) : "r"(a), "r"(b), "r"(c)); return d; });
    results.of_words([](Word a, Word b, Word c) { Wide d; asm volatile("{\n\t.reg .u32 x, y, z;\n\tsub.cc.u32 x, %1, %2;\n\tsubc.cc.u32 y, %2, %3;\n\tsubc.u32 z, %1, %3;\n\txor.b32 y, y, z;\n\tmov.b64 %0, {x, y};\n\t}" : "=l"(d) : "r"(a), "r"(b), "r"(c)); return d; });
    results.of_words([](Word a, Word b, Word c) { Wide d; asm volatile("{\n\t.reg .u32 x, y, z;\n\tmad.lo.cc.u32 x, %1, %2, %3;\n\tmadc.hi.cc.u32 y, %1, %2, %3;\n\taddc.u32 z, %3, %2;\n\txor.b32 y, y, z;\n\tmov.b64 %0, {x, y};\n\t}" : "=l"(d) : "r"(a), "r"(b), "r"(c)); return d; });
    results.of_words([](Word a, Word b, Word c) { Wide d; asm volatile("{\n\t.reg .u32 x, y, z;\n\tmad.hi.cc.s32 x, %1, %2, %3;\n\tmadc.lo.cc.u32 y, %1, %3, %2;\n\taddc.u32 z, 0, 0;\n\txor.b32 y, y, z;\n\tmov.b64 %0, {x, y};\n\t}" : "=l"(d) : "r"(a), "r"(b), "r"(c)); return d; });
  });
}

extern "C" __global__ void logic(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_words(W2("and.b32"));
    results.of_words(W2("or.b32"));
    results.of_words(W2("xor.b32"));
    results.of_words(W1("cnot.b32"));
    results.of_words([](Word a, Word b, Word c) { Word d; asm volatile("lop3.b32 %0, %1, %2, %3, 0x01;" : "=r"(d) : "r"(a), "r"(b), "r"(c)); return d; });
    results.of_words([](Word a, Word b, Word c) { Word d; asm volatile("lop3.b32 %0, %1, %2, %3, 0x1b;" : "=r"(d) : "r"(a), "r"(b), "r"(c)); return d; });
    results.of_words([](Word a, Word b, Word c) { Word d; asm volatile("lop3.b32 %0, %1, %2, %3, 0x80;" : "=r"(d) : "r"(a), "r"(b), "r"(c)); return d; });
    results.of_words([](Word a, Word b, Word c) { Word d; asm volatile("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(d) : "r"(a), "r"(b), "r"(c)); return d; });
    results.of_words([](Word a, Word b, Word c) { Word d; asm volatile("lop3.b32 %0, %1, %2, %3, 0xca;" : "=r"(d) : "r"(a), "r"(b), "r"(c)); return d; });
    results.of_words([](Word a, Word b, Word c) { Word d; asm volatile("lop3.b32 %0, %1, %2, %3, 0xe8;" : "=r"(d) : "r"(a), "r"(b), "r"(c)); return d; });
    results.of_words([](Word a, Word b, Word c) { Word d; asm volatile("lop3.b32 %0, %1, %2, %3, 0xfe;" : "=r"(d) : "r"(a), "r"(b), "r"(c)); return d; });
    results.of_words([](Word a, Word b, Word c) { Word d; asm volatile("lop3.b32 %0, %1, %2, %3, 0x3d;" : "=r"(d) : "r"(a), "r"(b), "r"(c)); return d; });
  });
}

extern "C" __global__ void shifts(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_words(W2("shl.b32"));
    results.of_words(W2("shr.u32"));
    results.of_words(W2("shr.s32"));
    results.of_words(W3("shf.l.wrap.b32"));
    results.of_words(W3("shf.l.clamp.b32"));
    results.of_words(W3("shf.r.wrap.b32"));
    results.of_words(W3("shf.r.clamp.b32"));
    results.of_words([](Word a, Word b, Word c) { Word d; asm volatile("shf.l.wrap.b32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c & 0x3f)); return d; });
    results.of_words([](Word a, Word b, Word c) { Word d; asm volatile("shf.l.clamp.b32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c & 0x3f)); return d; });
    results.of_words([](Word a, Word b, Word c) { Word d; asm volatile("shf.r.wrap.b32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c & 0x3f)); return d; });
    results.of_words([](Word a, Word b, Word c) { Word d; asm volatile("shf.r.clamp.b32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c & 0x3f)); return d; });
    results.of_words([](Word a, Word b, Word) { Word d; asm volatile("shl.b32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b & 0x3f)); return d; });
    results.of_words([](Word a, Word b, Word) { Word d; asm volatile("shr.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b & 0x3f)); return d; });
    results.of_words([](Word a, Word b, Word) { Word d; asm volatile("shr.s32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b & 0x3f)); return d; });
  });
}

extern "C" __global__ void permutes(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_words([](Word a, Word b, Word c) { Word d; asm volatile("prmt.b32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c)); return d; });
    results.of_words([](Word a, Word b, Word c) { Word d; asm volatile("prmt.b32.f4e %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c)); return d; });
    results.of_words([](Word a, Word b, Word c) { Word d; asm volatile("prmt.b32.b4e %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c)); return d; });
    results.of_words([](Word a, Word b, Word c) { Word d; asm volatile("prmt.b32.rc8 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c)); return d; });
    results.of_words([](Word a, Word b, Word c) { Word d; asm volatile("prmt.b32.ecl %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c)); return d; });
    results.of_words([](Word a, Word b, Word c) { Word d; asm volatile("prmt.b32.ecr %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c)); return d; });
    results.of_words([](Word a, Word b, Word c) { Word d; asm volatile("prmt.b32.rc16 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c)); return d; });
  });
}

extern "C" __global__ void bits(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_words(W1("popc.b32"));
    results.of_words(W1("clz.b32"));
    results.of_words(W1("brev.b32"));
    results.of_words(W1("bfind.u32"));
    results.of_words(W1("bfind.s32"));
    results.of_words(W1("bfind.shiftamt.u32"));
    results.of_words(W1("bfind.shiftamt.s32"));
    results.of_words([](Word a, Word b, Word c) { Word d; asm volatile("bfe.u32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b & 0xff), "r"(c & 0xff)); return d; });
    results.of_words([](Word a, Word b, Word c) { Word d; asm volatile("bfe.s32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b & 0xff), "r"(c & 0xff)); return d; });
    results.of_words([](Word a, Word b, Word c) { Word d; asm volatile("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(d) : "r"(a), "r"(b), "r"(c & 0xff), "r"(c >> 8 & 0xff)); return d; });
    results.of_words(W2("bmsk.clamp.b32"));
    results.of_words(W2("bmsk.wrap.b32"));
    results.of_words(W2("szext.clamp.s32"));
    results.of_words(W2("szext.clamp.u32"));
    results.of_words(W2("szext.wrap.s32"));
    results.of_words(W2("szext.wrap.u32"));
    results.of_words([](Word a, Word b, Word c) { Word d; asm volatile("fns.b32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b & 31), "r"(static_cast<int>(c & 15) - 8)); return d; });
  });
}

extern "C" __global__ void compares(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_words(WP("setp.eq.s32"));
    results.of_words(WP("setp.ne.s32"));
    results.of_words(WP("setp.lt.s32"));
    results.of_words(WP("setp.le.s32"));
    results.of_words(WP("setp.gt.s32"));
    results.of_words(WP("setp.ge.s32"));
    results.of_words(WP("setp.lo.u32"));
    results.of_words(WP("setp.ls.u32"));
    results.of_words(WP("setp.hi.u32"));
    results.of_words(WP("setp.hs.u32"));
    results.of_words([](Word a, Word b, Word c) { Word d; asm volatile("{\n\t.reg .pred p, q, r;\n\tsetp.ne.s32 r, %3, 0;\n\tsetp.lt.xor.s32 p|q, %1, %2, r;\n\tselp.b32 %0, 5, 9, p;\n\t@q add.u32 %0, %0, 32;\n\t}" : "=r"(d) : "r"(a), "r"(b), "r"(c)); return d; });
    results.of_words(W2("set.lt.u32.s32"));
    results.of_words(W2("set.ge.s32.u32"));
    results.of_words(W3("slct.u32.s32"));
  });
}

extern "C" __global__ void dot_products(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_words(W3("dp4a.u32.u32"));
    results.of_words(W3("dp4a.s32.s32"));
    results.of_words(W3("dp4a.u32.s32"));
    results.of_words(W3("dp4a.s32.u32"));
    results.of_words(W3("dp2a.lo.u32.u32"));
    results.of_words(W3("dp2a.hi.s32.s32"));
    results.of_words(W3("dp2a.lo.s32.u32"));
  });
}

extern "C" __global__ void video(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_words(W2("vadd.s32.s32.s32.sat"));
    results.of_words(W2("vsub.u32.u32.u32"));
    results.of_words(W2("vabsdiff.s32.s32.s32"));
    results.of_words(W2("vmin.s32.s32.s32"));
    results.of_words(W2("vmax.u32.u32.u32"));
    results.of_words(W2("vmax.s32.s32.s32"));
    results.of_words(W3("vabsdiff4.u32.u32.u32.add"));
    results.of_words(W3("vabsdiff2.s32.s32.s32"));
    results.of_words(W3("vadd2.s32.s32.s32"));
    results.of_words(W3("vsub4.u32.u32.u32"));
    results.of_words(W3("vavrg2.u32.u32.u32"));
    results.of_words(W3("vavrg4.s32.s32.s32"));
    results.of_words(W3("vmin2.u32.u32.u32"));
    results.of_words(W3("vmax4.s32.s32.s32"));
  });
}

extern "C" __global__ void division(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_words([](Word a, Word b, Word) { return a / (b | 1); });
    results.of_words([](Word a, Word b, Word) { return a % (b | 1); });
    results.of_words([](Word a, Word b, Word) { return static_cast<Word>(static_cast<int>(a) / static_cast<int>(b | 1)); });
    results.of_words([](Word a, Word b, Word) { return static_cast<Word>(static_cast<int>(a) % static_cast<int>(b | 1)); });
    results.of_words([](Word a, Word b, Word) { return a / (b >> 20 | 1); });
    results.of_words([](Word a, Word, Word) { return a / 7 + a % 10; });
    results.of_words([](Word a, Word b, Word) { return a / b; });
  });
}
