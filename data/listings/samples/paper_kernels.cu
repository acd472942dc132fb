// The kernels of the paper (listings single-loop, double-loop and single-loop-precise) and two
// relatives, written anew as sources of test listings. Iteration counts are fixed at one warm-up
// and one measured pass, N_PREHEAT = N_UNROLL = 1, unless the template argument says otherwise.

typedef long long llong;

template <int Preheat>
__global__ void single_loop(const int* limits, float* out, llong* timer) {
  const int tid = blockDim.x * blockIdx.x + threadIdx.x;
  const int M = limits[threadIdx.x];
  float sum = out[tid];
#pragma unroll
  for (int k = 0; k < Preheat; ++k)
#pragma unroll 1
    for (int i = 0; i < M; ++i) sum += 1.3333f;
  __syncthreads();
  const llong start = clock64();
#pragma unroll 1
  for (int i = 0; i < M; ++i) sum += 1.3333f;
  const llong stop = clock64();
  __syncthreads();
  out[tid] = sum;
  timer[2 * tid] = start;
  timer[2 * tid + 1] = stop;
}
template __global__ void single_loop<0>(const int*, float*, llong*);
template __global__ void single_loop<1>(const int*, float*, llong*);

/// The single loop with a barrier of the warp between the loop and the stopping clock.
template <int Preheat>
__global__ void single_loop_sync(const int* limits, float* out, llong* timer) {
  const int tid = blockDim.x * blockIdx.x + threadIdx.x;
  const int M = limits[threadIdx.x];
  float sum = out[tid];
#pragma unroll
  for (int k = 0; k < Preheat; ++k)
#pragma unroll 1
    for (int i = 0; i < M; ++i) sum += 1.3333f;
  __syncthreads();
  const llong start = clock64();
#pragma unroll 1
  for (int i = 0; i < M; ++i) sum += 1.3333f;
  __syncthreads();
  const llong stop = clock64();
  out[tid] = sum;
  timer[2 * tid] = start;
  timer[2 * tid + 1] = stop;
}
template __global__ void single_loop_sync<1>(const int*, float*, llong*);

template <int Preheat>
__global__ void double_loops(const int* limits, float* out, llong* timer) {
  const int tid = blockDim.x * blockIdx.x + threadIdx.x;
  const int M = limits[2 * threadIdx.x];
  const int N = limits[2 * threadIdx.x + 1];
  float sum = out[0];
#pragma unroll
  for (int k = 0; k < Preheat; ++k)
#pragma unroll 1
    for (int i = 0; i < M; ++i) {
#pragma unroll 1
      for (int j = 0; j < N; ++j) sum += 1.3333f;
      sum += 2.3333f;
    }
  __syncthreads();
  const llong start = clock64();
#pragma unroll 1
  for (int i = 0; i < M; ++i) {
#pragma unroll 1
    for (int j = 0; j < N; ++j) sum += 1.3333f;
    sum += 2.3333f;
  }
  const llong stop = clock64();
  __syncthreads();
  out[tid] = sum;
  timer[2 * tid] = start;
  timer[2 * tid + 1] = stop;
}
template __global__ void double_loops<1>(const int*, float*, llong*);

/// A clock read in every iteration; no barrier after the loop.
__global__ void single_loop_precise_nosync(const int* limits, float* out, llong* timer) {
  const int tid = blockDim.x * blockIdx.x + threadIdx.x;
  const int M = limits[threadIdx.x];
  float sum = out[tid];
  timer[tid] = clock64();
#pragma unroll 1
  for (int i = 0; i < M; ++i) {
    sum += 1.3333f;
    timer[(i + 1) * 32 + tid] = clock64();
  }
  timer[33 * warpSize + tid] = clock64();
  out[tid] = sum;
}

/// The same with the barrier that the paper adds.
__global__ void single_loop_precise(const int* limits, float* out, llong* timer) {
  const int tid = blockDim.x * blockIdx.x + threadIdx.x;
  const int M = limits[threadIdx.x];
  float sum = out[tid];
  timer[tid] = clock64();
#pragma unroll 1
  for (int i = 0; i < M; ++i) {
    sum += 1.3333f;
    timer[(i + 1) * 32 + tid] = clock64();
  }
  __syncthreads();
  timer[33 * warpSize + tid] = clock64();
  out[tid] = sum;
}

/// Two sides that differ, each long enough not to be predicated.
template <int Preheat>
__global__ void ifelse(const int* limits, float* out, llong* timer) {
  const int tid = threadIdx.x;
  const int side = limits[tid];
  float sum = out[tid];
  __syncthreads();
  const llong start = clock64();
  if (side & 1) {
#pragma unroll 1
    for (int i = 0; i < 16; ++i) sum += 1.3333f;
  } else {
#pragma unroll 1
    for (int i = 0; i < 16; ++i) sum *= 2.3333f;
  }
  const llong stop = clock64();
  __syncthreads();
  out[tid] = sum;
  timer[2 * tid] = start;
  timer[2 * tid + 1] = stop;
}
template __global__ void ifelse<1>(const int*, float*, llong*);

/// A jump table and early exits: an indirect branch on the generations that use one.
__global__ void switch_loop(const int* limits, float* out) {
  const int tid = threadIdx.x;
  float sum = out[tid];
#pragma unroll 1
  for (int i = 0; i < limits[tid]; ++i) {
    switch (limits[tid + i]) {
      case 0: sum = __sinf(sum); break;
      case 1: sum = sum * sum + 3.f; break;
      case 2: sum = __expf(sum); break;
      case 3: sum = __logf(sum); continue;
      case 4: out[tid] = sum; return;
      case 5: sum = rsqrtf(sum); break;
      case 6: sum = __cosf(sum); break;
      default: sum -= 2.f;
    }
    sum += 1.f;
  }
  out[tid] = sum;
}

__device__ __noinline__ float power(float x, int n) {
  float p = 1;
#pragma unroll 1
  for (int i = 0; i < n; ++i) p *= x;
  return n > 40 ? p : power(p, n * 2) + x * 3.f;
}

/// A call of a function that is not inlined, and recursion.
__global__ void calls(const int* limits, float* out) {
  out[threadIdx.x] = power(out[threadIdx.x], limits[threadIdx.x]);
}
