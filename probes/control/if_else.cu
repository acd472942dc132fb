// A branch with two sides of the same and of different length. Which side runs first, what it costs
// to get there, to hand over, and to meet again. The lanes with a limit below 32 take the first side:
// their number n makes it the smaller one, a tie (16), or the larger one.
#include "control.cuh"

namespace {

template <int First, int Second>
__device__ __forceinline__ void probe_sides(PROBE_PARAMETERS, bool first) {
  probe_control<7>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    if (first) {
      track.mark<1>();
      track.work<First>(1.25f);
      track.mark<2>();
    } else {
      track.mark<3>();
      track.work<Second>(2.5f);
      track.mark<4>();
    }
    track.mark<5>();
    track.work<2>(0.5f);
    track.mark<6>();
  });
}

/// The same without stamps on the way: the code that compilers make.
template <int First, int Second>
__device__ __forceinline__ void probe_plain_sides(PROBE_PARAMETERS, bool first) {
  probe_control<2>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    if (first) track.work<First>(1.25f);
    else track.work<Second>(2.5f);
    track.mark<1>();
  });
}

__device__ __forceinline__ bool lowered(const int* limits) { return limits[lane_index()] < 32; }

}  // namespace

extern "C" __global__ void sides_4_4(PROBE_PARAMETERS) { probe_sides<4, 4>(PROBE_ARGUMENTS, lowered(limits)); }
extern "C" __global__ void sides_16_16(PROBE_PARAMETERS) { probe_sides<16, 16>(PROBE_ARGUMENTS, lowered(limits)); }
extern "C" __global__ void sides_4_40(PROBE_PARAMETERS) { probe_sides<4, 40>(PROBE_ARGUMENTS, lowered(limits)); }
extern "C" __global__ void sides_40_4(PROBE_PARAMETERS) { probe_sides<40, 4>(PROBE_ARGUMENTS, lowered(limits)); }
extern "C" __global__ void sides_exchanged(PROBE_PARAMETERS) { probe_sides<16, 16>(PROBE_ARGUMENTS, !lowered(limits)); }
extern "C" __global__ void plain_16_16(PROBE_PARAMETERS) { probe_plain_sides<16, 16>(PROBE_ARGUMENTS, lowered(limits)); }
extern "C" __global__ void plain_16_17(PROBE_PARAMETERS) { probe_plain_sides<16, 17>(PROBE_ARGUMENTS, lowered(limits)); }
extern "C" __global__ void plain_12_30(PROBE_PARAMETERS) { probe_plain_sides<12, 30>(PROBE_ARGUMENTS, lowered(limits)); }
extern "C" __global__ void plain_exchanged(PROBE_PARAMETERS) { probe_plain_sides<16, 16>(PROBE_ARGUMENTS, !lowered(limits)); }
extern "C" __global__ void only_then(PROBE_PARAMETERS) { probe_plain_sides<24, 0>(PROBE_ARGUMENTS, lowered(limits)); }
extern "C" __global__ void only_else(PROBE_PARAMETERS) { probe_plain_sides<0, 24>(PROBE_ARGUMENTS, lowered(limits)); }

// Several branches one behind the other: with the same lanes, and with others each time.
extern "C" __global__ void three_in_a_row(PROBE_PARAMETERS) {
  const int limit = limits[lane_index()];
  probe_control<4>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    if (limit < 32) track.work<9>(1.25f);
    else track.work<11>(2.5f);
    track.mark<1>();
    if (limit & 1) track.work<12>(1.5f);
    else track.work<10>(3.5f);
    track.mark<2>();
    if (limit < 24) track.work<9>(1.75f);
    else track.work<9>(4.5f);
    track.mark<3>();
  });
}
// The condition is not ready: does the branch wait for the load, and what runs meanwhile?
extern "C" __global__ void condition_from_memory(PROBE_PARAMETERS) {
  volatile const int* late = limits;
  probe_control<2>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    if (late[lane_index()] < 32) track.work<16>(1.25f);
    else track.work<16>(2.5f);
    track.mark<1>();
  });
}
// A load is under way on one side when the other one begins: nothing is handed over on a stall.
extern "C" __global__ void load_on_each_side(PROBE_PARAMETERS) {
  volatile float* place = data + 64 + lane_index();
  const bool first = lowered(limits);
  probe_control<4>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    if (first) {
      track.sum += place[0];
      track.work<18>(1.25f);
      track.mark<1>();
    } else {
      track.sum += place[32];
      track.work<18>(2.5f);
      track.mark<2>();
    }
    track.mark<3>();
  });
}
