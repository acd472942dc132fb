// Programs of a structure drawn by a seed: sequences, ifs with and without an else, loops with early
// ends, nested up to four deep. Nobody chose them to fit a rule.
#include "control.cuh"

namespace {

__host__ __device__ constexpr Word drawn(Word seed, int salt) {
  Word x = seed * 0x9e3779b9u + salt * 0x85ebca6bu;
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  return x ^ (x >> 16);
}

/// A condition of the lane: one of its bits, a bound, or its place; `round` makes it change in loops.
template <Word Seed>
__device__ __forceinline__ bool condition(int limit, int round) {
  constexpr int bit = drawn(Seed, 1) % 5, bound = drawn(Seed, 2) % 30;
  switch (drawn(Seed, 3) % 5) {
    case 0: return (limit >> bit ^ round) & 1;
    case 1: return limit + round > bound;
    case 2: return ((lane_index() + round) >> bit) & 1;
    case 3: return ((limit ^ lane_index()) + round) % 3 == 0;
    default: return limit < 32;
  }
}

template <Word Seed, int Depth>
__device__ __forceinline__ void program(Track& track, int limit, int round) {
  constexpr Word kind = Depth == 0 ? 0 : drawn(Seed, 4) % 8;
  constexpr int length = 2 + drawn(Seed, 5) % 16;
  if constexpr (kind == 0) {
    track.work<length>(1.0f + drawn(Seed, 6) % 64 * 0.0625f);
  } else if constexpr (kind <= 2) {
    program<drawn(Seed, 7), Depth - 1>(track, limit, round);
    program<drawn(Seed, 8), Depth - 1>(track, limit, round);
  } else if constexpr (kind == 3) {
    if (condition<Seed>(limit, round)) {
      program<drawn(Seed, 7), Depth - 1>(track, limit, round);
      track.work<length>(1.5f);
    }
  } else if constexpr (kind <= 5) {
    if (condition<Seed>(limit, round)) {
      program<drawn(Seed, 7), Depth - 1>(track, limit, round);
      track.work<8>(1.75f);
    } else {
      track.work<length>(1.25f);
      program<drawn(Seed, 8), Depth - 1>(track, limit, round);
    }
  } else if constexpr (kind == 6) {
    const int rounds = drawn(Seed, 9) % 2 ? (limit & 3) + 1 : (lane_index() & 3) + 1;
    INNER_LOOP
    for (int i = 0; i < rounds; ++i) {
      program<drawn(Seed, 7), Depth - 1>(track, limit, round + i);
      track.work<2>(2.25f);
    }
  } else {
    INNER_LOOP
    for (int i = 0; i < 4; ++i) {
      track.work<3>(2.5f);
      if (condition<Seed>(limit, i)) break;
      program<drawn(Seed, 7), Depth - 1>(track, limit, round + i);
    }
  }
}

template <Word Seed>
__device__ __forceinline__ void probe_program(PROBE_PARAMETERS) {
  const int limit = limits[lane_index()];
  probe_control<2>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    program<drawn(Seed, 10) | 1, 2>(track, limit, 0);
    program<drawn(Seed, 11) | 1, 4>(track, limit, 1);
    track.mark<1>();
  });
}

}  // namespace

extern "C" __global__ void program_01(PROBE_PARAMETERS) { probe_program<1>(PROBE_ARGUMENTS); }
extern "C" __global__ void program_02(PROBE_PARAMETERS) { probe_program<2>(PROBE_ARGUMENTS); }
extern "C" __global__ void program_03(PROBE_PARAMETERS) { probe_program<3>(PROBE_ARGUMENTS); }
extern "C" __global__ void program_04(PROBE_PARAMETERS) { probe_program<4>(PROBE_ARGUMENTS); }
extern "C" __global__ void program_05(PROBE_PARAMETERS) { probe_program<5>(PROBE_ARGUMENTS); }
extern "C" __global__ void program_06(PROBE_PARAMETERS) { probe_program<6>(PROBE_ARGUMENTS); }
extern "C" __global__ void program_07(PROBE_PARAMETERS) { probe_program<7>(PROBE_ARGUMENTS); }
extern "C" __global__ void program_08(PROBE_PARAMETERS) { probe_program<8>(PROBE_ARGUMENTS); }
extern "C" __global__ void program_09(PROBE_PARAMETERS) { probe_program<9>(PROBE_ARGUMENTS); }
extern "C" __global__ void program_10(PROBE_PARAMETERS) { probe_program<10>(PROBE_ARGUMENTS); }
extern "C" __global__ void program_11(PROBE_PARAMETERS) { probe_program<11>(PROBE_ARGUMENTS); }
extern "C" __global__ void program_12(PROBE_PARAMETERS) { probe_program<12>(PROBE_ARGUMENTS); }
extern "C" __global__ void program_13(PROBE_PARAMETERS) { probe_program<13>(PROBE_ARGUMENTS); }
extern "C" __global__ void program_14(PROBE_PARAMETERS) { probe_program<14>(PROBE_ARGUMENTS); }
extern "C" __global__ void program_15(PROBE_PARAMETERS) { probe_program<15>(PROBE_ARGUMENTS); }
extern "C" __global__ void program_16(PROBE_PARAMETERS) { probe_program<16>(PROBE_ARGUMENTS); }
extern "C" __global__ void program_17(PROBE_PARAMETERS) { probe_program<17>(PROBE_ARGUMENTS); }
extern "C" __global__ void program_18(PROBE_PARAMETERS) { probe_program<18>(PROBE_ARGUMENTS); }
extern "C" __global__ void program_19(PROBE_PARAMETERS) { probe_program<19>(PROBE_ARGUMENTS); }
extern "C" __global__ void program_20(PROBE_PARAMETERS) { probe_program<20>(PROBE_ARGUMENTS); }
extern "C" __global__ void program_21(PROBE_PARAMETERS) { probe_program<21>(PROBE_ARGUMENTS); }
extern "C" __global__ void program_22(PROBE_PARAMETERS) { probe_program<22>(PROBE_ARGUMENTS); }
extern "C" __global__ void program_23(PROBE_PARAMETERS) { probe_program<23>(PROBE_ARGUMENTS); }
extern "C" __global__ void program_24(PROBE_PARAMETERS) { probe_program<24>(PROBE_ARGUMENTS); }
extern "C" __global__ void program_25(PROBE_PARAMETERS) { probe_program<25>(PROBE_ARGUMENTS); }
extern "C" __global__ void program_26(PROBE_PARAMETERS) { probe_program<26>(PROBE_ARGUMENTS); }
extern "C" __global__ void program_27(PROBE_PARAMETERS) { probe_program<27>(PROBE_ARGUMENTS); }
extern "C" __global__ void program_28(PROBE_PARAMETERS) { probe_program<28>(PROBE_ARGUMENTS); }
extern "C" __global__ void program_29(PROBE_PARAMETERS) { probe_program<29>(PROBE_ARGUMENTS); }
extern "C" __global__ void program_30(PROBE_PARAMETERS) { probe_program<30>(PROBE_ARGUMENTS); }
