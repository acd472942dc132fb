// BRX: a jump through a table, written out, since compilers make it only of larger switches. Several
// targets in one group: which lanes go first, what it costs to come again for the others.
#include "control.cuh"

namespace {

/// Four targets, `Extra` additions in each beyond its number.
template <bool InLoop>
__device__ __forceinline__ void probe_four(PROBE_PARAMETERS) {
  const int which = (32 - limits[lane_index()]) & 3;
  probe_control<3>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    INNER_LOOP
    for (int i = 0; i < (InLoop ? 4 : 1); ++i) {
      const int target = InLoop ? (which + i * lane_index()) & 3 : which;
      asm volatile(
          "{\n\t"
          "targets: .branchtargets zero, one, two, three;\n\t"
          "brx.idx %1, targets;\n\t"
          "zero: add.f32 %0, %0, 0f3FA00000; add.f32 %0, %0, 0f3FA00000; add.f32 %0, %0, 0f3FA00000; bra.uni end;\n\t"
          "one: mul.f32 %0, %0, 0f3FA00000; mul.f32 %0, %0, 0f3FA00000; mul.f32 %0, %0, 0f3FA00000; mul.f32 %0, %0, 0f3FA00000; bra.uni end;\n\t"
          "two: add.f32 %0, %0, 0f40200000; mul.f32 %0, %0, 0f3FA00000; bra.uni end;\n\t"
          "three: fma.rn.f32 %0, %0, %0, 0f40200000; add.f32 %0, %0, 0f3FA00000; mul.f32 %0, %0, 0f3F200000; add.f32 %0, %0, 0f3FA00000; add.f32 %0, %0, 0f3FA00000;\n\t"
          "end:\n\t"
          "}"
          : "+f"(track.sum)
          : "r"(target));
    }
    track.mark<1>();
  });
}

}  // namespace

extern "C" __global__ void table_of_four(PROBE_PARAMETERS) { probe_four<false>(PROBE_ARGUMENTS); }
extern "C" __global__ void table_of_four_in_loop(PROBE_PARAMETERS) { probe_four<true>(PROBE_ARGUMENTS); }
extern "C" __global__ void table_of_eight(PROBE_PARAMETERS) {
  const int which = (32 - limits[lane_index()]) & 7;
  probe_control<3>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    asm volatile(
        "{\n\t"
        "targets: .branchtargets a, b, c, d, e, f, g, h;\n\t"
        "brx.idx %1, targets;\n\t"
        "a: add.f32 %0, %0, 0f3FA00000; add.f32 %0, %0, 0f3FA00000; bra.uni end;\n\t"
        "b: mul.f32 %0, %0, 0f3FA00000; add.f32 %0, %0, 0f3FA00000; bra.uni end;\n\t"
        "c: add.f32 %0, %0, 0f40200000; mul.f32 %0, %0, 0f3FA00000; bra.uni end;\n\t"
        "d: fma.rn.f32 %0, %0, %0, 0f40200000; add.f32 %0, %0, 0f3FA00000; bra.uni end;\n\t"
        "e: add.f32 %0, %0, 0f40400000; add.f32 %0, %0, 0f3FA00000; add.f32 %0, %0, 0f3FA00000; bra.uni end;\n\t"
        "f: mul.f32 %0, %0, 0f40400000; add.f32 %0, %0, 0f3FA00000; add.f32 %0, %0, 0f3FA00000; bra.uni end;\n\t"
        "g: add.f32 %0, %0, 0f40600000; mul.f32 %0, %0, 0f3F200000; mul.f32 %0, %0, 0f3F200000; bra.uni end;\n\t"
        "h: fma.rn.f32 %0, %0, %0, 0f40600000; mul.f32 %0, %0, 0f3F200000; add.f32 %0, %0, 0f3FA00000;\n\t"
        "end:\n\t"
        "}"
        : "+f"(track.sum)
        : "r"(which));
    track.mark<1>();
  });
}
