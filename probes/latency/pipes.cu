// Which operations share a pipe, and for how long one of them holds it: mixes of independent
// operations. Each segment issues its mix four times; a stamp, then the uses, then a stamp.
#include "../frame.cuh"

namespace {

/// Registers of a mix: four floats, four words, two wides.
struct Registers {
  float f[4];
  Word w[4];
  Wide l[2];
};

__device__ __forceinline__ Registers filled(const int* limits) {
  Registers r;
#pragma unroll
  for (int i = 0; i < 4; ++i) r.f[i] = scattered_as<float>(limits, i), r.w[i] = scattered(limits, 9 + i);
  r.l[0] = scattered_as<Wide>(limits, 20), r.l[1] = scattered_as<Wide>(limits, 21);
  return r;
}

template <class Mix>
__device__ __forceinline__ void probe_mix(PROBE_PARAMETERS, Mix mix) {
  data = of_warp(data), timer = of_warp(timer);
  Registers r = filled(limits);
  Word sink = 0;
  long long stamps[3];
  const Span span = timed([&] {
    stamps[0] = clock64();
#pragma unroll
    for (int i = 0; i < 4; ++i) mix(r, i);
    stamps[1] = clock64();
#pragma unroll
    for (int i = 0; i < 4; ++i) settle(sink, r.f[i]), settle(sink, r.w[i]);
    settle(sink, r.l[0]), settle(sink, r.l[1]);
    stamps[2] = clock64();
  });
  keep(data, 0, sink);
  store(timer, span);
  store_stamps(timer, stamps);
}

__device__ __forceinline__ void fadd(Registers& r, int i) { asm volatile("add.f32 %0, %0, %0;" : "+f"(r.f[i])); }
__device__ __forceinline__ void ffma(Registers& r, int i) { asm volatile("fma.rn.f32 %0, %0, %0, %0;" : "+f"(r.f[i])); }
__device__ __forceinline__ void imad(Registers& r, int i) { asm volatile("mad.lo.u32 %0, %0, %0, %0;" : "+r"(r.w[i])); }
__device__ __forceinline__ void lop(Registers& r, int i) { asm volatile("lop3.b32 %0, %0, %1, %0, 0x1b;" : "+r"(r.w[i]) : "r"(r.w[(i + 1) % 4])); }
__device__ __forceinline__ void prmt(Registers& r, int i) { asm volatile("prmt.b32 %0, %0, %0, 0x1302;" : "+r"(r.w[i])); }
__device__ __forceinline__ void wide(Registers& r, int i) { asm volatile("mad.wide.u32 %0, %1, %1, %0;" : "+l"(r.l[i % 2]) : "r"(r.w[i])); }
__device__ __forceinline__ void half(Registers& r, int i) { asm volatile("fma.rn.f16x2 %0, %0, %0, %0;" : "+r"(r.w[i])); }
__device__ __forceinline__ void popc(Registers& r, int i) { asm volatile("popc.b32 %0, %0;" : "+r"(r.w[i])); }
__device__ __forceinline__ void mufu(Registers& r, int i) { asm volatile("ex2.approx.ftz.f32 %0, %0;" : "+f"(r.f[i])); }
__device__ __forceinline__ void shfl(Registers& r, int i) { asm volatile("shfl.sync.bfly.b32 %0, %0, 1, 0x1f, 0xffffffff;" : "+r"(r.w[i])); }
__device__ __forceinline__ void dadd(Registers& r, int i) {
  double d = __longlong_as_double(r.l[i % 2]);
  asm volatile("add.rn.f64 %0, %0, %0;" : "+d"(d));
  r.l[i % 2] = __double_as_longlong(d);
}

}  // namespace

extern "C" __global__ void fadd_imad(PROBE_PARAMETERS) { probe_mix(PROBE_ARGUMENTS, [](Registers& r, int i) { fadd(r, i), imad(r, i); }); }
extern "C" __global__ void fadd_fadd_imad(PROBE_PARAMETERS) { probe_mix(PROBE_ARGUMENTS, [](Registers& r, int i) { fadd(r, i), fadd(r, (i + 2) % 4), imad(r, i); }); }
extern "C" __global__ void ffma_lop(PROBE_PARAMETERS) { probe_mix(PROBE_ARGUMENTS, [](Registers& r, int i) { ffma(r, i), lop(r, i); }); }
extern "C" __global__ void ffma_imad_lop(PROBE_PARAMETERS) { probe_mix(PROBE_ARGUMENTS, [](Registers& r, int i) { ffma(r, i), imad(r, i), prmt(r, (i + 1) % 4); }); }
extern "C" __global__ void imad_prmt(PROBE_PARAMETERS) { probe_mix(PROBE_ARGUMENTS, [](Registers& r, int i) { imad(r, i), prmt(r, (i + 2) % 4); }); }
extern "C" __global__ void wide_prmt(PROBE_PARAMETERS) { probe_mix(PROBE_ARGUMENTS, [](Registers& r, int i) { wide(r, i), prmt(r, (i + 2) % 4); }); }
extern "C" __global__ void wide_ffma(PROBE_PARAMETERS) { probe_mix(PROBE_ARGUMENTS, [](Registers& r, int i) { wide(r, i), ffma(r, i); }); }
extern "C" __global__ void wide_imad(PROBE_PARAMETERS) { probe_mix(PROBE_ARGUMENTS, [](Registers& r, int i) { wide(r, i), imad(r, (i + 2) % 4); }); }
extern "C" __global__ void half_imad(PROBE_PARAMETERS) { probe_mix(PROBE_ARGUMENTS, [](Registers& r, int i) { half(r, i), imad(r, (i + 2) % 4); }); }
extern "C" __global__ void half_ffma(PROBE_PARAMETERS) { probe_mix(PROBE_ARGUMENTS, [](Registers& r, int i) { half(r, i), ffma(r, i); }); }
extern "C" __global__ void popc_mufu(PROBE_PARAMETERS) { probe_mix(PROBE_ARGUMENTS, [](Registers& r, int i) { popc(r, i), mufu(r, i); }); }
extern "C" __global__ void mufu_ffma(PROBE_PARAMETERS) { probe_mix(PROBE_ARGUMENTS, [](Registers& r, int i) { mufu(r, i), ffma(r, (i + 2) % 4); }); }
extern "C" __global__ void popc_lop(PROBE_PARAMETERS) { probe_mix(PROBE_ARGUMENTS, [](Registers& r, int i) { popc(r, i), prmt(r, (i + 2) % 4); }); }
extern "C" __global__ void shfl_popc(PROBE_PARAMETERS) { probe_mix(PROBE_ARGUMENTS, [](Registers& r, int i) { shfl(r, i), popc(r, (i + 2) % 4); }); }
extern "C" __global__ void shfl_mufu(PROBE_PARAMETERS) { probe_mix(PROBE_ARGUMENTS, [](Registers& r, int i) { shfl(r, i), mufu(r, i); }); }
extern "C" __global__ void dadd_ffma(PROBE_PARAMETERS) { probe_mix(PROBE_ARGUMENTS, [](Registers& r, int i) { dadd(r, i), ffma(r, i); }); }
extern "C" __global__ void dadd_imad(PROBE_PARAMETERS) { probe_mix(PROBE_ARGUMENTS, [](Registers& r, int i) { dadd(r, i), imad(r, i); }); }
extern "C" __global__ void dadd_wide(PROBE_PARAMETERS) { probe_mix(PROBE_ARGUMENTS, [](Registers& r, int i) { dadd(r, 0), wide(r, 1); }); }
