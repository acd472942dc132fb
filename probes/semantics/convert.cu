// Conversions among all types, every rounding, with and without saturation and flushing.
#include "results.cuh"

extern "C" __global__ void float_to_word(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .f32 x;\n\tmov.b32 x, %1;\n\tcvt.rni.s32.f32 %0, x;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .f32 x;\n\tmov.b32 x, %1;\n\tcvt.rni.ftz.s32.f32 %0, x;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .f32 x;\n\tmov.b32 x, %1;\n\tcvt.rzi.s32.f32 %0, x;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .f32 x;\n\tmov.b32 x, %1;\n\tcvt.rzi.ftz.s32.f32 %0, x;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .f32 x;\n\tmov.b32 x, %1;\n\tcvt.rmi.s32.f32 %0, x;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .f32 x;\n\tmov.b32 x, %1;\n\tcvt.rmi.ftz.s32.f32 %0, x;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .f32 x;\n\tmov.b32 x, %1;\n\tcvt.rpi.s32.f32 %0, x;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .f32 x;\n\tmov.b32 x, %1;\n\tcvt.rpi.ftz.s32.f32 %0, x;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .f32 x;\n\tmov.b32 x, %1;\n\tcvt.rni.u32.f32 %0, x;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .f32 x;\n\tmov.b32 x, %1;\n\tcvt.rni.ftz.u32.f32 %0, x;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .f32 x;\n\tmov.b32 x, %1;\n\tcvt.rzi.u32.f32 %0, x;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .f32 x;\n\tmov.b32 x, %1;\n\tcvt.rzi.ftz.u32.f32 %0, x;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .f32 x;\n\tmov.b32 x, %1;\n\tcvt.rmi.u32.f32 %0, x;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .f32 x;\n\tmov.b32 x, %1;\n\tcvt.rmi.ftz.u32.f32 %0, x;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .f32 x;\n\tmov.b32 x, %1;\n\tcvt.rpi.u32.f32 %0, x;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .f32 x;\n\tmov.b32 x, %1;\n\tcvt.rpi.ftz.u32.f32 %0, x;\n\t}" : "=r"(d) : "r"(a)); return d; });
  });
}

