// The frame of every benchmark kernel. Its parameters come as defines, so that one source gives
// every variant and nothing is decided at run time inside the timed region:
//   WARMUP_SAME_CODE  0: untimed copies of the body go first, as in the paper (N_PREHEAT);
//                     1: the timed code itself runs more than once and the last pass is kept, so
//                        that the instruction cache is warm for the very code that is timed
//   WARMUP_PASSES     how many copies, or passes before the one that is kept
//   REPEAT            bodies between the clock reads (the paper's N_UNROLL)
//   CLOSING_SYNC      1: a barrier between the body and the stop read
//   INNER_LOOP        goes before every loop of a body: the unrolling that is asked for, or nothing
//   MANY_WARPS        1: a block of several warps is launched, each with places of its own in `data` and `timer`;
//                     not defined: one warp
#pragma once

#ifndef MANY_WARPS
#define MANY_WARPS 0
#endif

/// The clock of one lane when it entered and left the timed region.
struct Span {
  long long start;
  long long stop;
};

/// The place of a lane in every buffer of its warp. If one warp is launched that is the thread's number.
__device__ __forceinline__ int lane_index() { return MANY_WARPS ? threadIdx.x & 31 : threadIdx.x; }
/// Of its limit; unsigned, as the number of a thread is, which makes other code.
__device__ __forceinline__ unsigned limit_index() { return MANY_WARPS ? threadIdx.x & 31 : threadIdx.x; }
__device__ __forceinline__ int warp_index() { return MANY_WARPS ? threadIdx.x >> 5 : 0; }

/// Words of `data` and `timer` that a warp has to itself, as the launcher lays them out.
constexpr int data_of_warp = 256, timer_of_warp = 64 * 32;

__device__ __forceinline__ float* of_warp(float* data) { return data + warp_index() * data_of_warp; }
__device__ __forceinline__ long long* of_warp(long long* timer) { return timer + warp_index() * timer_of_warp; }

__device__ __forceinline__ void store(long long* timer, Span span) {
  timer[2 * lane_index()] = span.start;
  timer[2 * lane_index() + 1] = span.stop;
}

/// Times `body`, whose effects must reach memory after the region, or the compiler removes it.
/// LanesApart: the body may leave the lanes apart where the compiler thinks them together, as
/// recursion does. They are brought together before a barrier is reached; `all` is the mask of all
/// lanes in a form that the compiler does not know, or it would leave that out.
template <bool LanesApart = false, class Body>
__device__ __forceinline__ Span timed(Body body, unsigned all = 0xffffffffu) {
  Span span;
#if WARMUP_SAME_CODE
#pragma unroll 1
  for (int pass = 0; pass <= WARMUP_PASSES; ++pass) {
    __syncwarp(all);  // lanes that parted in one pass would run the next ones apart
    __syncthreads();
    span.start = clock64();
#pragma unroll
    for (int k = 0; k < REPEAT; ++k) body();
    if (CLOSING_SYNC) __syncthreads();
    span.stop = clock64();
  }
#else
#pragma unroll
  for (int k = 0; k < WARMUP_PASSES; ++k) body();
  if (LanesApart) __syncwarp(all);
  __syncthreads();
  span.start = clock64();
#pragma unroll
  for (int k = 0; k < REPEAT; ++k) body();
  if (CLOSING_SYNC) __syncthreads();
  span.stop = clock64();
#endif
  if (LanesApart) __syncwarp(all);
  __syncthreads();
  return span;
}

/// Arithmetic that the compiler cannot predicate or shorten: LENGTH dependent additions.
template <int LENGTH>
__device__ __forceinline__ void chain(float& sum, float step) {
#pragma unroll
  for (int i = 0; i < LENGTH; ++i) sum += step;
}
