// A launch of 1,048,576 threads with at most 200 iterations each: how long a profiler needs for it, and the emulator.
//   nvcc -arch=sm_90 -lineinfo -o mandelbrot mandelbrot.cu && ./mandelbrot
#include <cstdio>
#include <numeric>
#include <vector>

namespace {
constexpr int width = 1024, height = 1024, most_iterations = 200;
}

extern "C" __global__ void mandelbrot(int* iterations, int columns, int most) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const float real = -2.0f + 3.0f * x / columns, imaginary = -1.5f + 3.0f * y / columns;
  float a = 0, b = 0;
  int n = 0;
  while (n < most && a * a + b * b <= 4.0f) {
    const float next = a * a - b * b + real;
    b = 2 * a * b + imaginary;
    a = next;
    ++n;
  }
  iterations[y * columns + x] = n;
}

int main() {
  int* iterations = nullptr;
  cudaMalloc(&iterations, sizeof(int) * width * height);
  mandelbrot<<<dim3(width / 16, height / 16), dim3(16, 16)>>>(iterations, width, most_iterations);
  std::vector<int> host(width * height);
  cudaMemcpy(host.data(), iterations, sizeof(int) * host.size(), cudaMemcpyDeviceToHost);
  std::printf("%lld iterations, %s\n", std::accumulate(host.begin(), host.end(), 0ll), cudaGetErrorString(cudaGetLastError()));
}
