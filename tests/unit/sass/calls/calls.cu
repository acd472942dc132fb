// Compiled by nvcc 13.0: `-rdc=true -cubin -arch=sm_90 -o calls_sm_90.cubin`, the same for sm_75.
__device__ __noinline__ int deepest(int x) { return x * 3 + 1; }
__device__ __noinline__ int deeper(int x) { return x > 0 ? deepest(x - 1) : x; }
__device__ __noinline__ int other(int x) { return x ^ 5; }

extern "C" __global__ void calls(int *out) { out[threadIdx.x] = deeper(threadIdx.x); }
extern "C" __global__ void calls_nobody(int *out) { out[threadIdx.x] = 1; }
extern "C" __global__ void calls_another(int *out) { out[threadIdx.x] = other(threadIdx.x); }
