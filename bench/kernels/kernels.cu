// Kernels as applications have them, for the benchmarks of the emulator: see CMakeLists.txt for how kernels_sm_90.sass
// was made of them.

/// Lanes leave the loop one after another.
extern "C" __global__ void mandelbrot(int* rounds, int limit) {
  const int x = threadIdx.x % 32, y = threadIdx.x / 32 + blockIdx.x * (blockDim.x / 32);
  const float cr = x * 0.09f - 2.0f, ci = y * 0.07f - 1.0f;
  float zr = 0, zi = 0;
  int n = 0;
  while (n < limit && zr * zr + zi * zi <= 4.0f) {
    const float next = zr * zr - zi * zi + cr;
    zi = 2.0f * zr * zi + ci;
    zr = next;
    ++n;
  }
  rounds[blockIdx.x * blockDim.x + threadIdx.x] = n;
}

/// A bitonic sort of the block's words in shared memory: a barrier and an exchange under a condition each step.
extern "C" __global__ void sort(int* words) {
  __shared__ int own[256];
  const int t = threadIdx.x, first = blockIdx.x * blockDim.x;
  own[t] = words[first + t];
  for (int size = 2; size <= 256; size *= 2) {
    for (int distance = size / 2; distance > 0; distance /= 2) {
      __syncthreads();
      const int other = t ^ distance;
      if (other > t) {
        const bool descends = (t & size) != 0;
        const int a = own[t], b = own[other];
        if ((a > b) != descends) {
          own[t] = b;
          own[other] = a;
        }
      }
    }
  }
  __syncthreads();
  words[first + t] = own[t];
}

/// The sum of the block's words, by halves, in shared memory; again and again, as long as `times` says.
extern "C" __global__ void reduction(const float* words, float* sums, int times) {
  __shared__ float own[256];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < times; ++k) {
    own[t] = words[blockIdx.x * blockDim.x + t] + k;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
      if (t < half) own[t] += own[t + half];
      __syncthreads();
    }
    sum += own[0];
    __syncthreads();
  }
  if (t == 0) sums[blockIdx.x] = sum;
}