extern "C" __global__ void float_to_wide(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_words([](Word a, Word, Word) { Wide d; asm volatile("{\n\t.reg .f32 x;\n\tmov.b32 x, %1;\n\tcvt.rni.s64.f32 %0, x;\n\t}" : "=l"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Wide d; asm volatile("{\n\t.reg .f32 x;\n\tmov.b32 x, %1;\n\tcvt.rzi.s64.f32 %0, x;\n\t}" : "=l"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Wide d; asm volatile("{\n\t.reg .f32 x;\n\tmov.b32 x, %1;\n\tcvt.rmi.s64.f32 %0, x;\n\t}" : "=l"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Wide d; asm volatile("{\n\t.reg .f32 x;\n\tmov.b32 x, %1;\n\tcvt.rpi.s64.f32 %0, x;\n\t}" : "=l"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Wide d; asm volatile("{\n\t.reg .f32 x;\n\tmov.b32 x, %1;\n\tcvt.rni.u64.f32 %0, x;\n\t}" : "=l"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Wide d; asm volatile("{\n\t.reg .f32 x;\n\tmov.b32 x, %1;\n\tcvt.rzi.u64.f32 %0, x;\n\t}" : "=l"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Wide d; asm volatile("{\n\t.reg .f32 x;\n\tmov.b32 x, %1;\n\tcvt.rmi.u64.f32 %0, x;\n\t}" : "=l"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Wide d; asm volatile("{\n\t.reg .f32 x;\n\tmov.b32 x, %1;\n\tcvt.rpi.u64.f32 %0, x;\n\t}" : "=l"(d) : "r"(a)); return d; });
  });
}

extern "C" __global__ void float_to_short(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .f32 x; .reg .s16 y;\n\tmov.b32 x, %1;\n\tcvt.rni.s16.f32 y, x;\n\tcvt.s32.s16 %0, y;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .f32 x; .reg .s16 y;\n\tmov.b32 x, %1;\n\tcvt.rzi.s16.f32 y, x;\n\tcvt.s32.s16 %0, y;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .f32 x; .reg .s16 y;\n\tmov.b32 x, %1;\n\tcvt.rmi.s16.f32 y, x;\n\tcvt.s32.s16 %0, y;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .f32 x; .reg .u16 y;\n\tmov.b32 x, %1;\n\tcvt.rni.u16.f32 y, x;\n\tcvt.u32.u16 %0, y;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .f32 x; .reg .u16 y;\n\tmov.b32 x, %1;\n\tcvt.rzi.u16.f32 y, x;\n\tcvt.u32.u16 %0, y;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .f32 x; .reg .u16 y;\n\tmov.b32 x, %1;\n\tcvt.rmi.u16.f32 y, x;\n\tcvt.u32.u16 %0, y;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .f32 x; .reg .s16 y;\n\tmov.b32 x, %1;\n\tcvt.rni.s8.f32 y, x;\n\tcvt.s32.s16 %0, y;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .f32 x; .reg .s16 y;\n\tmov.b32 x, %1;\n\tcvt.rzi.s8.f32 y, x;\n\tcvt.s32.s16 %0, y;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .f32 x; .reg .s16 y;\n\tmov.b32 x, %1;\n\tcvt.rmi.s8.f32 y, x;\n\tcvt.s32.s16 %0, y;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .f32 x; .reg .u16 y;\n\tmov.b32 x, %1;\n\tcvt.rni.u8.f32 y, x;\n\tcvt.u32.u16 %0, y;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .f32 x; .reg .u16 y;\n\tmov.b32 x, %1;\n\tcvt.rzi.u8.f32 y, x;\n\tcvt.u32.u16 %0, y;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .f32 x; .reg .u16 y;\n\tmov.b32 x, %1;\n\tcvt.rmi.u8.f32 y, x;\n\tcvt.u32.u16 %0, y;\n\t}" : "=r"(d) : "r"(a)); return d; });
  });
}

extern "C" __global__ void double_to_word(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_wides([](Wide a, Wide, Wide) { Word d; asm volatile("{\n\t.reg .f64 x;\n\tmov.b64 x, %1;\n\tcvt.rni.s32.f64 %0, x;\n\t}" : "=r"(d) : "l"(a)); return d; });
    results.of_wides([](Wide a, Wide, Wide) { Word d; asm volatile("{\n\t.reg .f64 x;\n\tmov.b64 x, %1;\n\tcvt.rzi.s32.f64 %0, x;\n\t}" : "=r"(d) : "l"(a)); return d; });
    results.of_wides([](Wide a, Wide, Wide) { Word d; asm volatile("{\n\t.reg .f64 x;\n\tmov.b64 x, %1;\n\tcvt.rmi.s32.f64 %0, x;\n\t}" : "=r"(d) : "l"(a)); return d; });
    results.of_wides([](Wide a, Wide, Wide) { Word d; asm volatile("{\n\t.reg .f64 x;\n\tmov.b64 x, %1;\n\tcvt.rpi.s32.f64 %0, x;\n\t}" : "=r"(d) : "l"(a)); return d; });
    results.of_wides([](Wide a, Wide, Wide) { Word d; asm volatile("{\n\t.reg .f64 x;\n\tmov.b64 x, %1;\n\tcvt.rni.u32.f64 %0, x;\n\t}" : "=r"(d) : "l"(a)); return d; });
    results.of_wides([](Wide a, Wide, Wide) { Word d; asm volatile("{\n\t.reg .f64 x;\n\tmov.b64 x, %1;\n\tcvt.rzi.u32.f64 %0, x;\n\t}" : "=r"(d) : "l"(a)); return d; });
    results.of_wides([](Wide a, Wide, Wide) { Word d; asm volatile("{\n\t.reg .f64 x;\n\tmov.b64 x, %1;\n\tcvt.rmi.u32.f64 %0, x;\n\t}" : "=r"(d) : "l"(a)); return d; });
    results.of_wides([](Wide a, Wide, Wide) { Word d; asm volatile("{\n\t.reg .f64 x;\n\tmov.b64 x, %1;\n\tcvt.rpi.u32.f64 %0, x;\n\t}" : "=r"(d) : "l"(a)); return d; });
  });
}

