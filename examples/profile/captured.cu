// Launches to capture, one kind of memory or code each: `reconverge profile --capture KERNEL -- ./captured KERNEL`.
//   nvcc -arch=native -lineinfo -o captured captured.cu -lcuda && ./captured list
#include <cooperative_groups.h>
#include <cuda.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace {

__device__ int table[64];
__device__ unsigned total;
__constant__ float weights[16];
static __constant__ int offsets[4] = {1, 2, 3, 5};

template <typename T> T* on_device(const std::vector<T>& values) {
  T* memory = nullptr;
  cudaMalloc(&memory, values.size() * sizeof(T));
  cudaMemcpy(memory, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
  return memory;
}

template <typename T = int> std::vector<T> numbers(std::size_t count) {
  std::vector<T> values(count);
  unsigned state = 1;
  for (T& value : values) value = static_cast<T>((state = state * 1664525 + 1013904223) >> 8 & 1023);
  return values;
}

}  // namespace

/// Loops of different lengths.
extern "C" __global__ void loops(const int* limits, int* sums) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
  for (int k = 0; k < limits[i] % 40; ++k) sum += k & 3 ? k : limits[k];
  sums[i] = sum;
}

/// Branches in branches.
extern "C" __global__ void branches(const int* values, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, value = values[i];
  int result = value;
  if (value % 2) {
    if (value % 3) result = value * value;
    else result -= values[(i * 7) % 128];
    if (value % 5 == 0) return;
  } else if (value % 7 < 3) {
    while (result > 3) result = result / 3 + 1;
  }
  out[i] = result;
}

/// Variables and constants of the module.
extern "C" __global__ void variables(float* out, int shift) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (table[i % 64] > 512) out[i] = weights[(i + shift) & 15] * static_cast<float>(offsets[i & 3]);
  else table[i % 64 ^ 1] += 0;
  if (i % 3 == 0) atomicAdd(&total, static_cast<unsigned>(table[i % 64]));
}

struct Node {
  const Node* next;
  int value;
};
struct ByValue {
  char tag;
  double factor;
  const Node* heads[3];
};
/// Pointers in memory, and a structure by value.
extern "C" __global__ void lists(ByValue given, double* out) {
  const int i = threadIdx.x;
  double sum = given.tag;
  for (const Node* node = given.heads[i % 3]; node != nullptr; node = node->next) sum += node->value * given.factor;
  out[i] = sum;
}

/// Static and dynamic shared memory, barriers, and a block whose last warp is not full.
extern "C" __global__ void shared(const int* values, int* out) {
  __shared__ int own[128];
  extern __shared__ int more[];
  own[threadIdx.x] = values[blockIdx.x * blockDim.x + threadIdx.x];
  more[blockDim.x - 1 - threadIdx.x] = own[threadIdx.x];
  __syncthreads();
  int sum = 0;
  for (int k = 0; k <= static_cast<int>(threadIdx.x) % 9; ++k) sum += more[(threadIdx.x + k) % blockDim.x] - own[k];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

/// Atomic operations on words of all blocks.
extern "C" __global__ void histogram(const int* values, int* bins) {
  const int value = values[blockIdx.x * blockDim.x + threadIdx.x];
  if (value > 100) atomicAdd(&bins[value % 16], 1);
  else atomicMax(&bins[16 + value % 4], value);
}

/// Shuffles and votes.
extern "C" __global__ void votes(const int* values, int* out) {
  int value = values[threadIdx.x];
  for (int step = 16; step > 0; step /= 2) value += __shfl_xor_sync(~0u, value, step);
  const unsigned odd = __ballot_sync(~0u, values[threadIdx.x] & 1);
  out[threadIdx.x] = value + __popc(odd & ((1u << threadIdx.x % 32) - 1));
}

__device__ __noinline__ int depth_of(int n) { return n < 2 ? 1 : 1 + depth_of(n / 2) + (n % 3 == 0 ? depth_of(n - 1) : 0); }
/// Calls and recursion on a local stack.
extern "C" __global__ void recursion(const int* values, int* out) { out[threadIdx.x] = depth_of(values[threadIdx.x] % 50); }

__device__ __noinline__ int twice(int x) { return 2 * x; }
__device__ __noinline__ int square(int x) { return x * x; }
__device__ int (*const operations[2])(int) = {twice, square};
/// Pointers to functions.
extern "C" __global__ void pointers(const int* values, int* out) {
  out[threadIdx.x] = operations[values[threadIdx.x] & 1](values[threadIdx.x]);
}

/// Floating-point functions.
extern "C" __global__ void functions(const float* values, float* out) {
  const float x = values[threadIdx.x] / 64;
  out[threadIdx.x] = x > 4 ? sqrtf(x) * __expf(-x) : x / (1.5f + sinf(x)) + rsqrtf(x + 1);
}

/// A local array whose index each thread chooses.
extern "C" __global__ void local_array(const int* values, int* out) {
  int own[24];
  for (int k = 0; k < 24; ++k) own[k] = values[(threadIdx.x + k) % 64];
  for (int k = 0; k < values[threadIdx.x] % 24; ++k) own[own[k] % 24] += k;
  out[threadIdx.x] = own[values[threadIdx.x] % 24];
}

/// A grid of three dimensions.
extern "C" __global__ void three(const short* values, long long* out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
            z = blockIdx.z * blockDim.z + threadIdx.z;
  const int i = x + 8 * (y + 6 * z);
  out[i] = (x + y) % 3 == z ? values[i] : 1ll << y;
}

/// One buffer; where it comes from is the application's affair.
extern "C" __global__ void copy_odd(const int* from, int* to, int count) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    if (from[i] & 1) to[i] = from[i];
}

