// Conversions there and back: each step of a chain is two of them (and, for 16-bit halves, what puts them in place).
#include "chain.cuh"

extern "C" __global__ void f32_s32_f32(PROBE_PARAMETERS) {
  probe_chain<float>(PROBE_ARGUMENTS, [&](float& x, float y) { asm volatile("{\n\t.reg .s32 t;\n\tcvt.rni.s32.f32 t, %0;\n\tcvt.rn.f32.s32 %0, t;\n\t}" : "+f"(x)); });
}

extern "C" __global__ void f32_u32_f32(PROBE_PARAMETERS) {
  probe_chain<float>(PROBE_ARGUMENTS, [&](float& x, float y) { asm volatile("{\n\t.reg .u32 t;\n\tcvt.rzi.u32.f32 t, %0;\n\tcvt.rz.f32.u32 %0, t;\n\tadd.f32 %0, %0, %1;\n\t}" : "+f"(x) : "f"(y)); });
}

extern "C" __global__ void f32_s64_f32(PROBE_PARAMETERS) {
  probe_chain<float>(PROBE_ARGUMENTS, [&](float& x, float y) { asm volatile("{\n\t.reg .s64 t;\n\tcvt.rzi.s64.f32 t, %0;\n\tcvt.rn.f32.s64 %0, t;\n\t}" : "+f"(x)); });
}

extern "C" __global__ void f32_f64_f32(PROBE_PARAMETERS) {
  probe_chain<float>(PROBE_ARGUMENTS, [&](float& x, float y) { asm volatile("{\n\t.reg .f64 t;\n\tcvt.f64.f32 t, %0;\n\tcvt.rn.f32.f64 %0, t;\n\t}" : "+f"(x)); });
}

extern "C" __global__ void f64_s32_f64(PROBE_PARAMETERS) {
  probe_chain<double>(PROBE_ARGUMENTS, [&](double& x, double y) { asm volatile("{\n\t.reg .s32 t;\n\tcvt.rzi.s32.f64 t, %0;\n\tcvt.rn.f64.s32 %0, t;\n\t}" : "+d"(x)); });
}

extern "C" __global__ void f64_s64_f64(PROBE_PARAMETERS) {
  probe_chain<double>(PROBE_ARGUMENTS, [&](double& x, double y) { asm volatile("{\n\t.reg .s64 t;\n\tcvt.rzi.s64.f64 t, %0;\n\tcvt.rn.f64.s64 %0, t;\n\t}" : "+d"(x)); });
}

extern "C" __global__ void f32_f16_f32(PROBE_PARAMETERS) {
  probe_chain<float>(PROBE_ARGUMENTS, [&](float& x, float y) { asm volatile("{\n\t.reg .f16 t;\n\tcvt.rn.f16.f32 t, %0;\n\tcvt.f32.f16 %0, t;\n\t}" : "+f"(x)); });
}

extern "C" __global__ void f32_bf16_f32(PROBE_PARAMETERS) {
  probe_chain<float>(PROBE_ARGUMENTS, [&](float& x, float y) { asm volatile("{\n\t.reg .b16 t;\n\tcvt.rn.bf16.f32 t, %0;\n\tcvt.f32.bf16 %0, t;\n\t}" : "+f"(x)); });
}

extern "C" __global__ void f16_s32_f16(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("{\n\t.reg .f16 h;\n\t.reg .b16 z;\n\tcvt.rn.f16.s32 h, %0;\n\tcvt.rzi.s32.f16 %0, h;\n\t}" : "+r"(x)); });
}

extern "C" __global__ void f32_round_int(PROBE_PARAMETERS) {
  probe_chain<float>(PROBE_ARGUMENTS, [&](float& x, float y) { asm volatile("cvt.rni.f32.f32 %0, %0;\n\tadd.f32 %0, %0, %1;" : "+f"(x) : "f"(y)); });
}

extern "C" __global__ void f32_floor(PROBE_PARAMETERS) {
  probe_chain<float>(PROBE_ARGUMENTS, [&](float& x, float y) { asm volatile("cvt.rmi.f32.f32 %0, %0;\n\tadd.f32 %0, %0, %1;" : "+f"(x) : "f"(y)); });
}

extern "C" __global__ void f64_round_int(PROBE_PARAMETERS) {
  probe_chain<double>(PROBE_ARGUMENTS, [&](double& x, double y) { asm volatile("cvt.rni.f64.f64 %0, %0;\n\tadd.f64 %0, %0, %1;" : "+d"(x) : "d"(y)); });
}

extern "C" __global__ void s32_s8_sat(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("cvt.sat.s8.s32 %0, %0;\n\tadd.u32 %0, %0, %1;" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void s32_u16_sat(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("{\n\t.reg .u16 t;\n\tcvt.sat.u16.s32 t, %0;\n\tcvt.u32.u16 %0, t;\n\tadd.u32 %0, %0, %1;\n\t}" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void f32x2_f16x2(PROBE_PARAMETERS) {
  probe_chain<float>(PROBE_ARGUMENTS, [&](float& x, float y) { asm volatile("{\n\t.reg .b32 t;\n\tcvt.rn.f16x2.f32 t, %0, %1;\n\tmov.b32 %0, t;\n\t}" : "+f"(x) : "f"(y)); });
}