extern "C" __global__ void double_to_wide(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_wides([](Wide a, Wide, Wide) { Wide d; asm volatile("{\n\t.reg .f64 x;\n\tmov.b64 x, %1;\n\tcvt.rni.s64.f64 %0, x;\n\t}" : "=l"(d) : "l"(a)); return d; });
    results.of_wides([](Wide a, Wide, Wide) { Wide d; asm volatile("{\n\t.reg .f64 x;\n\tmov.b64 x, %1;\n\tcvt.rzi.s64.f64 %0, x;\n\t}" : "=l"(d) : "l"(a)); return d; });
    results.of_wides([](Wide a, Wide, Wide) { Wide d; asm volatile("{\n\t.reg .f64 x;\n\tmov.b64 x, %1;\n\tcvt.rmi.s64.f64 %0, x;\n\t}" : "=l"(d) : "l"(a)); return d; });
    results.of_wides([](Wide a, Wide, Wide) { Wide d; asm volatile("{\n\t.reg .f64 x;\n\tmov.b64 x, %1;\n\tcvt.rpi.s64.f64 %0, x;\n\t}" : "=l"(d) : "l"(a)); return d; });
    results.of_wides([](Wide a, Wide, Wide) { Wide d; asm volatile("{\n\t.reg .f64 x;\n\tmov.b64 x, %1;\n\tcvt.rni.u64.f64 %0, x;\n\t}" : "=l"(d) : "l"(a)); return d; });
    results.of_wides([](Wide a, Wide, Wide) { Wide d; asm volatile("{\n\t.reg .f64 x;\n\tmov.b64 x, %1;\n\tcvt.rzi.u64.f64 %0, x;\n\t}" : "=l"(d) : "l"(a)); return d; });
    results.of_wides([](Wide a, Wide, Wide) { Wide d; asm volatile("{\n\t.reg .f64 x;\n\tmov.b64 x, %1;\n\tcvt.rmi.u64.f64 %0, x;\n\t}" : "=l"(d) : "l"(a)); return d; });
    results.of_wides([](Wide a, Wide, Wide) { Wide d; asm volatile("{\n\t.reg .f64 x;\n\tmov.b64 x, %1;\n\tcvt.rpi.u64.f64 %0, x;\n\t}" : "=l"(d) : "l"(a)); return d; });
  });
}

extern "C" __global__ void half_to_integer(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .b16 x; .reg .b16 x2;\n\tmov.b32 {x, x2}, %1;\n\tcvt.rni.s32.f16 %0, x;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .b16 x; .reg .b16 x2;\n\tmov.b32 {x, x2}, %1;\n\tcvt.rzi.s32.f16 %0, x;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .b16 x; .reg .b16 x2;\n\tmov.b32 {x, x2}, %1;\n\tcvt.rpi.s32.f16 %0, x;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .b16 x; .reg .b16 x2;\n\tmov.b32 {x, x2}, %1;\n\tcvt.rni.u32.f16 %0, x;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .b16 x; .reg .b16 x2;\n\tmov.b32 {x, x2}, %1;\n\tcvt.rzi.u32.f16 %0, x;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .b16 x; .reg .b16 x2;\n\tmov.b32 {x, x2}, %1;\n\tcvt.rpi.u32.f16 %0, x;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .b16 x; .reg .b16 x2; .reg .s16 y;\n\tmov.b32 {x, x2}, %1;\n\tcvt.rni.s16.f16 y, x;\n\tcvt.s32.s16 %0, y;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .b16 x; .reg .b16 x2; .reg .s16 y;\n\tmov.b32 {x, x2}, %1;\n\tcvt.rzi.s16.f16 y, x;\n\tcvt.s32.s16 %0, y;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .b16 x; .reg .b16 x2; .reg .s16 y;\n\tmov.b32 {x, x2}, %1;\n\tcvt.rpi.s16.f16 y, x;\n\tcvt.s32.s16 %0, y;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .b16 x; .reg .b16 x2; .reg .u16 y;\n\tmov.b32 {x, x2}, %1;\n\tcvt.rni.u16.f16 y, x;\n\tcvt.u32.u16 %0, y;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .b16 x; .reg .b16 x2; .reg .u16 y;\n\tmov.b32 {x, x2}, %1;\n\tcvt.rzi.u16.f16 y, x;\n\tcvt.u32.u16 %0, y;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .b16 x; .reg .b16 x2; .reg .u16 y;\n\tmov.b32 {x, x2}, %1;\n\tcvt.rpi.u16.f16 y, x;\n\tcvt.u32.u16 %0, y;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Wide d; asm volatile("{\n\t.reg .b16 x; .reg .b16 x2;\n\tmov.b32 {x, x2}, %1;\n\tcvt.rzi.s64.f16 %0, x;\n\t}" : "=l"(d) : "r"(a)); return d; });
  });
}

