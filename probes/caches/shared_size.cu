// Where shared memory of a block ends: the first byte offset at which a load faults, for blocks that ask for so many
// bytes. Loads of one byte by one lane; each in a process of its own, since a fault ends its context. Stands alone:
// nvcc -arch=sm_90 shared_size.cu && ./a.out > shared_size.csv
#include <cuda_runtime.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <thread>
#include <vector>

namespace {

constexpr int static_bytes = 256;

__global__ void load_dynamic(unsigned offset, int* result) {
  extern __shared__ unsigned char bytes[];
  const auto base = static_cast<unsigned>(__cvta_generic_to_shared(bytes));
  int value;
  asm volatile("{ .reg .u32 v; ld.volatile.shared.u8 v, [%1]; mov.b32 %0, v; }" : "=r"(value) : "r"(base + offset));
  result[0] = value;
  result[1] = static_cast<int>(base);
}

/// Beside the dynamic bytes it has static ones.
__global__ void load_static(unsigned offset, int* result) {
  __shared__ unsigned char bytes[static_bytes];
  extern __shared__ unsigned char more[];
  const auto base = static_cast<unsigned>(__cvta_generic_to_shared(bytes));
  bytes[threadIdx.x] = 1;
  more[0] = 1;
  int value;
  asm volatile("{ .reg .u32 v; ld.volatile.shared.u8 v, [%1]; mov.b32 %0, v; }" : "=r"(value) : "r"(base + offset));
  result[0] = value + bytes[offset % static_bytes] * 0;
  result[1] = static_cast<int>(base);
}

struct Outcome {
  bool faults = false;
  int base = -1;
};

/// In a process of its own.
Outcome load_at(bool with_static, int dynamic, unsigned offset) {
  int ends[2];
  if (pipe(ends) != 0) _exit(3);
  const pid_t child = fork();
  if (child == 0) {
    int* result = nullptr;
    int values[2] = {-1, -1};
    cudaMalloc(&result, sizeof values);
    const auto kernel = with_static ? load_static : load_dynamic;
    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, dynamic);
    kernel<<<1, 1, dynamic>>>(offset, result);
    const cudaError_t error = cudaDeviceSynchronize();
    if (error == cudaSuccess) cudaMemcpy(values, result, sizeof values, cudaMemcpyDeviceToHost);
    const int said[2] = {static_cast<int>(error), values[1]};
    if (write(ends[1], said, sizeof said) != sizeof said) _exit(2);
    _exit(0);
  }
  close(ends[1]);
  int said[2] = {-1, -1};
  if (read(ends[0], said, sizeof said) != sizeof said) said[0] = -1;
  close(ends[0]);
  waitpid(child, nullptr, 0);
  if (said[0] != 0 && said[0] != static_cast<int>(cudaErrorIllegalAddress))
    std::fprintf(stderr, "static %d, dynamic %d, offset %u: error %d\n", with_static, dynamic, offset, said[0]);
  return {said[0] != 0, said[1]};
}

}  // namespace

int main() {
  const int sizes[] = {0,    1,    4,    100,  127,  128,  129,   256,   512,    1000,   1024,
                       1025, 2048, 3000, 4096, 5000, 8192, 16384, 49152, 100000, 163840, 230000};
  std::printf("static_bytes,dynamic_bytes,base,first_fault\n");
  std::vector<std::thread> threads;
  for (const bool with_static : {false, true})
    for (const int dynamic : sizes)
      threads.emplace_back([=] {
        if (with_static && dynamic == 0) return;
        int base = -1;
        unsigned low = 0, high = 1 << 18;  // `high` faults
        if (load_at(with_static, dynamic, 0).faults) high = 0;
        while (high > 0 && low + 1 < high) {
          const unsigned middle = (low + high) / 2;
          const Outcome outcome = load_at(with_static, dynamic, middle);
          if (outcome.faults) high = middle;
          else low = middle;
          if (outcome.base >= 0) base = outcome.base;
        }
        std::printf("%d,%d,%d,%u\n", with_static ? static_bytes : 0, dynamic, base, high);
        std::fflush(stdout);
      });
  for (std::thread& thread : threads) thread.join();
}
