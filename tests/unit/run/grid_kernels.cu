// Kernels that need a grid, compiled by nvcc 13.0 for sm_90 (-O3 -fmad=false) and printed by cuobjdump -sass:
// grid_kernels_sm_90.sass.

extern "C" __global__ void saxpy_2d(int width, int height, float a, const float* x, float* y) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column < width && row < height) y[row * width + column] += a * x[row * width + column];
}

extern "C" __global__ void places(int* out) {
  const int block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  const int thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const int threads = blockDim.x * blockDim.y * blockDim.z;
  int* own = out + (block * threads + thread) * 6;
  own[0] = threadIdx.x;
  own[1] = threadIdx.y;
  own[2] = threadIdx.z;
  own[3] = blockIdx.x;
  own[4] = blockIdx.y;
  own[5] = blockIdx.z;
}

/// What each block gets from one counter: the order of the blocks.
extern "C" __global__ void tickets(int* counter, int* out) {
  __shared__ int mine;
  if (threadIdx.x == 0) mine = atomicAdd(counter, (int)blockDim.x);
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = mine + threadIdx.x;
}

extern "C" __global__ void reduce(int count, const int* in, int* sum) {
  __shared__ int partial[256];
  int own = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) own += in[i];
  partial[threadIdx.x] = own;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) partial[threadIdx.x] += partial[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(sum, partial[0]);
}

extern "C" __global__ void histogram(int count, const unsigned char* in, unsigned* bins) {
  __shared__ unsigned own[64];
  for (int i = threadIdx.x; i < 64; i += blockDim.x) own[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    atomicAdd(&own[in[i] & 63], 1);
  __syncthreads();
  for (int i = threadIdx.x; i < 64; i += blockDim.x)
    if (own[i] != 0) atomicAdd(&bins[i], own[i]);
}

extern "C" __global__ void transpose(int width, int height, const float* in, float* out) {
  __shared__ float tile[16][17];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < width && y < height) tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();
  x = blockIdx.y * 16 + threadIdx.x;
  y = blockIdx.x * 16 + threadIdx.y;
  if (x < height && y < width) out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}

extern "C" __global__ void mandelbrot(int width, int height, int limit, int* out) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column >= width || row >= height) return;
  const float cr = -2.0f + 3.0f * (float)column / (float)width, ci = -1.5f + 3.0f * (float)row / (float)height;
  float zr = 0, zi = 0;
  int n = 0;
  while (n < limit && zr * zr + zi * zi < 4.0f) {
    const float next = zr * zr - zi * zi + cr;
    zi = 2.0f * zr * zi + ci;
    zr = next;
    ++n;
  }
  out[row * width + column] = n;
}

/// A scan in one pass: each block waits for the sum of those before it (decoupled look-back).
extern "C" __global__ void scan(const int* in, int* out, volatile int* state, volatile int* sums) {
  __shared__ int values[64];
  __shared__ int before;
  const int i = blockIdx.x * 64 + threadIdx.x;
  values[threadIdx.x] = in[i];
  __syncthreads();
  for (int step = 1; step < 64; step *= 2) {
    const int add = threadIdx.x >= step ? values[threadIdx.x - step] : 0;
    __syncthreads();
    values[threadIdx.x] += add;
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    before = 0;
    if (blockIdx.x > 0) {
      while (state[blockIdx.x - 1] == 0) {}
      __threadfence();
      before = sums[blockIdx.x - 1];
    }
    sums[blockIdx.x] = before + values[63];
    __threadfence();
    state[blockIdx.x] = 1;
  }
  __syncthreads();
  out[i] = before + values[threadIdx.x];
}

/// Blocks that wait for the next one: those of a real grid are resident together.
extern "C" __global__ void wait_for_next(volatile int* flags, int* out) {
  if (threadIdx.x == 0) {
    if (blockIdx.x + 1 < gridDim.x)
      while (flags[blockIdx.x + 1] == 0) {}
    flags[blockIdx.x] = 1;
    out[blockIdx.x] = (int)blockIdx.x + 1;
  }
}

extern "C" __global__ void wait_for_nobody(volatile int* flags) {
  if (threadIdx.x == 0)
    while (flags[blockIdx.x] == 0) {}
}

extern "C" __global__ void last_wins(int* out) { out[threadIdx.x] = blockIdx.x; }

extern "C" __global__ void outside(int* out) { out[blockIdx.x == 5 ? 1000000 : blockIdx.x] = 1; }

/// Atomic operations whose result nobody reads. Which sums of floats come out depends on their order.
extern "C" __global__ void reductions(unsigned* words, float* sums, unsigned long long* wide, double* doubles) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, k = i * 2654435761u;
  atomicAdd(&words[0], k);
  atomicMin((int*)&words[1], (int)k);
  atomicMax((int*)&words[2], (int)k);
  atomicMin(&words[3], k);
  atomicMax(&words[4], k);
  atomicAnd(&words[5], k | 0xff00ff);
  atomicOr(&words[6], k & 0x1010101);
  atomicXor(&words[7], k);
  atomicExch(&words[8], k);
  atomicInc(&words[9], 1000);
  atomicAdd(&sums[i & 3], 1.0f / (1 + (k & 1023)));
  atomicAdd(wide, (unsigned long long)k << 7);
  atomicAdd(doubles, 1.0 / (1 + (k & 1023)));
}

/// What each block sees of a counter in which all of them count.
extern "C" __global__ void count_and_look(volatile int* counter, int* seen) {
  atomicAdd((int*)counter, 1);
  __syncthreads();
  if (threadIdx.x == 0) seen[blockIdx.x] = *counter;
}
