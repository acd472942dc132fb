// SPDX-License-Identifier: MIT
// Several warps on each sub-partition: who issues when, and what that costs. Every warp leaves a stamp after each of
// `rounds` rounds of the same work; no round waits for other warps but the first.
#include <utility>

#include "../control/control.cuh"

namespace {

constexpr int round_count = 12;

template <class Operation, int... Rounds>
__device__ __forceinline__ void marked(Track& track, Operation operation, std::integer_sequence<int, Rounds...>) {
  ((operation(track), track.mark<Rounds + 1>()), ...);
}

template <class Operation>
__device__ __forceinline__ void rounds(PROBE_PARAMETERS, Operation operation) {
  probe_control<round_count + 1>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    marked(track, operation, std::make_integer_sequence<int, round_count>{});
  });
}

/// Instructions that do not depend on each other, of another unit than additions of floats.
template <int Length>
__device__ __forceinline__ void logic(Word& first, Word& second) {
#pragma unroll
  for (int i = 0; i < Length; ++i) asm volatile("xor.b32 %0, %0, 5; xor.b32 %1, %1, 9;" : "+r"(first), "+r"(second));
}

}  // namespace

#define CROWD(NAME, ...) \
  extern "C" __global__ void NAME(PROBE_PARAMETERS) { rounds(PROBE_ARGUMENTS, [=](Track& track) { __VA_ARGS__ }); }

/// Dependent additions: one instruction in four cycles.
CROWD(chain_6, track.work<6>(1.25f);)
CROWD(chain_14, track.work<14>(1.25f);)
CROWD(chain_22, track.work<22>(1.25f);)

/// Two dependent chains of two units.
CROWD(logic_7, Word a = __float_as_uint(track.sum), b = a + 1; logic<7>(a, b); track.sum = __uint_as_float(a & b);)

/// A branch that all lanes take, over code that nobody runs.
CROWD(jump_6, const int limit = limits[lane_index()]; track.work<6>(1.25f); asm volatile(
    "{.reg .pred p; setp.ge.s32 p, %1, 0; @p bra DONE; add.rn.f32 %0, %0, 2.0; add.rn.f32 %0, %0, 3.0;"
    "add.rn.f32 %0, %0, 2.0; add.rn.f32 %0, %0, 3.0; add.rn.f32 %0, %0, 2.0; add.rn.f32 %0, %0, 3.0;"
    "add.rn.f32 %0, %0, 2.0; add.rn.f32 %0, %0, 3.0; add.rn.f32 %0, %0, 2.0; add.rn.f32 %0, %0, 3.0;"
    "add.rn.f32 %0, %0, 2.0; add.rn.f32 %0, %0, 3.0; add.rn.f32 %0, %0, 2.0; add.rn.f32 %0, %0, 3.0; DONE:}"
    : "+f"(track.sum) : "r"(limit));)

/// Loops of a few instructions.
CROWD(loop_4, _Pragma("unroll 1") for (int i = 0; i < limits[lane_index()] / 4; ++i) track.work<4>(1.25f);)
CROWD(loop_12, _Pragma("unroll 1") for (int i = 0; i < limits[lane_index()] / 4; ++i) track.work<12>(1.25f);)

/// Lanes that part and meet.
CROWD(part_10, if (lane_index() * 2 < limits[lane_index()]) track.work<10>(1.25f); else track.work<10>(2.5f);)
