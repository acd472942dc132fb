// Kernels of blocks with several warps, compiled by nvcc 13.0 for sm_90: block_kernels_sm_90.sass.

/// out[i] = in[block - 1 - i], through shared memory.
extern "C" __global__ void reverse(const int* in, int* out) {
  __shared__ int copy[1024];
  copy[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = copy[blockDim.x - 1 - threadIdx.x];
}

/// out[0] = the sum of in, by halves: threads leave early, warps wait for each other in every round.
extern "C" __global__ void sum(const int* in, int* out) {
  __shared__ int part[1024];
  part[threadIdx.x] = in[threadIdx.x];
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
  }
  if (threadIdx.x == 0) out[0] = part[0];
}

/// The first warp comes to barrier 1, the others to barrier 2: nobody goes on.
extern "C" __global__ void two_barriers(int* out) {
  if (threadIdx.x < 32)
    asm volatile("bar.sync 1;");
  else
    asm volatile("bar.sync 2;");
  out[threadIdx.x] = 1;
}

/// The first warp waits for a word that the last one writes.
extern "C" __global__ void flag(volatile int* word, int* out) {
  if (threadIdx.x < 32)
    while (*word == 0) {}
  else
    *word = 7;
  out[threadIdx.x] = *word;
}

/// Of the threads that stay: how many have more than 3, whether all have, whether any has.
extern "C" __global__ void votes(const int* in, int* out) {
  const int mine = in[threadIdx.x];
  if (mine < 0) return;
  out[threadIdx.x] = __syncthreads_count(mine > 3);
  out[threadIdx.x + blockDim.x] = __syncthreads_and(mine > 3);
  out[threadIdx.x + 2 * blockDim.x] = __syncthreads_or(mine > 3);
}

/// out[i] = the largest of in: as many rounds as one thread of the block still wants.
extern "C" __global__ void rounds(const int* in, int* out) {
  int left = in[threadIdx.x], count = 0;
  while (__syncthreads_or(left > 0)) {
    --left;
    ++count;
  }
  out[threadIdx.x] = count;
}

/// Warp 1 fills a box and warp 0 empties it, three times; each says so at a barrier where only the other
/// one waits. The warps behind them wait by twos at barriers whose numbers they compute.
extern "C" __global__ void pipeline(const int* in, int* out) {
  __shared__ volatile int box[32];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  int result = warp;
  for (int round = 0; round < 3; ++round) {
    if (warp == 0) {
      asm volatile("bar.sync 1, 64;" ::: "memory");
      result = result * 3 + box[lane];
      box[lane] = 0;
      asm volatile("bar.arrive 2, 64;" ::: "memory");
    } else if (warp == 1) {
      if (round > 0) asm volatile("bar.sync 2, 64;" ::: "memory");
      box[lane] = in[lane] + round;
      asm volatile("bar.arrive 1, 64;" ::: "memory");
    } else {
      asm volatile("bar.sync %0, %1;" ::"r"(3 + (warp + round) / 2), "r"(blockDim.x - 64) : "memory");
    }
  }
  out[threadIdx.x] = result;
}
