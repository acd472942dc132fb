// Float instructions, every rounding, with and without flushing of denormals and saturation.
#include "results.cuh"

extern "C" __global__ void add(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_words(F2("add.rn.f32"));
    results.of_words(F2("add.rn.sat.f32"));
    results.of_words(F2("add.rn.ftz.f32"));
    results.of_words(F2("add.rn.ftz.sat.f32"));
    results.of_words(F2("add.rz.f32"));
    results.of_words(F2("add.rz.sat.f32"));
    results.of_words(F2("add.rz.ftz.f32"));
    results.of_words(F2("add.rz.ftz.sat.f32"));
    results.of_words(F2("add.rm.f32"));
    results.of_words(F2("add.rm.sat.f32"));
    results.of_words(F2("add.rm.ftz.f32"));
    results.of_words(F2("add.rm.ftz.sat.f32"));
    results.of_words(F2("add.rp.f32"));
    results.of_words(F2("add.rp.sat.f32"));
    results.of_words(F2("add.rp.ftz.f32"));
    results.of_words(F2("add.rp.ftz.sat.f32"));
    results.of_words(F2("sub.rn.f32"));
    results.of_words(F2("sub.rm.ftz.f32"));
  });
}

extern "C" __global__ void multiply(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_words(F2("mul.rn.f32"));
    results.of_words(F2("mul.rn.sat.f32"));
    results.of_words(F2("mul.rn.ftz.f32"));
    results.of_words(F2("mul.rn.ftz.sat.f32"));
    results.of_words(F2("mul.rz.f32"));
    results.of_words(F2("mul.rz.sat.f32"));
    results.of_words(F2("mul.rz.ftz.f32"));
    results.of_words(F2("mul.rz.ftz.sat.f32"));
    results.of_words(F2("mul.rm.f32"));
    results.of_words(F2("mul.rm.sat.f32"));
    results.of_words(F2("mul.rm.ftz.f32"));
    results.of_words(F2("mul.rm.ftz.sat.f32"));
    results.of_words(F2("mul.rp.f32"));
    results.of_words(F2("mul.rp.sat.f32"));
    results.of_words(F2("mul.rp.ftz.f32"));
    results.of_words(F2("mul.rp.ftz.sat.f32"));
  });
}

extern "C" __global__ void multiply_add(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_words(F3("fma.rn.f32"));
    results.of_words(F3("fma.rn.sat.f32"));
    results.of_words(F3("fma.rn.ftz.f32"));
    results.of_words(F3("fma.rn.ftz.sat.f32"));
    results.of_words(F3("fma.rz.f32"));
    results.of_words(F3("fma.rz.sat.f32"));
    results.of_words(F3("fma.rz.ftz.f32"));
    results.of_words(F3("fma.rz.ftz.sat.f32"));
    results.of_words(F3("fma.rm.f32"));
    results.of_words(F3("fma.rm.sat.f32"));
    results.of_words(F3("fma.rm.ftz.f32"));
    results.of_words(F3("fma.rm.ftz.sat.f32"));
    results.of_words(F3("fma.rp.f32"));
    results.of_words(F3("fma.rp.sat.f32"));
    results.of_words(F3("fma.rp.ftz.f32"));
    results.of_words(F3("fma.rp.ftz.sat.f32"));
  });
}

extern "C" __global__ void minimum_maximum(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_words(F2("min.f32"));
    results.of_words(F2("max.f32"));
    results.of_words(F2("min.ftz.f32"));
    results.of_words(F2("max.ftz.f32"));
    results.of_words(F2("min.NaN.f32"));
    results.of_words(F2("max.NaN.f32"));
    results.of_words(F2("min.xorsign.abs.f32"));
    results.of_words(F2("max.NaN.xorsign.abs.f32"));
    results.of_words(F2("copysign.f32"));
    results.of_words(F1("abs.f32"));
    results.of_words(F1("neg.f32"));
    results.of_words(F1("abs.ftz.f32"));
    results.of_words(F1("neg.ftz.f32"));
  });
}

extern "C" __global__ void compares(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_words(FP("setp.eq.f32"));
    results.of_words(FP("setp.ne.f32"));
    results.of_words(FP("setp.lt.f32"));
    results.of_words(FP("setp.le.f32"));
    results.of_words(FP("setp.gt.f32"));
    results.of_words(FP("setp.ge.f32"));
    results.of_words(FP("setp.equ.f32"));
    results.of_words(FP("setp.neu.f32"));
    results.of_words(FP("setp.ltu.f32"));
    results.of_words(FP("setp.leu.f32"));
    results.of_words(FP("setp.gtu.f32"));
    results.of_words(FP("setp.geu.f32"));
    results.of_words(FP("setp.num.f32"));
    results.of_words(FP("setp.nan.f32"));
    results.of_words(FP("setp.lt.ftz.f32"));
    results.of_words(FP("setp.eq.ftz.f32"));
    results.of_words(FP("setp.geu.ftz.f32"));
  });
}

