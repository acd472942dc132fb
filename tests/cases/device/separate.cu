// Compiled to separate_sm_75.cubin and separate_sm_120.cubin by nvcc -cubin -rdc=true -arch=sm_NN (CUDA 13.0).
#include <cstdio>

__device__ int calls;
__constant__ int offsets[2] = {100, 200};
extern __shared__ int dynamic[];

__device__ __noinline__ int increment(int x) { return x + offsets[0]; }
__device__ __noinline__ int triple(int x) { return x * 3; }
__device__ int (*functions[2])(int) = {increment, triple};
__device__ __noinline__ int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }

extern "C" __global__ void by_name(int *out) { out[threadIdx.x] = factorial(threadIdx.x % 8); }
extern "C" __global__ void by_pointer(int *out, const int *which) {
  __shared__ int fixed[32];
  fixed[threadIdx.x] = which[threadIdx.x];
  dynamic[threadIdx.x] = threadIdx.x;
  __syncthreads();
  int (*function)(int) = functions[fixed[31 - threadIdx.x] & 1];
  out[threadIdx.x] = function(dynamic[31 - threadIdx.x]);
  atomicAdd(&calls, 1);
  if (threadIdx.x == 7) printf("%d calls\n", calls);
}