extern "C" __global__ void word_to_float(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .f32 y;\n\tcvt.rn.f32.s32 y, %1;\n\tmov.b32 %0, y;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .f32 y;\n\tcvt.rz.f32.s32 y, %1;\n\tmov.b32 %0, y;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .f32 y;\n\tcvt.rm.f32.s32 y, %1;\n\tmov.b32 %0, y;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .f32 y;\n\tcvt.rp.f32.s32 y, %1;\n\tmov.b32 %0, y;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .f32 y;\n\tcvt.rn.f32.u32 y, %1;\n\tmov.b32 %0, y;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .f32 y;\n\tcvt.rz.f32.u32 y, %1;\n\tmov.b32 %0, y;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .f32 y;\n\tcvt.rm.f32.u32 y, %1;\n\tmov.b32 %0, y;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .f32 y;\n\tcvt.rp.f32.u32 y, %1;\n\tmov.b32 %0, y;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .s16 x; .reg .b16 x2; .reg .f32 y;\n\tmov.b32 {x, x2}, %1;\n\tcvt.rn.f32.s16 y, x;\n\tmov.b32 %0, y;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .u16 x; .reg .b16 x2; .reg .f32 y;\n\tmov.b32 {x, x2}, %1;\n\tcvt.rn.f32.u16 y, x;\n\tmov.b32 %0, y;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .s16 x; .reg .b16 x2; .reg .f32 y;\n\tmov.b32 {x, x2}, %1;\n\tcvt.rn.f32.s8 y, x;\n\tmov.b32 %0, y;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .u16 x; .reg .b16 x2; .reg .f32 y;\n\tmov.b32 {x, x2}, %1;\n\tcvt.rn.f32.u8 y, x;\n\tmov.b32 %0, y;\n\t}" : "=r"(d) : "r"(a)); return d; });
  });
}

extern "C" __global__ void wide_to_float(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_wides([](Wide a, Wide, Wide) { Word d; asm volatile("{\n\t.reg .f32 y;\n\tcvt.rn.f32.s64 y, %1;\n\tmov.b32 %0, y;\n\t}" : "=r"(d) : "l"(a)); return d; });
    results.of_wides([](Wide a, Wide, Wide) { Word d; asm volatile("{\n\t.reg .f32 y;\n\tcvt.rz.f32.s64 y, %1;\n\tmov.b32 %0, y;\n\t}" : "=r"(d) : "l"(a)); return d; });
    results.of_wides([](Wide a, Wide, Wide) { Word d; asm volatile("{\n\t.reg .f32 y;\n\tcvt.rm.f32.s64 y, %1;\n\tmov.b32 %0, y;\n\t}" : "=r"(d) : "l"(a)); return d; });
    results.of_wides([](Wide a, Wide, Wide) { Word d; asm volatile("{\n\t.reg .f32 y;\n\tcvt.rp.f32.s64 y, %1;\n\tmov.b32 %0, y;\n\t}" : "=r"(d) : "l"(a)); return d; });
    results.of_wides([](Wide a, Wide, Wide) { Word d; asm volatile("{\n\t.reg .f32 y;\n\tcvt.rn.f32.u64 y, %1;\n\tmov.b32 %0, y;\n\t}" : "=r"(d) : "l"(a)); return d; });
    results.of_wides([](Wide a, Wide, Wide) { Word d; asm volatile("{\n\t.reg .f32 y;\n\tcvt.rz.f32.u64 y, %1;\n\tmov.b32 %0, y;\n\t}" : "=r"(d) : "l"(a)); return d; });
    results.of_wides([](Wide a, Wide, Wide) { Word d; asm volatile("{\n\t.reg .f32 y;\n\tcvt.rm.f32.u64 y, %1;\n\tmov.b32 %0, y;\n\t}" : "=r"(d) : "l"(a)); return d; });
    results.of_wides([](Wide a, Wide, Wide) { Word d; asm volatile("{\n\t.reg .f32 y;\n\tcvt.rp.f32.u64 y, %1;\n\tmov.b32 %0, y;\n\t}" : "=r"(d) : "l"(a)); return d; });
  });
}

