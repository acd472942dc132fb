// Where the shared memory lies that is reserved for the system: %reserved_smem_offset_begin, _end, _cap, _0 and _1 of
// blocks with so many dynamic bytes. Stands alone: nvcc -arch=sm_90 reserved_shared.cu && ./a.out > reserved_shared.csv
#include <cuda_runtime.h>

#include <cstdio>

namespace {

constexpr int registers = 5;

__global__ void read(unsigned* out) {
  asm volatile("mov.u32 %0, %%reserved_smem_offset_begin;" : "=r"(out[0]));
  asm volatile("mov.u32 %0, %%reserved_smem_offset_end;" : "=r"(out[1]));
  asm volatile("mov.u32 %0, %%reserved_smem_offset_cap;" : "=r"(out[2]));
  asm volatile("mov.u32 %0, %%reserved_smem_offset_0;" : "=r"(out[3]));
  asm volatile("mov.u32 %0, %%reserved_smem_offset_1;" : "=r"(out[4]));
}

}  // namespace

int main() {
  unsigned* device = nullptr;
  cudaMalloc(&device, registers * sizeof(unsigned));
  std::puts("dynamic_bytes,begin,end,cap,offset_0,offset_1");
  for (const int bytes : {0, 100, 5000}) {
    unsigned values[registers] = {};
    read<<<1, 1, bytes>>>(device);
    if (cudaMemcpy(values, device, sizeof values, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
    std::printf("%d", bytes);
    for (const unsigned value : values) std::printf(",%u", value);
    std::puts("");
  }
}
