// Calls of functions that are not inlined: on one side, on both, from several places, one within the
// other; returns of a group whose lanes came from different places; calls through a register.
#include "control.cuh"

namespace {

__device__ __noinline__ float leaf(float sum) {
#pragma unroll
  for (int i = 0; i < 8; ++i) sum += 1.25f;
  return sum;
}
__device__ __noinline__ float branching_leaf(float sum, int bits) {
  if (bits & 1) {
#pragma unroll
    for (int i = 0; i < 16; ++i) sum += 1.25f;
  } else {
#pragma unroll
    for (int i = 0; i < 14; ++i) sum *= 1.0625f;
  }
  return sum;
}
__device__ __noinline__ float looping_leaf(float sum, int rounds) {
#pragma unroll 1
  for (int i = 0; i < rounds; ++i) sum = sum * 0.5f + 1.25f;
  return sum;
}
/// Lanes of two call sites meet here; its return has two targets then.
__device__ __noinline__ float meeting(float sum, Word all) {
  sum += 1.25f;
  __syncwarp(all);
#pragma unroll
  for (int i = 0; i < 6; ++i) sum += 1.5f;
  return sum;
}
__device__ __noinline__ float middle(float sum, int bits) {
  sum = leaf(sum) * 0.5f;
  if (bits & 2) sum = leaf(sum + 1.0f) + branching_leaf(sum, bits);
  return sum + looping_leaf(sum, bits & 3);
}

__device__ __forceinline__ int way(const int* limits) { return 32 - limits[lane_index()]; }

}  // namespace

extern "C" __global__ void call_by_all(PROBE_PARAMETERS) {
  probe_control<3>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    track.sum = leaf(track.sum);
    track.mark<1>();
    track.sum = leaf(track.sum) + 0.5f;
    track.mark<2>();
  });
}
extern "C" __global__ void call_by_some(PROBE_PARAMETERS) {
  const int bits = way(limits);
  probe_control<3>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    if (bits > 0) track.sum = leaf(track.sum);
    track.mark<1>();
  });
}
extern "C" __global__ void call_on_both_sides(PROBE_PARAMETERS) {
  const int bits = way(limits);
  probe_control<5>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    if (bits > 0) {
      track.sum = leaf(track.sum * 0.5f);
      track.mark<1>();
    } else {
      track.sum = leaf(track.sum + 3.0f) * 2.0f;
      track.mark<2>();
    }
    track.mark<3>();
  });
}
extern "C" __global__ void branch_in_function(PROBE_PARAMETERS) {
  const int bits = way(limits);
  probe_control<3>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    track.sum = branching_leaf(track.sum, bits > 0);
    track.mark<1>();
    if (bits & 2) track.sum = branching_leaf(track.sum, lane_index());
    track.mark<2>();
  });
}
extern "C" __global__ void loop_in_function(PROBE_PARAMETERS) {
  const int bits = way(limits);
  probe_control<3>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    track.sum = looping_leaf(track.sum, bits + 1);
    track.mark<1>();
  });
}
extern "C" __global__ void call_within_call(PROBE_PARAMETERS) {
  const int bits = way(limits);
  probe_control<3>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    track.sum = middle(track.sum, bits);
    track.mark<1>();
    if (bits > 0) track.sum = middle(track.sum, lane_index());
    track.mark<2>();
  });
}
extern "C" __global__ void return_to_two_places(PROBE_PARAMETERS) {
  const int bits = way(limits);
  const Word all = ~(limits[lane_index()] >> 31);
  probe_control<5>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    if (bits > 0) {
      track.sum = meeting(track.sum * 0.5f, all);
      track.mark<1>();
      track.work<9>(1.25f);
    } else {
      track.sum = meeting(track.sum + 3.0f, all) * 2.0f;
      track.mark<2>();
      track.work<11>(1.75f);
    }
    track.mark<3>();
  });
}
extern "C" __global__ void return_to_three_places(PROBE_PARAMETERS) {
  const int bits = way(limits);
  const Word all = ~(limits[lane_index()] >> 31);
  probe_control<6>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    if (bits == 0) {
      track.sum = meeting(track.sum * 0.5f, all);
      track.mark<1>();
    } else if (bits & 1) {
      track.sum = meeting(track.sum + 3.0f, all) * 2.0f;
      track.mark<2>();
    } else {
      track.sum = meeting(track.sum - 3.0f, all) * 4.0f;
      track.mark<3>();
    }
    track.mark<4>();
  });
}
extern "C" __global__ void call_through_register(PROBE_PARAMETERS) {
  using Function = float (*)(float, int);
  const int bits = way(limits);
  const Function first = branching_leaf, second = looping_leaf;
  const Function function = bits & 1 ? first : second;
  probe_control<3>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    track.sum = function(track.sum, bits & 3);
    track.mark<1>();
  });
}
extern "C" __global__ void division_routine(PROBE_PARAMETERS) {
  // The routine of slow cases is called by some lanes only.
  const int bits = way(limits);
  const float divisor = bits > 0 ? 1e-39f : 3.0f;
  probe_control<3>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    track.sum = track.sum / divisor;
    track.mark<1>();
  });
}

namespace {
__device__ __noinline__ float descend(float sum, int depth) {
  if (depth <= 0) return sum * 1.3333f;
  const float below = descend(sum + 1.3333f, depth - 1);
  return below + sum;
}
__device__ __noinline__ unsigned branching_recursion(unsigned n) {
  if (n < 2) return n;
  return branching_recursion(n - 1) + branching_recursion(n - 2);
}
}  // namespace

extern "C" __global__ void recursion_by_all(PROBE_PARAMETERS) {
  const int depth = limits[0] & 7;
  probe_control<3>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    track.sum = descend(track.sum, depth);
    track.mark<1>();
  });
}
// One barrier at several call depths: the groups do not all come together again.
extern "C" __global__ void recursion_of_own_depth(PROBE_PARAMETERS) {
  const int depth = way(limits) & 7;
  probe_control<3>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    track.sum = descend(track.sum, depth);
    track.mark<1>();
  });
}
extern "C" __global__ void recursion_that_branches(PROBE_PARAMETERS) {
  const int depth = way(limits) & 3;
  probe_control<3>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    track.sum += branching_recursion(depth + 2);
    track.mark<1>();
  });
}
