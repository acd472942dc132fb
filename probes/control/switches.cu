// Switches, dense enough for a jump through a table (BRX), alone and in a loop. The lane's case is
// 32 - limit modulo the number of cases.
#include "control.cuh"

#define CASE(number)                                    \
  case number:                                          \
    if (number < Cases) {                               \
      track.work<6 + (number * 5) % 7>(1.25f + number); \
      track.mark<1>();                                  \
      track.sum *= 0.5f + number;                       \
    }                                                   \
    break;

namespace {

template <int Cases>
__device__ __forceinline__ void choose(Track& track, int which) {
  switch (which) {
    CASE(0) CASE(1) CASE(2) CASE(3) CASE(4) CASE(5) CASE(6) CASE(7)
    CASE(8) CASE(9) CASE(10) CASE(11) CASE(12) CASE(13) CASE(14) CASE(15)
  }
}

template <int Cases>
__device__ __forceinline__ void probe_switch(PROBE_PARAMETERS) {
  const int which = (32 - limits[lane_index()]) & (Cases - 1);
  probe_control<3>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    choose<Cases>(track, which);
    track.mark<2>();
  });
}

template <int Cases>
__device__ __forceinline__ void probe_switch_in_loop(PROBE_PARAMETERS) {
  int which = 32 - limits[lane_index()];
  probe_control<3>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    INNER_LOOP
    for (int i = 0; i < 5; ++i) {
      choose<Cases>(track, (which + i * lane_index()) & (Cases - 1));
    }
    track.mark<2>();
  });
}

}  // namespace

extern "C" __global__ void switch_2(PROBE_PARAMETERS) { probe_switch<2>(PROBE_ARGUMENTS); }
extern "C" __global__ void switch_4(PROBE_PARAMETERS) { probe_switch<4>(PROBE_ARGUMENTS); }
extern "C" __global__ void switch_8(PROBE_PARAMETERS) { probe_switch<8>(PROBE_ARGUMENTS); }
extern "C" __global__ void switch_16(PROBE_PARAMETERS) { probe_switch<16>(PROBE_ARGUMENTS); }
extern "C" __global__ void switch_4_in_loop(PROBE_PARAMETERS) { probe_switch_in_loop<4>(PROBE_ARGUMENTS); }
extern "C" __global__ void switch_8_in_loop(PROBE_PARAMETERS) { probe_switch_in_loop<8>(PROBE_ARGUMENTS); }
// Cases that fall into each other.
extern "C" __global__ void falling_through(PROBE_PARAMETERS) {
  const int which = (32 - limits[lane_index()]) & 7;
  probe_control<3>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    switch (which) {
      case 0: track.work<5>(1.25f);
      case 1: track.work<6>(1.5f);
      case 2: track.work<7>(1.75f); break;
      case 3: track.work<8>(2.25f);
      case 4: track.work<9>(2.5f); break;
      case 5: track.work<5>(2.75f);
      case 6: track.work<6>(3.25f);
      default: track.work<7>(3.5f);
    }
    track.mark<2>();
  });
}
