// What the probes of control flow share: lanes choose their way by their limit, do arithmetic that
// cannot be predicated away, and leave a stamp wherever they come by.
#pragma once
#include "../frame.cuh"

/// Up to 24 stamps of one lane; 0 where it never came by.
struct Track {
  long long at[24];
  float sum;

  template <int Place>
  __device__ __forceinline__ void mark() {
    at[Place] = clock64();
  }
  /// `Length` dependent additions.
  template <int Length>
  __device__ __forceinline__ void work(float step) {
#pragma unroll
    for (int i = 0; i < Length; ++i) asm volatile("add.rn.f32 %0, %0, %1;" : "+f"(sum) : "f"(step));
  }
};

/// Times `body(track)`. The lanes are brought together behind it even where the compiler thinks that
/// they are.
template <int Stamps, class Body>
__device__ __forceinline__ void probe_control(PROBE_PARAMETERS, Body body) {
  data = of_warp(data), timer = of_warp(timer);
  Track track;
#pragma unroll
  for (int k = 0; k < Stamps; ++k) track.at[k] = 0;
  track.sum = data[lane_index()];
  const Word all = ~(limits[lane_index()] >> 31);  // limits are not negative, which the compiler does not know
  const Span span = timed<true>([&] { body(track); }, all);
  data[lane_index()] = track.sum;
  store(timer, span);
#pragma unroll
  for (int k = 0; k < Stamps; ++k) timer[(2 + k) * 32 + lane_index()] = track.at[k];
}
