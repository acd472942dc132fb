// SPDX-License-Identifier: MIT

extern "C" __global__ void fence_after(int* out, const int* in) {
  __shared__ int held[128];
  const int i = threadIdx.x;
  held[i] = in[i];
  out[i] = held[127 - i];
  __threadfence();
}

extern "C" __global__ void fence_not_reached(int* out, const int* in) {
  __shared__ volatile int held[128];
  const int i = threadIdx.x;
  if (in[0] < 0) __threadfence();
  held[i] = in[i];
  out[i] = held[127 - i];
}

extern "C" __global__ void fence_before_barrier(int* out, const int* in) {
  __shared__ volatile int held[128];
  const int i = threadIdx.x;
  held[i] = in[i];
  __threadfence();
  __syncthreads();
  out[i] = held[127 - i];
  held[i] = in[i] + 1;
}

extern "C" __global__ void fence_between(int* out, const int* in) {
  __shared__ volatile int held[128];
  const int i = threadIdx.x;
  held[i] = in[i];
  __threadfence();
  out[i] = held[127 - i];
}

extern "C" __global__ void first_meet(int* out, const int* in) {
  __shared__ int held[128];
  const int i = threadIdx.x;
  if (i < 64) asm volatile("bar.sync 1, 64;" ::: "memory");
  held[i] = in[i];
  out[i] = held[i ^ 32];
}

extern "C" __global__ void last_meet(int* out, const int* in) {
  __shared__ int held[128];
  const int i = threadIdx.x;
  if (i >= 64) asm volatile("bar.sync 1, 64;" ::: "memory");
  held[i] = in[i];
  out[i] = held[i ^ 32];
}

extern "C" __global__ void all_meet(int* out, const int* in) {
  __shared__ volatile int held[128];
  const int i = threadIdx.x;
  held[i] = in[i];
  asm volatile("bar.sync 1, 128;" ::: "memory");
  out[i] = held[127 - i];
  held[i] = in[i] + 1;
}

extern "C" __global__ void arrives(int* out, const int* in) {
  __shared__ int held[64];
  const int i = threadIdx.x;
  if (i < 64) {
    held[i] = in[i];
    asm volatile("bar.arrive 1, 128;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 128;" ::: "memory");
    out[i] = held[127 - i];
  }
}

extern "C" __global__ void same_flag(int* out, const int* in) {
  __shared__ volatile int flag;
  const int i = threadIdx.x;
  if (i % 32 == 0) flag = in[0] + 5;
  __syncwarp();
  out[i] = flag;
}

extern "C" __global__ void two_flags(int* out, const int* in) {
  __shared__ volatile int flag;
  const int i = threadIdx.x;
  if (i % 32 == 0) flag = 0;
  __syncwarp();
  if (i % 32 == 0) flag = in[0] + 5;
  __syncwarp();
  out[i] = flag;
}

extern "C" __global__ void handed_over(int* out, const int* in) {
  __shared__ volatile int flag, held;
  const int i = threadIdx.x;
  if (i == 0) flag = 0;
  __syncthreads();
  if (i == 0) {
    held = in[3];
    __threadfence_block();
    flag = 1;
  }
  if (i == 32) {
    while (flag == 0) {
    }
    out[0] = held;
  }
}