extern "C" __global__ void integer_to_double(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_words([](Word a, Word, Word) { Wide d; asm volatile("{\n\t.reg .f64 y;\n\tcvt.rn.f64.s32 y, %1;\n\tmov.b64 %0, y;\n\t}" : "=l"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Wide d; asm volatile("{\n\t.reg .f64 y;\n\tcvt.rz.f64.u32 y, %1;\n\tmov.b64 %0, y;\n\t}" : "=l"(d) : "r"(a)); return d; });
    results.of_wides([](Wide a, Wide, Wide) { Wide d; asm volatile("{\n\t.reg .f64 y;\n\tcvt.rn.f64.s64 y, %1;\n\tmov.b64 %0, y;\n\t}" : "=l"(d) : "l"(a)); return d; });
    results.of_wides([](Wide a, Wide, Wide) { Wide d; asm volatile("{\n\t.reg .f64 y;\n\tcvt.rz.f64.s64 y, %1;\n\tmov.b64 %0, y;\n\t}" : "=l"(d) : "l"(a)); return d; });
    results.of_wides([](Wide a, Wide, Wide) { Wide d; asm volatile("{\n\t.reg .f64 y;\n\tcvt.rm.f64.s64 y, %1;\n\tmov.b64 %0, y;\n\t}" : "=l"(d) : "l"(a)); return d; });
    results.of_wides([](Wide a, Wide, Wide) { Wide d; asm volatile("{\n\t.reg .f64 y;\n\tcvt.rp.f64.s64 y, %1;\n\tmov.b64 %0, y;\n\t}" : "=l"(d) : "l"(a)); return d; });
    results.of_wides([](Wide a, Wide, Wide) { Wide d; asm volatile("{\n\t.reg .f64 y;\n\tcvt.rn.f64.u64 y, %1;\n\tmov.b64 %0, y;\n\t}" : "=l"(d) : "l"(a)); return d; });
    results.of_wides([](Wide a, Wide, Wide) { Wide d; asm volatile("{\n\t.reg .f64 y;\n\tcvt.rz.f64.u64 y, %1;\n\tmov.b64 %0, y;\n\t}" : "=l"(d) : "l"(a)); return d; });
    results.of_wides([](Wide a, Wide, Wide) { Wide d; asm volatile("{\n\t.reg .f64 y;\n\tcvt.rm.f64.u64 y, %1;\n\tmov.b64 %0, y;\n\t}" : "=l"(d) : "l"(a)); return d; });
    results.of_wides([](Wide a, Wide, Wide) { Wide d; asm volatile("{\n\t.reg .f64 y;\n\tcvt.rp.f64.u64 y, %1;\n\tmov.b64 %0, y;\n\t}" : "=l"(d) : "l"(a)); return d; });
  });
}

extern "C" __global__ void integer_to_half(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .b16 y;\n\tcvt.rn.f16.s32 y, %1;\n\tmov.b32 %0, {y, y};\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .b16 y;\n\tcvt.rz.f16.s32 y, %1;\n\tmov.b32 %0, {y, y};\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .b16 y;\n\tcvt.rm.f16.s32 y, %1;\n\tmov.b32 %0, {y, y};\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .b16 y;\n\tcvt.rp.f16.s32 y, %1;\n\tmov.b32 %0, {y, y};\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .b16 y;\n\tcvt.rn.f16.u32 y, %1;\n\tmov.b32 %0, {y, y};\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .b16 y;\n\tcvt.rz.f16.u32 y, %1;\n\tmov.b32 %0, {y, y};\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .b16 y;\n\tcvt.rm.f16.u32 y, %1;\n\tmov.b32 %0, {y, y};\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .b16 y;\n\tcvt.rp.f16.u32 y, %1;\n\tmov.b32 %0, {y, y};\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .s16 x; .reg .b16 x2; .reg .b16 y;\n\tmov.b32 {x, x2}, %1;\n\tcvt.rn.f16.s16 y, x;\n\tmov.b32 %0, {y, y};\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .s16 x; .reg .b16 x2; .reg .b16 y;\n\tmov.b32 {x, x2}, %1;\n\tcvt.rz.f16.s16 y, x;\n\tmov.b32 %0, {y, y};\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .s16 x; .reg .b16 x2; .reg .b16 y;\n\tmov.b32 {x, x2}, %1;\n\tcvt.rm.f16.s16 y, x;\n\tmov.b32 %0, {y, y};\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .s16 x; .reg .b16 x2; .reg .b16 y;\n\tmov.b32 {x, x2}, %1;\n\tcvt.rp.f16.s16 y, x;\n\tmov.b32 %0, {y, y};\n\t}" : "=r"(d) : "r"(a)); return d; });
  });
}

