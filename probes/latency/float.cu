// Float, half, bfloat and double arithmetic.
#include "chain.cuh"

extern "C" __global__ void fadd_rn(PROBE_PARAMETERS) {
  probe_chain<float>(PROBE_ARGUMENTS, [&](float& x, float y) { asm volatile("add.rn.f32 %0, %0, %1;" : "+f"(x) : "f"(y)); });
}

extern "C" __global__ void fmul_rn(PROBE_PARAMETERS) {
  probe_chain<float>(PROBE_ARGUMENTS, [&](float& x, float y) { asm volatile("mul.rn.f32 %0, %0, %1;" : "+f"(x) : "f"(y)); });
}

extern "C" __global__ void ffma_rn(PROBE_PARAMETERS) {
  probe_chain<float>(PROBE_ARGUMENTS, [&](float& x, float y) { asm volatile("fma.rn.f32 %0, %0, %1, %1;" : "+f"(x) : "f"(y)); });
}

extern "C" __global__ void ffma_rz_sat(PROBE_PARAMETERS) {
  probe_chain<float>(PROBE_ARGUMENTS, [&](float& x, float y) { asm volatile("fma.rz.ftz.sat.f32 %0, %0, %1, %1;" : "+f"(x) : "f"(y)); });
}

extern "C" __global__ void fmnmx(PROBE_PARAMETERS) {
  probe_chain<float>(PROBE_ARGUMENTS, [&](float& x, float y) { asm volatile("min.f32 %0, %0, %1;" : "+f"(x) : "f"(y)); });
}

extern "C" __global__ void fmax_nan(PROBE_PARAMETERS) {
  probe_chain<float>(PROBE_ARGUMENTS, [&](float& x, float y) { asm volatile("max.NaN.f32 %0, %0, %1;\n\tadd.f32 %0, %0, %1;" : "+f"(x) : "f"(y)); });
}

extern "C" __global__ void fsetp_select(PROBE_PARAMETERS) {
  probe_chain<float>(PROBE_ARGUMENTS, [&](float& x, float y) { asm volatile("{\n\t.reg .pred p;\n\tsetp.lt.f32 p, %0, %1;\n\tselp.f32 %0, %1, %0, p;\n\t}" : "+f"(x) : "f"(y)); });
}

extern "C" __global__ void fset(PROBE_PARAMETERS) {
  probe_chain<float>(PROBE_ARGUMENTS, [&](float& x, float y) { asm volatile("set.gt.f32.f32 %0, %0, %1;" : "+f"(x) : "f"(y)); });
}

extern "C" __global__ void slct(PROBE_PARAMETERS) {
  probe_chain<float>(PROBE_ARGUMENTS, [&](float& x, float y) { asm volatile("slct.f32.f32 %0, %0, %1, %0;" : "+f"(x) : "f"(y)); });
}

extern "C" __global__ void copy_sign(PROBE_PARAMETERS) {
  probe_chain<float>(PROBE_ARGUMENTS, [&](float& x, float y) { asm volatile("copysign.f32 %0, %0, %1;" : "+f"(x) : "f"(y)); });
}

extern "C" __global__ void hadd2(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("add.rn.f16x2 %0, %0, %1;" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void hmul2(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("mul.rn.f16x2 %0, %0, %1;" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void hfma2(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("fma.rn.f16x2 %0, %0, %1, %1;" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void hfma2_relu(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("fma.rn.relu.f16x2 %0, %0, %1, %1;" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void hmin2(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("min.f16x2 %0, %0, %1;" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void hset2(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("set.lt.f16x2.f16x2 %0, %0, %1;" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void hsetp2(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("{\n\t.reg .pred p, q;\n\tsetp.lt.f16x2 p|q, %0, %1;\n\tselp.b32 %0, %1, %0, p;\n\tselp.b32 %0, 3, %0, q;\n\t}" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void bfma2(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("fma.rn.bf16x2 %0, %0, %1, %1;" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void bmax2(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("max.bf16x2 %0, %0, %1;" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void dadd(PROBE_PARAMETERS) {
  probe_chain<double>(PROBE_ARGUMENTS, [&](double& x, double y) { asm volatile("add.rn.f64 %0, %0, %1;" : "+d"(x) : "d"(y)); });
}

extern "C" __global__ void dmul(PROBE_PARAMETERS) {
  probe_chain<double>(PROBE_ARGUMENTS, [&](double& x, double y) { asm volatile("mul.rn.f64 %0, %0, %1;" : "+d"(x) : "d"(y)); });
}

extern "C" __global__ void dfma(PROBE_PARAMETERS) {
  probe_chain<double>(PROBE_ARGUMENTS, [&](double& x, double y) { asm volatile("fma.rn.f64 %0, %0, %1, %1;" : "+d"(x) : "d"(y)); });
}

extern "C" __global__ void dmin(PROBE_PARAMETERS) {
  probe_chain<double>(PROBE_ARGUMENTS, [&](double& x, double y) { asm volatile("min.f64 %0, %0, %1;\n\tadd.f64 %0, %0, %1;" : "+d"(x) : "d"(y)); });
}

extern "C" __global__ void dsetp(PROBE_PARAMETERS) {
  probe_chain<double>(PROBE_ARGUMENTS, [&](double& x, double y) { asm volatile("{\n\t.reg .pred p;\n\tsetp.lt.f64 p, %0, %1;\n\tselp.f64 %0, %1, %0, p;\n\t}" : "+d"(x) : "d"(y)); });
}
