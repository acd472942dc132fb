// Fetching: where in a line of code a jump lands, and loops as large as the instruction cache next to
// the pipe and larger. Straight code takes its time from here too.
#include "control.cuh"

namespace {

/// A loop whose head is moved by `Before` instructions: it lands in each slot of a line in turn.
template <int Before, int Body>
__device__ __forceinline__ void probe_landing(PROBE_PARAMETERS) {
  const int limit = limits[lane_index()];
  probe_control<3>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    track.work<Before>(1.5f);
    track.mark<1>();
    int i = 0;
    INNER_LOOP
    do track.work<Body>(1.25f);
    while (++i < limit);
    track.mark<2>();
  });
}

/// A side of a branch that ends, and a region that closes, in each slot in turn.
template <int First, int Second>
__device__ __forceinline__ void probe_closing(PROBE_PARAMETERS) {
  const int limit = limits[lane_index()];
  probe_control<3>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    if (limit < 32) track.work<First>(1.25f);
    else track.work<Second>(1.5f);
    track.mark<1>();
    track.work<3>(1.75f);
    track.mark<2>();
  });
}

/// A loop of `Body` independent additions, 16 bytes each.
template <int Body>
__device__ __forceinline__ void probe_size(PROBE_PARAMETERS) {
  const int rounds = (limits[lane_index()] & 3) + 2;
  float sums[8] = {};
  probe_control<2>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    INNER_LOOP
    for (int i = 0; i < rounds; ++i) {
#pragma unroll
      for (int k = 0; k < Body; ++k) asm volatile("add.rn.f32 %0, %0, %1;" : "+f"(sums[k % 8]) : "f"(track.sum));
    }
    track.mark<1>();
  });
#pragma unroll
  for (int k = 1; k < 8; ++k) sums[0] += sums[k];
  keep(data, 1, __float_as_uint(sums[0]));
}

}  // namespace

extern "C" __global__ void landing_0(PROBE_PARAMETERS) { probe_landing<8, 2>(PROBE_ARGUMENTS); }
extern "C" __global__ void landing_1(PROBE_PARAMETERS) { probe_landing<9, 2>(PROBE_ARGUMENTS); }
extern "C" __global__ void landing_2(PROBE_PARAMETERS) { probe_landing<10, 2>(PROBE_ARGUMENTS); }
extern "C" __global__ void landing_3(PROBE_PARAMETERS) { probe_landing<11, 2>(PROBE_ARGUMENTS); }
extern "C" __global__ void landing_4(PROBE_PARAMETERS) { probe_landing<12, 2>(PROBE_ARGUMENTS); }
extern "C" __global__ void landing_5(PROBE_PARAMETERS) { probe_landing<13, 2>(PROBE_ARGUMENTS); }
extern "C" __global__ void landing_6(PROBE_PARAMETERS) { probe_landing<14, 2>(PROBE_ARGUMENTS); }
extern "C" __global__ void landing_7(PROBE_PARAMETERS) { probe_landing<15, 2>(PROBE_ARGUMENTS); }
extern "C" __global__ void closing_0(PROBE_PARAMETERS) { probe_closing<16, 16>(PROBE_ARGUMENTS); }
extern "C" __global__ void closing_1(PROBE_PARAMETERS) { probe_closing<17, 16>(PROBE_ARGUMENTS); }
extern "C" __global__ void closing_2(PROBE_PARAMETERS) { probe_closing<18, 16>(PROBE_ARGUMENTS); }
extern "C" __global__ void closing_3(PROBE_PARAMETERS) { probe_closing<19, 17>(PROBE_ARGUMENTS); }
extern "C" __global__ void closing_4(PROBE_PARAMETERS) { probe_closing<20, 17>(PROBE_ARGUMENTS); }
extern "C" __global__ void closing_5(PROBE_PARAMETERS) { probe_closing<21, 18>(PROBE_ARGUMENTS); }
extern "C" __global__ void closing_6(PROBE_PARAMETERS) { probe_closing<22, 19>(PROBE_ARGUMENTS); }
extern "C" __global__ void closing_7(PROBE_PARAMETERS) { probe_closing<23, 20>(PROBE_ARGUMENTS); }
extern "C" __global__ void loop_of_1_kb(PROBE_PARAMETERS) { probe_size<60>(PROBE_ARGUMENTS); }
extern "C" __global__ void loop_of_2_kb(PROBE_PARAMETERS) { probe_size<124>(PROBE_ARGUMENTS); }
extern "C" __global__ void loop_of_4_kb(PROBE_PARAMETERS) { probe_size<252>(PROBE_ARGUMENTS); }
extern "C" __global__ void loop_of_5_kb(PROBE_PARAMETERS) { probe_size<316>(PROBE_ARGUMENTS); }
extern "C" __global__ void loop_of_6_kb(PROBE_PARAMETERS) { probe_size<380>(PROBE_ARGUMENTS); }
extern "C" __global__ void loop_of_7_kb(PROBE_PARAMETERS) { probe_size<444>(PROBE_ARGUMENTS); }
extern "C" __global__ void loop_of_8_kb(PROBE_PARAMETERS) { probe_size<508>(PROBE_ARGUMENTS); }
extern "C" __global__ void loop_of_12_kb(PROBE_PARAMETERS) { probe_size<764>(PROBE_ARGUMENTS); }
extern "C" __global__ void loop_of_16_kb(PROBE_PARAMETERS) { probe_size<1020>(PROBE_ARGUMENTS); }
