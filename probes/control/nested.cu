// Branches within branches: several groups wait at once, at one barrier and at several. Which of them
// is fast to resume, which slow, in which order they come.
#include "control.cuh"

namespace {

/// Which way a lane goes at each depth: the bits of 32 - limit.
__device__ __forceinline__ int way(const int* limits) { return 32 - limits[lane_index()]; }

template <int Depth, int Place>
__device__ __forceinline__ void tree(Track& track, int bits) {
  if constexpr (Depth == 0) {
    track.work<6 + Place % 4>(0.5f + Place);
  } else {
    if (bits & (1 << (Depth - 1))) {
      track.work<5>(1.25f + Place);
      tree<Depth - 1, 2 * Place + 1>(track, bits);
      track.work<3>(1.5f + Place);
    } else {
      track.work<6>(2.25f + Place);
      tree<Depth - 1, 2 * Place>(track, bits);
      track.work<4>(2.5f + Place);
    }
  }
}

template <int Depth>
__device__ __forceinline__ void probe_tree(PROBE_PARAMETERS) {
  const int bits = way(limits);
  probe_control<2>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    tree<Depth, 1>(track, bits);
    track.mark<1>();
  });
}

}  // namespace

extern "C" __global__ void tree_1(PROBE_PARAMETERS) { probe_tree<1>(PROBE_ARGUMENTS); }
extern "C" __global__ void tree_2(PROBE_PARAMETERS) { probe_tree<2>(PROBE_ARGUMENTS); }
extern "C" __global__ void tree_3(PROBE_PARAMETERS) { probe_tree<3>(PROBE_ARGUMENTS); }
extern "C" __global__ void tree_4(PROBE_PARAMETERS) { probe_tree<4>(PROBE_ARGUMENTS); }

// Lanes leave one after the other, each group deeper than the last; all of them wait at one barrier.
extern "C" __global__ void staircase_of_ifs(PROBE_PARAMETERS) {
  const int bits = way(limits);
  probe_control<8>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    if (bits > 0) {
      track.work<9>(1.25f);
      track.mark<1>();
      if (bits > 1) {
        track.work<10>(1.5f);
        track.mark<2>();
        if (bits > 3) {
          track.work<11>(1.75f);
          track.mark<3>();
          if (bits > 7) {
            track.work<12>(2.25f);
            track.mark<4>();
          }
          track.mark<5>();
        }
        track.work<9>(2.5f);
      }
      track.mark<6>();
    }
    track.mark<7>();
  });
}
// A nested branch on one side only, on the side that runs first or on the one that waits.
extern "C" __global__ void nested_in_then(PROBE_PARAMETERS) {
  const int bits = way(limits);
  probe_control<6>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    if (bits > 0) {
      if (bits & 2) track.work<9>(1.25f);
      else track.work<12>(1.5f);
      track.mark<1>();
      track.work<9>(1.75f);
    } else {
      track.mark<2>();
      track.work<16>(2.25f);
      track.mark<3>();
    }
    track.mark<4>();
  });
}
extern "C" __global__ void nested_in_else(PROBE_PARAMETERS) {
  const int bits = way(limits);
  probe_control<6>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    if (bits > 0) {
      track.mark<1>();
      track.work<16>(1.25f);
      track.mark<2>();
    } else {
      if (lane_index() & 1) track.work<9>(1.5f);
      else track.work<12>(1.75f);
      track.mark<3>();
      track.work<9>(2.25f);
    }
    track.mark<4>();
  });
}
// A chain of conditions: each test sends some lanes to work that others skip.
extern "C" __global__ void else_if_chain(PROBE_PARAMETERS) {
  const int bits = way(limits);
  probe_control<8>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    if (bits == 0) track.work<9>(1.25f), track.mark<1>();
    else if (bits == 1) track.work<14>(1.5f), track.mark<2>();
    else if (bits < 4) track.work<10>(1.75f), track.mark<3>();
    else if (bits < 8) track.work<13>(2.25f), track.mark<4>();
    else if (bits < 16) track.work<11>(2.5f), track.mark<5>();
    else track.work<12>(2.75f), track.mark<6>();
    track.mark<7>();
  });
}
// A jump out of the middle of two branches to a common end.
extern "C" __global__ void jump_out(PROBE_PARAMETERS) {
  const int bits = way(limits);
  probe_control<6>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    if (bits > 0) {
      track.work<9>(1.25f);
      if (bits & 1) goto end;
      track.work<9>(1.5f);
      track.mark<1>();
    } else {
      track.work<12>(1.75f);
      if (lane_index() & 2) goto end;
      track.work<10>(2.25f);
      track.mark<2>();
    }
    track.work<9>(2.5f);
    track.mark<3>();
  end:
    track.mark<4>();
    track.work<4>(2.75f);
    track.mark<5>();
  });
}
// && and || with sides that cost something: the tests themselves part lanes.
extern "C" __global__ void short_circuit(PROBE_PARAMETERS) {
  const int bits = way(limits);
  volatile float* place = data + 64 + lane_index();
  probe_control<4>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    if (bits > 0 && place[0] > 0.5f && (bits & 1 || place[32] < 0.5f)) {
      track.work<12>(1.25f);
      track.mark<1>();
    } else {
      track.work<10>(1.5f);
      track.mark<2>();
    }
    track.mark<3>();
  });
}
