// Barriers that are saved and restored (BMOV) around calls, because the function needs them too, and
// many regions at once, so that the barrier registers run out.
#include "control.cuh"

namespace {

__device__ __noinline__ float inner(float sum, int bits) {
  if (bits & 1) {
#pragma unroll
    for (int i = 0; i < 16; ++i) sum += 1.25f;
    if (bits & 4) {
#pragma unroll
      for (int i = 0; i < 12; ++i) sum += 2.25f;
    }
  }
#pragma unroll 1
  for (int i = 0; i < (bits & 3); ++i) sum = sum * 0.5f + 1.0f;
  return sum;
}
__device__ __noinline__ float outer(float sum, int bits) {
  if (bits & 2) {
    sum = inner(sum, bits);
    sum += 1.5f;
    sum = inner(sum, bits >> 1);
  } else {
#pragma unroll
    for (int i = 0; i < 14; ++i) sum += 3.25f;
  }
  return sum;
}

}  // namespace

extern "C" __global__ void call_in_region(PROBE_PARAMETERS) {
  const int bits = 32 - limits[lane_index()];
  probe_control<4>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    if (bits > 0) {
      track.work<9>(1.25f);
      track.sum = inner(track.sum, bits);
      track.mark<1>();
      track.work<3>(1.25f);
    } else {
      track.work<13>(1.5f);
    }
    track.mark<2>();
  });
}
extern "C" __global__ void call_in_nested_region(PROBE_PARAMETERS) {
  const int bits = 32 - limits[lane_index()];
  probe_control<5>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    if (bits > 0) {
      track.work<9>(1.25f);
      INNER_LOOP
      for (int i = 0; i < (bits & 3) + 1; ++i) track.sum = outer(track.sum, bits + i);
      track.mark<1>();
    } else if (lane_index() & 1) {
      track.sum = outer(track.sum, lane_index());
      track.mark<2>();
    }
    track.mark<3>();
  });
}
extern "C" __global__ void call_by_all_with_region_inside(PROBE_PARAMETERS) {
  const int bits = 32 - limits[lane_index()];
  probe_control<3>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    track.sum = outer(track.sum, bits);
    track.mark<1>();
    track.sum = outer(track.sum, bits >> 1);
    track.mark<2>();
  });
}