extern "C" __global__ void sets_and_selects(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_words(F2("set.lt.f32.f32"));
    results.of_words(F2("set.neu.f32.f32"));
    results.of_words(F2("set.gt.ftz.f32.f32"));
    results.of_words([](Word a, Word b, Word) { Word d; asm volatile("set.le.u32.f32 %0, %1, %2;" : "=r"(d) : "f"(__uint_as_float(a)), "f"(__uint_as_float(b))); return d; });
    results.of_words([](Word a, Word b, Word c) { Word d; asm volatile("slct.u32.f32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "f"(__uint_as_float(c))); return d; });
    results.of_words([](Word a, Word b, Word c) { Word d; asm volatile("slct.ftz.u32.f32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "f"(__uint_as_float(c))); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .pred p;\n\ttestp.finite.f32 p, %1;\n\tselp.b32 %0, 1, 0, p;\n\t}" : "=r"(d) : "f"(__uint_as_float(a))); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .pred p;\n\ttestp.infinite.f32 p, %1;\n\tselp.b32 %0, 1, 0, p;\n\t}" : "=r"(d) : "f"(__uint_as_float(a))); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .pred p;\n\ttestp.number.f32 p, %1;\n\tselp.b32 %0, 1, 0, p;\n\t}" : "=r"(d) : "f"(__uint_as_float(a))); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .pred p;\n\ttestp.notanumber.f32 p, %1;\n\tselp.b32 %0, 1, 0, p;\n\t}" : "=r"(d) : "f"(__uint_as_float(a))); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .pred p;\n\ttestp.normal.f32 p, %1;\n\tselp.b32 %0, 1, 0, p;\n\t}" : "=r"(d) : "f"(__uint_as_float(a))); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .pred p;\n\ttestp.subnormal.f32 p, %1;\n\tselp.b32 %0, 1, 0, p;\n\t}" : "=r"(d) : "f"(__uint_as_float(a))); return d; });
  });
}

extern "C" __global__ void approximations(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_words(F1("rcp.approx.ftz.f32"));
    results.of_words(F1("rcp.approx.f32"));
    results.of_words(F1("sqrt.approx.ftz.f32"));
    results.of_words(F1("sqrt.approx.f32"));
    results.of_words(F1("rsqrt.approx.ftz.f32"));
    results.of_words(F1("rsqrt.approx.f32"));
    results.of_words(F1("ex2.approx.ftz.f32"));
    results.of_words(F1("ex2.approx.f32"));
    results.of_words(F1("lg2.approx.ftz.f32"));
    results.of_words(F1("lg2.approx.f32"));
    results.of_words(F1("sin.approx.ftz.f32"));
    results.of_words(F1("cos.approx.ftz.f32"));
    results.of_words(F1("sin.approx.f32"));
    results.of_words(F1("cos.approx.f32"));
    results.of_words(F1("tanh.approx.f32"));
    results.of_words(F2("div.approx.f32"));
    results.of_words(F2("div.full.ftz.f32"));
  });
}

extern "C" __global__ void exact_in_software(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_words(F1("rcp.rn.f32"));
    results.of_words(F1("rcp.rz.f32"));
    results.of_words(F1("rcp.rm.f32"));
    results.of_words(F1("rcp.rp.f32"));
    results.of_words(F1("sqrt.rn.f32"));
    results.of_words(F1("sqrt.rz.f32"));
    results.of_words(F1("sqrt.rm.f32"));
    results.of_words(F1("sqrt.rp.f32"));
    results.of_words(F1("rcp.rn.ftz.f32"));
    results.of_words(F1("sqrt.rn.ftz.f32"));
    results.of_words(F2("div.rn.f32"));
    results.of_words(F2("div.rz.f32"));
    results.of_words(F2("div.rm.f32"));
    results.of_words(F2("div.rp.f32"));
    results.of_words(F2("div.rn.ftz.f32"));
    results.of_words(F2("div.rz.ftz.f32"));
  });
}

extern "C" __global__ void rounding_to_integers(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_words(F1("cvt.rni.f32.f32"));
    results.of_words(F1("cvt.rzi.f32.f32"));
    results.of_words(F1("cvt.rmi.f32.f32"));
    results.of_words(F1("cvt.rpi.f32.f32"));
    results.of_words(F1("cvt.rni.ftz.f32.f32"));
    results.of_words(F1("cvt.rzi.ftz.f32.f32"));
    results.of_words(F1("cvt.sat.f32.f32"));
    results.of_words(F1("cvt.ftz.sat.f32.f32"));
  });
}
