// MUFU, every function. Where two in a row cancel, or where the argument must stay in range, an
// addition follows (4 cycles, known).
#include "chain.cuh"

extern "C" __global__ void mufu_rcp(PROBE_PARAMETERS) {
  probe_chain<float>(PROBE_ARGUMENTS, [&](float& x, float y) { asm volatile("rcp.approx.ftz.f32 %0, %0;\n\tadd.f32 %0, %0, %1;" : "+f"(x) : "f"(y)); });
}

extern "C" __global__ void mufu_sqrt(PROBE_PARAMETERS) {
  probe_chain<float>(PROBE_ARGUMENTS, [&](float& x, float y) { asm volatile("sqrt.approx.ftz.f32 %0, %0;" : "+f"(x)); });
}

extern "C" __global__ void mufu_rsq(PROBE_PARAMETERS) {
  probe_chain<float>(PROBE_ARGUMENTS, [&](float& x, float y) { asm volatile("rsqrt.approx.ftz.f32 %0, %0;" : "+f"(x)); });
}

extern "C" __global__ void mufu_ex2(PROBE_PARAMETERS) {
  probe_chain<float>(PROBE_ARGUMENTS, [&](float& x, float y) { asm volatile("ex2.approx.ftz.f32 %0, %0;" : "+f"(x)); });
}

extern "C" __global__ void mufu_lg2(PROBE_PARAMETERS) {
  probe_chain<float>(PROBE_ARGUMENTS, [&](float& x, float y) { asm volatile("lg2.approx.ftz.f32 %0, %0;" : "+f"(x)); });
}

extern "C" __global__ void mufu_sin(PROBE_PARAMETERS) {
  probe_chain<float>(PROBE_ARGUMENTS, [&](float& x, float y) { asm volatile("sin.approx.ftz.f32 %0, %0;" : "+f"(x)); });
}

extern "C" __global__ void mufu_cos(PROBE_PARAMETERS) {
  probe_chain<float>(PROBE_ARGUMENTS, [&](float& x, float y) { asm volatile("cos.approx.ftz.f32 %0, %0;" : "+f"(x)); });
}

extern "C" __global__ void mufu_tanh(PROBE_PARAMETERS) {
  probe_chain<float>(PROBE_ARGUMENTS, [&](float& x, float y) { asm volatile("tanh.approx.f32 %0, %0;" : "+f"(x)); });
}

extern "C" __global__ void mufu_rcp_denormal(PROBE_PARAMETERS) {
  probe_chain<float>(PROBE_ARGUMENTS, [&](float& x, float y) { asm volatile("rcp.approx.f32 %0, %0;\n\tadd.f32 %0, %0, %1;" : "+f"(x) : "f"(y)); });
}

extern "C" __global__ void mufu_sqrt_denormal(PROBE_PARAMETERS) {
  probe_chain<float>(PROBE_ARGUMENTS, [&](float& x, float y) { asm volatile("sqrt.approx.f32 %0, %0;" : "+f"(x)); });
}

extern "C" __global__ void mufu_ex2_half2(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("ex2.approx.f16x2 %0, %0;" : "+r"(x)); });
}

extern "C" __global__ void mufu_tanh_half2(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("tanh.approx.f16x2 %0, %0;" : "+r"(x)); });
}

extern "C" __global__ void mufu_rcp64h(PROBE_PARAMETERS) {
  probe_chain<double>(PROBE_ARGUMENTS, [&](double& x, double y) { asm volatile("rcp.approx.ftz.f64 %0, %0;" : "+d"(x)); });
}

extern "C" __global__ void mufu_rsq64h(PROBE_PARAMETERS) {
  probe_chain<double>(PROBE_ARGUMENTS, [&](double& x, double y) { asm volatile("rsqrt.approx.ftz.f64 %0, %0;" : "+d"(x)); });
}