extern "C" __global__ void float_and_double(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_words([](Word a, Word, Word) { Wide d; asm volatile("{\n\t.reg .f32 x; .reg .f64 y;\n\tmov.b32 x, %1;\n\tcvt.f64.f32 y, x;\n\tmov.b64 %0, y;\n\t}" : "=l"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Wide d; asm volatile("{\n\t.reg .f32 x; .reg .f64 y;\n\tmov.b32 x, %1;\n\tcvt.ftz.f64.f32 y, x;\n\tmov.b64 %0, y;\n\t}" : "=l"(d) : "r"(a)); return d; });
    results.of_wides([](Wide a, Wide, Wide) { Word d; asm volatile("{\n\t.reg .f64 x; .reg .f32 y;\n\tmov.b64 x, %1;\n\tcvt.rn.f32.f64 y, x;\n\tmov.b32 %0, y;\n\t}" : "=r"(d) : "l"(a)); return d; });
    results.of_wides([](Wide a, Wide, Wide) { Word d; asm volatile("{\n\t.reg .f64 x; .reg .f32 y;\n\tmov.b64 x, %1;\n\tcvt.rz.f32.f64 y, x;\n\tmov.b32 %0, y;\n\t}" : "=r"(d) : "l"(a)); return d; });
    results.of_wides([](Wide a, Wide, Wide) { Word d; asm volatile("{\n\t.reg .f64 x; .reg .f32 y;\n\tmov.b64 x, %1;\n\tcvt.rm.f32.f64 y, x;\n\tmov.b32 %0, y;\n\t}" : "=r"(d) : "l"(a)); return d; });
    results.of_wides([](Wide a, Wide, Wide) { Word d; asm volatile("{\n\t.reg .f64 x; .reg .f32 y;\n\tmov.b64 x, %1;\n\tcvt.rp.f32.f64 y, x;\n\tmov.b32 %0, y;\n\t}" : "=r"(d) : "l"(a)); return d; });
    results.of_wides([](Wide a, Wide, Wide) { Word d; asm volatile("{\n\t.reg .f64 x; .reg .f32 y;\n\tmov.b64 x, %1;\n\tcvt.rn.ftz.f32.f64 y, x;\n\tmov.b32 %0, y;\n\t}" : "=r"(d) : "l"(a)); return d; });
    results.of_wides([](Wide a, Wide, Wide) { Word d; asm volatile("{\n\t.reg .f64 x; .reg .f32 y;\n\tmov.b64 x, %1;\n\tcvt.rn.sat.f32.f64 y, x;\n\tmov.b32 %0, y;\n\t}" : "=r"(d) : "l"(a)); return d; });
  });
}

