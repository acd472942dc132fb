// Kernels of which two builds are compared: `tools/build-pairs` has the pairs. A build is chosen by defines and options,
// so that both come from one source and lines match. Each times its body as a probe does.
#include "measure.cuh"

#ifndef UNROLL
#define UNROLL 1
#endif
#ifndef FORM
#define FORM 0
#endif
#if FORM == 2
#define BOUNDS __launch_bounds__(1024, 2)
#else
#define BOUNDS
#endif
#define PRAGMA(text) _Pragma(#text)
#define UNROLL_BY(count) PRAGMA(unroll count)

#define KERNEL(name) extern "C" __global__ void BOUNDS name(const int* limits, float* data, long long* timer)

/// Times a body that works on `sum`, and keeps the sum.
template <class Body>
__device__ __forceinline__ void measured(float* data, long long* timer, float& sum, Body body) {
  const Span span = timed<>(body);
  data[lane_index()] = sum;
  store(timer, span);
}

/// How often a loop runs differs from lane to lane.
KERNEL(loop) {
  const int limit = limits[lane_index()];
  float sum = data[lane_index()];
  measured(data, timer, sum, [&] {
    UNROLL_BY(UNROLL)
    for (int i = 0; i < limit; ++i) sum = sum * 0.5f + 1.0f;
  });
}

/// The same number of passes for all lanes, known to the compiler.
KERNEL(fixed_loop) {
  float sum = data[lane_index()];
  measured(data, timer, sum, [&] {
    UNROLL_BY(UNROLL)
    for (int i = 0; i < 32; ++i) sum = sum * 0.5f + 1.0f;
  });
}

/// A short if: FORM 0 leaves it to the compiler, FORM 1 keeps the branch.
KERNEL(short_if) {
  const int limit = limits[lane_index()];
  float sum = data[lane_index()];
  measured(data, timer, sum, [&] {
#pragma unroll 1
    for (int i = 0; i < 16; ++i) {
      if (i < limit) {
#if FORM == 1
        asm volatile("" ::: "memory");
#endif
        sum = sum * 0.5f + 1.0f;
      }
      sum += 0.25f;
    }
  });
}

/// One of two values: as a branch with work on both sides, or as a selection of two results.
KERNEL(two_sides) {
  const int limit = limits[lane_index()];
  float sum = data[lane_index()];
  measured(data, timer, sum, [&] {
#pragma unroll 1
    for (int i = 0; i < 16; ++i) {
#if FORM == 1
      const float one = sum * 0.5f + 1.0f, other = sum * 0.25f + 2.0f;
      sum = i < limit ? one : other;
#else
      if (i < limit) {
        asm volatile("" ::: "memory");
        sum = sum * 0.5f + 1.0f;
      } else {
        asm volatile("" ::: "memory");
        sum = sum * 0.25f + 2.0f;
      }
#endif
    }
  });
}

/// Eight long sums at once: registers that a bound on them takes away.
KERNEL(many_sums) {
  const int limit = limits[lane_index()];
  float sums[24], sum = 0;
#pragma unroll
  for (int k = 0; k < 24; ++k) sums[k] = data[32 * k + lane_index()];
  measured(data, timer, sum, [&] {
#pragma unroll 1
    for (int i = 0; i < limit; ++i) {
#pragma unroll
      for (int k = 0; k < 24; ++k) sums[k] = sums[k] * sums[(k + 7) % 24] + 1.0f;
    }
#pragma unroll
    for (int k = 0; k < 24; ++k) sum += sums[k];
  });
}

/// Division, root and sine: what -use_fast_math replaces.
KERNEL(fast_math) {
  const int limit = limits[lane_index()];
  float sum = data[lane_index()];
  measured(data, timer, sum, [&] {
#pragma unroll 1
    for (int i = 0; i < limit; ++i) sum = sqrtf(sum + 1.0f) / (sum + 2.0f);
  });
}