extern "C" __global__ void cooperative(int* out) {
  out[blockIdx.x] = 1;
  cooperative_groups::this_grid().sync();
  out[blockIdx.x + gridDim.x] = out[(blockIdx.x + 1) % gridDim.x];
}
extern "C" __global__ void __cluster_dims__(2) clusters(int* out) { out[blockIdx.x] = 1; }
extern "C" __global__ void textures(cudaTextureObject_t texture, float* out) { out[threadIdx.x] = tex1Dfetch<float>(texture, threadIdx.x); }
/// Writes where nothing is.
extern "C" __global__ void wild(int* out) { out[threadIdx.x == 7 ? std::size_t{1} << 40 : threadIdx.x] = 1; }

namespace {

void run_mapped() {
  constexpr std::size_t bytes = std::size_t{2} << 20;
  CUmemAllocationProp properties{};
  properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
  CUmemGenericAllocationHandle handle;
  CUdeviceptr address = 0;
  const CUmemAccessDesc access{properties.location, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
  cuMemCreate(&handle, bytes, &properties, 0);
  cuMemAddressReserve(&address, bytes, 0, 0, 0);
  cuMemMap(address, bytes, 0, handle, 0);
  cuMemSetAccess(address, bytes, &access, 1);
  const auto values = numbers(1000);
  cuMemcpyHtoD(address, values.data(), values.size() * sizeof(int));
  copy_odd<<<2, 64>>>(reinterpret_cast<int*>(address), reinterpret_cast<int*>(address) + 2000, 1000);
}

void run_textures(float* out) {
  float* memory = on_device(numbers<float>(64));
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear = {memory, cudaCreateChannelDesc<float>(), 64 * sizeof(float)};
  const cudaTextureDesc how{};
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  textures<<<1, 64>>>(texture, out);
}

void run_streams() {
  int* from = on_device(numbers(4096));
  std::vector<cudaStream_t> streams(4);
  for (int i = 0; i < 4; ++i) {
    cudaStreamCreate(&streams[i]);
    int* to = nullptr;
    cudaMallocAsync(&to, 4096 * sizeof(int), streams[i]);
    cudaMemsetAsync(to, i, 4096 * sizeof(int), streams[i]);
    copy_odd<<<4, 128, 0, streams[i]>>>(from, to, 4096);
  }
}

void run_lists() {
  std::vector<Node> nodes(40);
  Node* memory = nullptr;
  cudaMalloc(&memory, nodes.size() * sizeof(Node));
  for (std::size_t i = 0; i < nodes.size(); ++i) nodes[i] = {i + 3 < nodes.size() ? memory + i + 3 : nullptr, int(i * i)};
  nodes[31].next = nullptr;
  cudaMemcpy(memory, nodes.data(), nodes.size() * sizeof(Node), cudaMemcpyHostToDevice);
  lists<<<1, 64>>>({3, 0.25, {memory, memory + 1, memory + 17}}, on_device(std::vector<double>(64)));
}

void run_variables() {
  const auto values = numbers(64);
  const auto floats = numbers<float>(16);
  cudaMemcpyToSymbol(table, values.data(), sizeof table);
  cudaMemcpyToSymbol(weights, floats.data(), sizeof weights);
  variables<<<3, 64>>>(on_device(std::vector<float>(192)), 3);
}

void run_cooperative() {
  int* out = on_device(std::vector<int>(8));
  void* parameters[] = {&out};
  cudaLaunchCooperativeKernel(reinterpret_cast<void*>(cooperative), 4, 32, parameters, 0, nullptr);
}

void run_managed() {
  int *from = nullptr, *to = nullptr;
  cudaMallocManaged(&from, 1000 * sizeof(int));
  cudaHostAlloc(&to, 1000 * sizeof(int), cudaHostAllocMapped);
  for (int i = 0; i < 1000; ++i) from[i] = 3 * i, to[i] = 0;
  copy_odd<<<2, 96>>>(from, to, 1000);
}

void run_large(std::size_t bytes) {
  std::vector<int> values = numbers(bytes / 2 / sizeof(int));
  int* from = on_device(values);
  int* to = on_device(values);
  copy_odd<<<1024, 256>>>(from, to, 1 << 20);
}

const std::map<std::string, std::function<void()>> kernels = {
    {"loops", [] { loops<<<2, 64>>>(on_device(numbers(128)), on_device(std::vector<int>(128))); }},
    {"branches", [] { branches<<<2, 64>>>(on_device(numbers(128)), on_device(std::vector<int>(128))); }},
    {"variables", run_variables},
    {"lists", run_lists},
    {"shared", [] { shared<<<3, 100, 400>>>(on_device(numbers(300)), on_device(std::vector<int>(300))); }},
    {"histogram", [] { histogram<<<8, 128>>>(on_device(numbers(1024)), on_device(std::vector<int>(20))); }},
    {"votes", [] { votes<<<1, 64>>>(on_device(numbers(64)), on_device(std::vector<int>(64))); }},
    {"recursion", [] { recursion<<<1, 64>>>(on_device(numbers(64)), on_device(std::vector<int>(64))); }},
    {"pointers", [] { pointers<<<1, 64>>>(on_device(numbers(64)), on_device(std::vector<int>(64))); }},
    {"functions", [] { functions<<<1, 256>>>(on_device(numbers<float>(256)), on_device(std::vector<float>(256))); }},
    {"local_array", [] { local_array<<<1, 64>>>(on_device(numbers(64)), on_device(std::vector<int>(64))); }},
    {"three", [] { three<<<dim3(2, 3, 2), dim3(4, 2, 2)>>>(on_device(numbers<short>(192)), on_device(std::vector<long long>(192))); }},
    {"managed", run_managed},
    {"mapped", run_mapped},
    {"streams", run_streams},
    {"cooperative", run_cooperative},
    {"clusters", [] { clusters<<<4, 32>>>(on_device(std::vector<int>(8))); }},
    {"textures", [] { run_textures(on_device(std::vector<float>(64))); }},
    {"wild", [] { wild<<<1, 32>>>(on_device(std::vector<int>(32))); }},
    {"large", [] { run_large(std::size_t{1000} << 20); }},
};

}  // namespace

int main(int argc, char** argv) {
  const auto found = argc > 1 ? kernels.find(argv[1]) : kernels.end();
  if (found == kernels.end()) {
    for (const auto& [name, start] : kernels) std::puts(name.c_str());
    return argc > 1 && std::strcmp(argv[1], "list") == 0 ? 0 : 2;
  }
  cudaFree(nullptr);
  found->second();
  const cudaError_t status = cudaDeviceSynchronize();
  std::printf("%s: %s\n", argv[1], cudaGetErrorString(status));
  return status == cudaSuccess ? 0 : 1;
}