extern "C" __global__ void float_and_half(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .b16 x; .reg .b16 x2; .reg .f32 y;\n\tmov.b32 {x, x2}, %1;\n\tcvt.f32.f16 y, x;\n\tmov.b32 %0, y;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .b16 x; .reg .b16 x2; .reg .f32 y;\n\tmov.b32 {x, x2}, %1;\n\tcvt.ftz.f32.f16 y, x;\n\tmov.b32 %0, y;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .b16 x; .reg .b16 x2; .reg .f32 y;\n\tmov.b32 {x, x2}, %1;\n\tcvt.sat.f32.f16 y, x;\n\tmov.b32 %0, y;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .f32 x; .reg .b16 y;\n\tmov.b32 x, %1;\n\tcvt.rn.f16.f32 y, x;\n\tmov.b32 %0, {y, y};\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .f32 x; .reg .b16 y;\n\tmov.b32 x, %1;\n\tcvt.rz.f16.f32 y, x;\n\tmov.b32 %0, {y, y};\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .f32 x; .reg .b16 y;\n\tmov.b32 x, %1;\n\tcvt.rm.f16.f32 y, x;\n\tmov.b32 %0, {y, y};\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .f32 x; .reg .b16 y;\n\tmov.b32 x, %1;\n\tcvt.rp.f16.f32 y, x;\n\tmov.b32 %0, {y, y};\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .f32 x; .reg .b16 y;\n\tmov.b32 x, %1;\n\tcvt.rn.ftz.f16.f32 y, x;\n\tmov.b32 %0, {y, y};\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .f32 x; .reg .b16 y;\n\tmov.b32 x, %1;\n\tcvt.rn.sat.f16.f32 y, x;\n\tmov.b32 %0, {y, y};\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_wides([](Wide a, Wide, Wide) { Word d; asm volatile("{\n\t.reg .f64 x; .reg .b16 y;\n\tmov.b64 x, %1;\n\tcvt.rn.f16.f64 y, x;\n\tmov.b32 %0, {y, y};\n\t}" : "=r"(d) : "l"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Wide d; asm volatile("{\n\t.reg .b16 x; .reg .b16 x2; .reg .f64 y;\n\tmov.b32 {x, x2}, %1;\n\tcvt.f64.f16 y, x;\n\tmov.b64 %0, y;\n\t}" : "=l"(d) : "r"(a)); return d; });
  });
}

extern "C" __global__ void float_and_bfloat(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .b16 x; .reg .b16 x2; .reg .f32 y;\n\tmov.b32 {x, x2}, %1;\n\tcvt.f32.bf16 y, x;\n\tmov.b32 %0, y;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .f32 x; .reg .b16 y;\n\tmov.b32 x, %1;\n\tcvt.rn.bf16.f32 y, x;\n\tmov.b32 %0, {y, y};\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .f32 x; .reg .b16 y;\n\tmov.b32 x, %1;\n\tcvt.rz.bf16.f32 y, x;\n\tmov.b32 %0, {y, y};\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .f32 x; .reg .b16 y;\n\tmov.b32 x, %1;\n\tcvt.rn.relu.bf16.f32 y, x;\n\tmov.b32 %0, {y, y};\n\t}" : "=r"(d) : "r"(a)); return d; });
  });
}

