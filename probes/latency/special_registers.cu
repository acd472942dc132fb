// Special registers, read into a vector or a uniform register, and constants that are indexed.
#include "chain.cuh"

extern "C" __global__ void s2r_tid(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("{\n\t.reg .u32 t;\n\tmov.u32 t, %tid.x;\n\tadd.u32 %0, %0, t;\n\t}" : "+r"(x)); });
}

extern "C" __global__ void s2r_tid_y(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("{\n\t.reg .u32 t;\n\tmov.u32 t, %tid.y;\n\tadd.u32 %0, %0, t;\n\t}" : "+r"(x)); });
}

extern "C" __global__ void s2r_lane(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("{\n\t.reg .u32 t;\n\tmov.u32 t, %laneid;\n\tadd.u32 %0, %0, t;\n\t}" : "+r"(x)); });
}

extern "C" __global__ void s2r_ctaid(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("{\n\t.reg .u32 t;\n\tmov.u32 t, %ctaid.x;\n\tadd.u32 %0, %0, t;\n\t}" : "+r"(x)); });
}

extern "C" __global__ void s2r_warpid(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("{\n\t.reg .u32 t;\n\tmov.u32 t, %warpid;\n\tadd.u32 %0, %0, t;\n\t}" : "+r"(x)); });
}

extern "C" __global__ void s2r_smid(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("{\n\t.reg .u32 t;\n\tmov.u32 t, %smid;\n\tadd.u32 %0, %0, t;\n\t}" : "+r"(x)); });
}

extern "C" __global__ void s2r_lanemask_lt(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("{\n\t.reg .u32 t;\n\tmov.u32 t, %lanemask_lt;\n\tadd.u32 %0, %0, t;\n\t}" : "+r"(x)); });
}

extern "C" __global__ void s2r_lanemask_eq(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("{\n\t.reg .u32 t;\n\tmov.u32 t, %lanemask_eq;\n\tadd.u32 %0, %0, t;\n\t}" : "+r"(x)); });
}

extern "C" __global__ void s2r_nsmid(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("{\n\t.reg .u32 t;\n\tmov.u32 t, %nsmid;\n\tadd.u32 %0, %0, t;\n\t}" : "+r"(x)); });
}

extern "C" __global__ void s2r_gridid(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("{\n\t.reg .u32 t;\n\t.reg .u64 g;\n\tmov.u64 g, %gridid;\n\tcvt.u32.u64 t, g;\n\tadd.u32 %0, %0, t;\n\t}" : "+r"(x)); });
}

extern "C" __global__ void clock_32(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("{\n\t.reg .u32 t;\n\tmov.u32 t, %clock;\n\tadd.u32 %0, %0, t;\n\t}" : "+r"(x)); });
}

extern "C" __global__ void clock_hi(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("{\n\t.reg .u32 t;\n\tmov.u32 t, %clock_hi;\n\tadd.u32 %0, %0, t;\n\t}" : "+r"(x)); });
}

extern "C" __global__ void clock_64(PROBE_PARAMETERS) {
  probe_chain<Wide>(PROBE_ARGUMENTS, [&](Wide& x, Wide y) { asm volatile("{\n\t.reg .u64 t;\n\tmov.u64 t, %clock64;\n\tadd.u64 %0, %0, t;\n\t}" : "+l"(x)); });
}

extern "C" __global__ void globaltimer(PROBE_PARAMETERS) {
  probe_chain<Wide>(PROBE_ARGUMENTS, [&](Wide& x, Wide y) { asm volatile("{\n\t.reg .u64 t;\n\tmov.u64 t, %globaltimer;\n\tadd.u64 %0, %0, t;\n\t}" : "+l"(x)); });
}
