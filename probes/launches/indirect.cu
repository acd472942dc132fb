// Branches, calls and returns by register whose lanes want to go to several places: `profile --capture KERNEL` counts one.
//   nvcc -arch=sm_90 -lineinfo -o indirect indirect.cu && ./indirect
#include <cstdio>
#include <vector>

namespace {

__device__ __noinline__ int twice(int x) { return 2 * x; }
__device__ __noinline__ int square(int x) { return x * x; }
__device__ __noinline__ int half(int x) { return x / 2 - 1; }
__device__ __noinline__ int mixed(int x) { return (x ^ x >> 3) + 7; }
__device__ int (*const operations[4])(int) = {twice, square, half, mixed};

}  // namespace

/// CALL by register, to `ways` functions.
extern "C" __global__ void calls(const int* values, int* out, int ways) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = operations[values[i] % ways](values[i]);
}

/// The same under a guard, in a loop.
extern "C" __global__ void guarded_calls(const int* values, int* out, int ways) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int value = values[i];
  for (int k = 0; k < 5; ++k)
    if ((value >> k & 3) != 0) value = operations[(value + k) % ways](value) & 0xffff;
  out[i] = value;
}

/// BRX, written out: compilers make it only of larger switches.
extern "C" __global__ void table(const int* values, int* out, int ways) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int value = values[i];
  asm volatile(
      "{\n\t"
      "targets: .branchtargets a, b, c, d;\n\t"
      "brx.idx %1, targets;\n\t"
      "a: add.s32 %0, %0, 3; xor.b32 %0, %0, 5; bra.uni end;\n\t"
      "b: mul.lo.s32 %0, %0, 3; bra.uni end;\n\t"
      "c: xor.b32 %0, %0, 77; mul.lo.s32 %0, %0, 11; add.s32 %0, %0, 1; bra.uni end;\n\t"
      "d: sub.s32 %0, 9, %0;\n\t"
      "end:\n\t"
      "}"
      : "+r"(value)
      : "r"(value % ways));
  out[i] = value;
}

/// RET of lanes that were called from several places.
__device__ __noinline__ int chain(int n, int x) { return n == 0 ? x : n % 2 ? chain(n - 1, x + 1) * 3 : chain(n / 2, x) - n; }
extern "C" __global__ void returns(const int* values, int* out, int ways) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = chain(values[i] % (4 * ways), values[i]);
}

int main() {
  std::vector<int> values(256);
  unsigned state = 1;
  for (int& value : values) value = static_cast<int>((state = state * 1664525 + 1013904223) >> 8 & 1023);
  int *in = nullptr, *out = nullptr;
  cudaMalloc(&in, sizeof(int) * values.size());
  cudaMalloc(&out, sizeof(int) * values.size());
  cudaMemcpy(in, values.data(), sizeof(int) * values.size(), cudaMemcpyHostToDevice);
  for (const int ways : {1, 2, 4}) {
    calls<<<2, 128>>>(in, out, ways);
    guarded_calls<<<2, 128>>>(in, out, ways);
    table<<<2, 128>>>(in, out, ways);
    returns<<<2, 128>>>(in, out, ways);
  }
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