extern "C" __global__ void pairs(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_words([](Word a, Word b, Word) { Word d; asm volatile("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(d) : "f"(__uint_as_float(a)), "f"(__uint_as_float(b))); return d; });
    results.of_words([](Word a, Word b, Word) { Word d; asm volatile("cvt.rz.f16x2.f32 %0, %1, %2;" : "=r"(d) : "f"(__uint_as_float(a)), "f"(__uint_as_float(b))); return d; });
    results.of_words([](Word a, Word b, Word) { Word d; asm volatile("cvt.rn.relu.f16x2.f32 %0, %1, %2;" : "=r"(d) : "f"(__uint_as_float(a)), "f"(__uint_as_float(b))); return d; });
    results.of_words([](Word a, Word b, Word) { Word d; asm volatile("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(d) : "f"(__uint_as_float(a)), "f"(__uint_as_float(b))); return d; });
    results.of_words([](Word a, Word b, Word) { Word d; asm volatile("cvt.rz.bf16x2.f32 %0, %1, %2;" : "=r"(d) : "f"(__uint_as_float(a)), "f"(__uint_as_float(b))); return d; });
    results.of_words([](Word a, Word b, Word) { Word d; asm volatile("cvt.rn.relu.bf16x2.f32 %0, %1, %2;" : "=r"(d) : "f"(__uint_as_float(a)), "f"(__uint_as_float(b))); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("cvt.rna.tf32.f32 %0, %1;" : "=r"(d) : "f"(__uint_as_float(a))); return d; });
  });
}

extern "C" __global__ void half_rounding(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .b16 x; .reg .b16 x2; .reg .b16 y;\n\tmov.b32 {x, x2}, %1;\n\tcvt.rni.f16.f16 y, x;\n\tmov.b32 %0, {y, y};\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .b16 x; .reg .b16 x2; .reg .b16 y;\n\tmov.b32 {x, x2}, %1;\n\tcvt.rzi.f16.f16 y, x;\n\tmov.b32 %0, {y, y};\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .b16 x; .reg .b16 x2; .reg .b16 y;\n\tmov.b32 {x, x2}, %1;\n\tcvt.rmi.f16.f16 y, x;\n\tmov.b32 %0, {y, y};\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .b16 x; .reg .b16 x2; .reg .b16 y;\n\tmov.b32 {x, x2}, %1;\n\tcvt.rpi.f16.f16 y, x;\n\tmov.b32 %0, {y, y};\n\t}" : "=r"(d) : "r"(a)); return d; });
  });
}

extern "C" __global__ void integer_narrowing(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .s16 y;\n\tcvt.s8.s32 y, %1;\n\tcvt.s32.s16 %0, y;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .s16 y;\n\tcvt.s8.u32 y, %1;\n\tcvt.s32.s16 %0, y;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .u16 y;\n\tcvt.u8.s32 y, %1;\n\tcvt.u32.u16 %0, y;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .u16 y;\n\tcvt.u8.u32 y, %1;\n\tcvt.u32.u16 %0, y;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .s16 y;\n\tcvt.s16.s32 y, %1;\n\tcvt.s32.s16 %0, y;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .s16 y;\n\tcvt.s16.u32 y, %1;\n\tcvt.s32.s16 %0, y;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .u16 y;\n\tcvt.u16.s32 y, %1;\n\tcvt.u32.u16 %0, y;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .u16 y;\n\tcvt.u16.u32 y, %1;\n\tcvt.u32.u16 %0, y;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .s16 y;\n\tcvt.sat.s8.s32 y, %1;\n\tcvt.s32.s16 %0, y;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .s16 y;\n\tcvt.sat.s8.u32 y, %1;\n\tcvt.s32.s16 %0, y;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .u16 y;\n\tcvt.sat.u8.s32 y, %1;\n\tcvt.u32.u16 %0, y;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .u16 y;\n\tcvt.sat.u8.u32 y, %1;\n\tcvt.u32.u16 %0, y;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .s16 y;\n\tcvt.sat.s16.s32 y, %1;\n\tcvt.s32.s16 %0, y;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .s16 y;\n\tcvt.sat.s16.u32 y, %1;\n\tcvt.s32.s16 %0, y;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .u16 y;\n\tcvt.sat.u16.s32 y, %1;\n\tcvt.u32.u16 %0, y;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .u16 y;\n\tcvt.sat.u16.u32 y, %1;\n\tcvt.u32.u16 %0, y;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\tcvt.sat.u32.s32 %0, %1;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\tcvt.sat.s32.u32 %0, %1;\n\t}" : "=r"(d) : "r"(a)); return d; });
  });
}

extern "C" __global__ void integer_widths(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_words([](Word a, Word, Word) { Wide d; asm volatile("{\n\tcvt.s64.s32 %0, %1;\n\t}" : "=l"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Wide d; asm volatile("{\n\tcvt.u64.u32 %0, %1;\n\t}" : "=l"(d) : "r"(a)); return d; });
    results.of_wides([](Wide a, Wide, Wide) { Word d; asm volatile("{\n\tcvt.sat.s32.s64 %0, %1;\n\t}" : "=r"(d) : "l"(a)); return d; });
    results.of_wides([](Wide a, Wide, Wide) { Word d; asm volatile("{\n\tcvt.sat.u32.s64 %0, %1;\n\t}" : "=r"(d) : "l"(a)); return d; });
    results.of_wides([](Wide a, Wide, Wide) { Word d; asm volatile("{\n\tcvt.u32.s64 %0, %1;\n\t}" : "=r"(d) : "l"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .s16 x; .reg .b16 x2;\n\tmov.b32 {x, x2}, %1;\n\tcvt.s32.s16 %0, x;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .u16 x; .reg .b16 x2;\n\tmov.b32 {x, x2}, %1;\n\tcvt.u32.u16 %0, x;\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Wide d; asm volatile("{\n\t.reg .s16 x; .reg .b16 x2;\n\tmov.b32 {x, x2}, %1;\n\tcvt.s64.s16 %0, x;\n\t}" : "=l"(d) : "r"(a)); return d; });
  });
}
