// Loops that lanes leave one by one, timed by every warp of a block from a barrier on. Written anew for this test.
// many_warps_kernels_sm_90.sass: nvcc 13.0 -arch=sm_90 -cubin, then cuobjdump -sass.

#define TIMED(NAME, BOUNDS, LOOP)                                                                                   \
  extern "C" __global__ void __launch_bounds__(1024)                                                                \
      NAME(const int* rounds, float* sums, ulonglong2* stamps, unsigned taking_part, int passes) {                  \
    const int thread = threadIdx.x, lane = thread & 31, place = blockIdx.x * blockDim.x + thread;                   \
    const bool takes_part = (taking_part >> (thread >> 5)) & 1;                                                     \
    BOUNDS;                                                                                                         \
    float sum = sums[place];                                                                                        \
    long long start = 0, stop = 0;                                                                                  \
    _Pragma("unroll 1") for (int pass = 0; pass < passes; ++pass) {                                                 \
      __syncwarp();                                                                                                 \
      __syncthreads();                                                                                              \
      if (takes_part) {                                                                                             \
        start = clock64();                                                                                          \
        LOOP;                                                                                                       \
        stop = clock64();                                                                                           \
      }                                                                                                             \
      __syncwarp();                                                                                                 \
      __syncthreads();                                                                                              \
    }                                                                                                               \
    sums[place] = sum;                                                                                              \
    stamps[place] = make_ulonglong2(start, stop);                                                                   \
  }

TIMED(single_loop, const int bound = rounds[lane], _Pragma("unroll 1") for (int i = 0; i < bound; ++i) sum += 1.3333f)

TIMED(double_loop, const int outer = rounds[lane]; const int inner = rounds[32 + lane],
      _Pragma("unroll 1") for (int i = 0; i < outer; ++i) {
        _Pragma("unroll 1") for (int j = 0; j < inner; ++j) sum += 1.3333f;
        sum += 2.3333f;
      })
