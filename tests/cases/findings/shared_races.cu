// SPDX-License-Identifier: MIT
#include <cuda_pipeline.h>

extern "C" __global__ void reverse_races(int* out, const int* in) {
  __shared__ int held[128];
  const int i = threadIdx.x;
  held[i] = in[i];
  out[i] = held[127 - i];
}

extern "C" __global__ void reduce(int* out, const int* in) {
  __shared__ int held[128];
  const int i = threadIdx.x;
  held[i] = in[i] + in[i + 128];
  for (int half = 64; half > 0; half /= 2) {
    __syncthreads();
    if (i < half) held[i] += held[i + half];
  }
  if (i == 0) out[0] = held[0];
}

extern "C" __global__ void by_warp(int* out, const int* in) {
  __shared__ volatile int held[128];
  const int i = threadIdx.x, last = i | 31;
  held[i] = in[i];
  __syncwarp();
  out[i] = held[last - i % 32];
  __syncwarp();
  held[i] = out[i];
}

extern "C" __global__ void named(int* out, const int* in) {
  __shared__ int held[128];
  const int i = threadIdx.x;
  if (i < 64) {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    held[i] = in[i];
  }
  __syncthreads();
  if (i >= 64) out[i] = held[127 - i];
}

extern "C" __global__ void tiles(int* out, const int* in, int n) {
  __shared__ int held[2][128];
  const int i = threadIdx.x;
  int sum = 0;
  held[0][i] = in[i];
  __syncthreads();
#pragma unroll 1
  for (int tile = 0; tile < n; ++tile) {
    if (tile + 1 < n) held[(tile + 1) % 2][i] = in[128 * (tile + 1) + i];
#pragma unroll 1
    for (int k = 0; k < 128; k += 16) sum += held[tile % 2][(i + k) % 128];
    __syncthreads();
  }
  out[i] = sum;
}

extern "C" __global__ void same_value(int* out, const int* in) {
  __shared__ int any;
  __shared__ unsigned bins[4];
  const int i = threadIdx.x;
  if (i == 0) any = 0;
  if (i < 4) bins[i] = 0;
  __syncthreads();
  if (in[i] > 1) any = 1;
  atomicAdd(&bins[i % 4], 1u);
  __syncthreads();
  out[i] = any + bins[i % 4];
}

extern "C" __global__ void overtakes(int* out, const int* in) {
  __shared__ int held[128];
  const int i = threadIdx.x;
  int sum = 0;
  for (int k = 0; k < 3; ++k) {
    held[i] = in[i] + k;
    __syncthreads();
    sum += held[127 - i];
  }
  out[i] = sum;
}

extern "C" __global__ void copies(int* out, const int* in) {
  __shared__ int held[128];
  const int i = threadIdx.x;
  __pipeline_memcpy_async(&held[i], &in[i], sizeof(int));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[i] = held[127 - i];
}

extern "C" __global__ void locked(int* out, const int* in) {
  __shared__ int lock, sum;
  const int i = threadIdx.x;
  if (i == 0) lock = sum = 0;
  __syncthreads();
  if (i % 32 == 0) {
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
    sum += in[i];
    __threadfence_block();
    atomicExch(&lock, 0);
  }
  __syncthreads();
  out[i] = sum;
}

extern "C" __global__ void bytes(char* out, const char* in) {
  __shared__ volatile char held[128];
  const int i = threadIdx.x, own = i % 32 * 4 + i / 32;
  held[own] = in[i];
  out[i] = held[own];
}