/// Products that are added: one instruction or two.
KERNEL(products) {
  const int limit = limits[lane_index()];
  float sum = data[lane_index()];
  measured(data, timer, sum, [&] {
#pragma unroll 1
    for (int i = 0; i < limit; ++i) sum = sum * 0.5f + sum * 0.125f + 1.0f;
  });
}

#if FORM == 1
__device__ __noinline__
#else
__device__ __forceinline__
#endif
float step(float value, int i) {
  return i % 3 == 0 ? value * 0.5f + 1.0f : value + 0.5f;
}

/// A function: inlined, or called.
KERNEL(called) {
  const int limit = limits[lane_index()];
  float sum = data[lane_index()];
  measured(data, timer, sum, [&] {
#pragma unroll 1
    for (int i = 0; i < limit; ++i) sum = step(sum, i);
  });
}

/// Four cases by lane: a switch, or arithmetic on a number of the case.
KERNEL(cases) {
  const int limit = limits[lane_index()];
  float sum = data[lane_index()];
  measured(data, timer, sum, [&] {
#pragma unroll 1
    for (int i = 0; i < 8; ++i) {
#if FORM == 1
      sum = sum * 0.5f + static_cast<float>((limit + i) & 3);
#else
      switch ((limit + i) & 3) {
        case 0: asm volatile("" ::: "memory"); sum = sum * 0.5f; break;
        case 1: asm volatile("" ::: "memory"); sum = sum * 0.5f + 1.0f; break;
        case 2: asm volatile("" ::: "memory"); sum = sum * 0.5f + 2.0f; break;
        default: asm volatile("" ::: "memory"); sum = sum * 0.5f + 3.0f; break;
      }
#endif
    }
  });
}

/// A search that ends when it has found: a lane that has leaves the loop, or goes on without effect.
KERNEL(search) {
  const int limit = limits[lane_index()];
  float sum = data[lane_index()];
  measured(data, timer, sum, [&] {
#if FORM == 1
#pragma unroll 1
    for (int i = 0; i < 32; ++i) sum = i < limit ? sum * 0.5f + 1.0f : sum;
#else
#pragma unroll 1
    for (int i = 0; i < 32; ++i) {
      if (i >= limit) break;
      sum = sum * 0.5f + 1.0f;
    }
#endif
  });
}

/// Integer remainder: by a number that the compiler knows, or by one that it does not.
KERNEL(remainder_of) {
  const int limit = limits[lane_index()];
  float sum = data[lane_index()];
  measured(data, timer, sum, [&] {
#if FORM == 1
    const unsigned by = 7u + static_cast<unsigned>(limit < 0);
#else
    const unsigned by = 7u;
#endif
#pragma unroll 1
    for (int i = 0; i < limit; ++i) sum += static_cast<float>((static_cast<unsigned>(i) * 13u + 5u) % by);
  });
}

/// A sum over the warp: through shuffles, or through shared memory.
KERNEL(warp_sum) {
  float sum = data[lane_index()];
#if FORM == 1
  __shared__ float shared[32];
#endif
  measured(data, timer, sum, [&] {
#if FORM == 1
    for (int offset = 16; offset > 0; offset /= 2) {
      shared[lane_index()] = sum;
      __syncwarp();
      sum += shared[lane_index() ^ offset];
      __syncwarp();
    }
#else
    for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, offset);
#endif
  });
}

/// Two nested loops whose inner bound differs by lane: as written, or as one loop over both.
KERNEL(nested) {
  const int limit = limits[lane_index()] & 7;
  float sum = data[lane_index()];
  measured(data, timer, sum, [&] {
#if FORM == 1
    int k = 0;
#pragma unroll 1
    for (int i = 0; i < 4;) {
      if (k < limit) {
        sum = sum * 0.5f + 1.0f;
        ++k;
      } else {
        sum += 0.25f;
        k = 0;
        ++i;
      }
    }
#else
#pragma unroll 1
    for (int i = 0; i < 4; ++i) {
#pragma unroll 1
      for (int k = 0; k < limit; ++k) sum = sum * 0.5f + 1.0f;
      sum += 0.25f;
    }
#endif
  });
}
