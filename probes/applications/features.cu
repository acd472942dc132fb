// Ways of CUDA to start kernels and to get memory, one after another, each with what it computes: what `reconverge
// profile` has to count or to refuse by name, and must not disturb.
//   nvcc -arch=sm_90 -std=c++17 -lineinfo -rdc=true -o features features.cu -lcuda -lcudadevrt && ./features graph
#include <cooperative_groups.h>
#include <cuda.h>
#include <cuda_runtime.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <thread>
#include <vector>

namespace {

constexpr int threads = 128, blocks = 4, count = threads * blocks;

#define CHECK(call)                                                                    \
  do {                                                                                 \
    const int status = static_cast<int>(call);                                         \
    if (status != 0) std::printf("line %d: error %d\n", __LINE__, status), std::exit(1); \
  } while (false)

void print_sum(const char* what, const int* device) {
  std::vector<int> values(count);
  CHECK(cudaMemcpy(values.data(), device, count * sizeof(int), cudaMemcpyDefault));
  unsigned sum = 0;
  for (const int value : values) sum = sum * 31 + static_cast<unsigned>(value);
  std::printf("%s: %08x\n", what, sum);
}

int* zeroes() {
  int* memory = nullptr;
  CHECK(cudaMalloc(&memory, count * sizeof(int)));
  CHECK(cudaMemset(memory, 0, count * sizeof(int)));
  return memory;
}

}  // namespace

/// Lanes leave the loop apart.
__device__ int collatz(int value) {
  int steps = 0;
  for (; value > 1; ++steps) value = value % 2 ? 3 * value + 1 : value / 2;
  return steps;
}

__global__ void first(int* out, int from) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] += collatz(from + i);
}
__global__ void second(int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (out[i] % 3 == 0) out[i] = collatz(out[i] * 7 + 1);
}
__global__ void slow(int* out, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
  for (int k = 0; k < rounds + i % 7; ++k) sum += collatz(i + k);
  out[i] = sum;
}
__global__ void together(int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = collatz(i + 27);
  cooperative_groups::this_grid().sync();
  if (i % 2) out[i] += out[(i * 5) % (blockDim.x * gridDim.x) & ~1u];
}
__global__ void clustered(int* out) {
  __shared__ int own[threads];
  auto cluster = cooperative_groups::this_cluster();
  own[threadIdx.x] = collatz(threadIdx.x + blockIdx.x);
  cluster.sync();
  const int* other = cluster.map_shared_rank(own, cluster.block_rank() ^ 1);
  out[blockIdx.x * blockDim.x + threadIdx.x] = other[threadIdx.x] + (threadIdx.x % 3 ? 0 : own[0]);
  cluster.sync();
}
__global__ void parent(int* out) {
  if (threadIdx.x == 0) first<<<1, threads>>>(out + blockIdx.x * threads, blockIdx.x * threads);
}
__global__ void sampled(cudaTextureObject_t texture, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = collatz(static_cast<int>(tex2D<float>(texture, i % 32 + 0.5f, i / 32 + 0.5f)));
}
__global__ void stored(cudaSurfaceObject_t surface, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  surf2Dwrite(static_cast<float>(collatz(i)), surface, i % 32 * 4, i / 32);
  out[i] = i;
}
/// A box of 32 words by 16 rows comes through a tensor map.
__global__ void tensor(const __grid_constant__ CUtensorMap map, int* out) {
  __shared__ alignas(128) int box[count];
  __shared__ alignas(8) std::uint64_t barrier;
  const auto at = static_cast<unsigned>(__cvta_generic_to_shared(&barrier));
  const auto to = static_cast<unsigned>(__cvta_generic_to_shared(box));
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(at));
    asm volatile("fence.mbarrier_init.release.cluster;");
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(at), "r"(static_cast<unsigned>(sizeof box)));
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {0, 0}], [%2];" ::"r"(to),
                 "l"(&map), "r"(at)
                 : "memory");
  }
  __syncthreads();
  for (int done = 0; done == 0;)
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], 0; selp.s32 %0, 1, 0, p; }" : "=r"(done) : "r"(at) : "memory");
  for (int i = threadIdx.x; i < count; i += threads) out[i] = collatz(box[i]);
}

namespace {

/// Kernels that first run in the graph; the graph is gone when it is launched.
void graph(bool changes) {
  int* out = zeroes();
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  cudaGraph_t made;
  CHECK(cudaGraphCreate(&made, 0));
  int from = 5;
  void* first_values[] = {&out, &from};
  void* second_values[] = {&out};
  cudaKernelNodeParams call{};
  call.func = reinterpret_cast<void*>(first);
  call.gridDim = dim3(blocks);
  call.blockDim = dim3(threads);
  call.kernelParams = first_values;
  cudaGraphNode_t one, two;
  CHECK(cudaGraphAddKernelNode(&one, made, nullptr, 0, &call));
  cudaKernelNodeParams next = call;
  next.func = reinterpret_cast<void*>(second);
  next.kernelParams = second_values;
  CHECK(cudaGraphAddKernelNode(&two, made, &one, 1, &next));
  cudaGraphExec_t ready;
  CHECK(cudaGraphInstantiate(&ready, made, 0));
  if (changes) {
    from = 9;
    CHECK(cudaGraphExecKernelNodeSetParams(ready, one, &call));
  }
  CHECK(cudaGraphDestroy(made));
  for (int i = 0; i < 5; ++i) CHECK(cudaGraphLaunch(ready, stream));
  CHECK(cudaStreamSynchronize(stream));
  print_sum(changes ? "graph with changed parameters" : "graph", out);
  CHECK(cudaGraphExecDestroy(ready));
}

/// A graph from a stream, while another stream runs kernels that are no part of it; launched, updated, launched again.
void recorded() {
  int *out = zeroes(), *beside = zeroes();
  cudaStream_t stream, other;
  CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  CHECK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  cudaGraph_t made;
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  first<<<blocks, threads, 0, stream>>>(out, 3);
  second<<<blocks, threads, 0, other>>>(beside);
  second<<<blocks, threads, 0, stream>>>(out);
  CHECK(cudaStreamEndCapture(stream, &made));
  cudaGraphExec_t ready;
  CHECK(cudaGraphInstantiate(&ready, made, 0));
  CHECK(cudaGraphLaunch(ready, stream));
  CHECK(cudaGraphDestroy(made));
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  first<<<blocks, threads, 0, stream>>>(out, 1000);
  first<<<blocks, threads, 0, other>>>(beside, 4);
  second<<<blocks, threads, 0, stream>>>(out);
  CHECK(cudaStreamEndCapture(stream, &made));
  cudaGraphExecUpdateResultInfo info{};
  CHECK(cudaGraphExecUpdate(ready, made, &info));
  CHECK(cudaGraphDestroy(made));
  CHECK(cudaGraphLaunch(ready, stream));
  CHECK(cudaDeviceSynchronize());
  print_sum("recorded graph", out);
  print_sum("beside it", beside);
}

void streams() {
  std::vector<cudaStream_t> all(4);
  std::vector<int*> outs;
  for (auto& stream : all) {
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    outs.push_back(zeroes());
  }
  for (int round = 0; round < 8; ++round)
    for (std::size_t i = 0; i < all.size(); ++i) slow<<<blocks, threads, 0, all[i]>>>(outs[i], 40 + round);
  CHECK(cudaDeviceSynchronize());
  for (const int* out : outs) print_sum("stream", out);
}

void host_threads() {
  std::vector<int*> outs;
  std::vector<std::thread> all;
  for (int i = 0; i < 4; ++i) outs.push_back(zeroes());
  for (int* out : outs)
    all.emplace_back([out] {
      cudaStream_t stream;
      CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
      for (int round = 0; round < 8; ++round) {
        first<<<blocks, threads, 0, stream>>>(out, round);
        second<<<blocks, threads, 0, stream>>>(out);
      }
      CHECK(cudaStreamSynchronize(stream));
    });
  for (auto& one : all) one.join();
  for (const int* out : outs) print_sum("thread", out);
}

void cooperative() {
  int* out = zeroes();
  void* values[] = {&out};
  CHECK(cudaLaunchCooperativeKernel(reinterpret_cast<void*>(together), dim3(blocks), dim3(threads), values));
  print_sum("cooperative", out);
}

void clusters() {
  int* out = zeroes();
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(blocks);
  config.blockDim = dim3(threads);
  cudaLaunchAttribute size{};
  size.id = cudaLaunchAttributeClusterDimension;
  size.val.clusterDim = {2, 1, 1};
  config.attrs = &size;
  config.numAttrs = 1;
  CHECK(cudaLaunchKernelEx(&config, clustered, out));
  print_sum("clusters", out);
}

void device_side() {
  int* out = zeroes();
  parent<<<blocks, threads>>>(out);
  CHECK(cudaDeviceSynchronize());
  print_sum("device-side launches", out);
}

void managed() {
  int* out = nullptr;
  CHECK(cudaMallocManaged(&out, count * sizeof(int)));
  std::memset(out, 0, count * sizeof(int));
  first<<<blocks, threads>>>(out, 2);
  second<<<blocks, threads>>>(out);
  CHECK(cudaDeviceSynchronize());
  print_sum("managed memory", out);
}

void pools() {
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  int *out = nullptr, *gone = nullptr;
  CHECK(cudaMallocAsync(&gone, 4096, stream));
  CHECK(cudaMallocAsync(&out, count * sizeof(int), stream));
  CHECK(cudaFreeAsync(gone, stream));
  CHECK(cudaMemsetAsync(out, 0, count * sizeof(int), stream));
  first<<<blocks, threads, 0, stream>>>(out, 2);
  second<<<blocks, threads, 0, stream>>>(out);
  CHECK(cudaStreamSynchronize(stream));
  print_sum("memory of a pool", out);
}

void mapped() {
  CHECK(cudaFree(nullptr));
  CUmemAllocationProp kind{};
  kind.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  kind.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
  std::size_t bytes = 0;
  CHECK(cuMemGetAllocationGranularity(&bytes, &kind, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
  CUmemGenericAllocationHandle memory;
  CUdeviceptr address = 0;
  CHECK(cuMemCreate(&memory, bytes, &kind, 0));
  CHECK(cuMemAddressReserve(&address, 2 * bytes, 0, 0, 0));
  CHECK(cuMemMap(address + bytes, bytes, 0, memory, 0));
  CUmemAccessDesc access{kind.location, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
  CHECK(cuMemSetAccess(address + bytes, bytes, &access, 1));
  CHECK(cuMemsetD32(address + bytes, 0, bytes / 4));
  int* out = reinterpret_cast<int*>(address + bytes);
  first<<<blocks, threads>>>(out, 2);
  second<<<blocks, threads>>>(out);
  CHECK(cudaDeviceSynchronize());
  print_sum("mapped memory", out);
}

cudaArray_t array_of_numbers() {
  std::vector<float> values(count);
  for (int i = 0; i < count; ++i) values[i] = static_cast<float>(i * 37 % 1000);
  const auto format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  CHECK(cudaMallocArray(&array, &format, 32, count / 32, cudaArraySurfaceLoadStore));
  CHECK(cudaMemcpy2DToArray(array, 0, 0, values.data(), 128, 128, count / 32, cudaMemcpyHostToDevice));
  return array;
}

void textures() {
  int* out = zeroes();
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array_of_numbers();
  cudaTextureDesc how{};
  how.readMode = cudaReadModeElementType;
  cudaTextureObject_t texture;
  CHECK(cudaCreateTextureObject(&texture, &resource, &how, nullptr));
  sampled<<<blocks, threads>>>(texture, out);
  print_sum("textures", out);
}

void surfaces() {
  int* out = zeroes();
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array_of_numbers();
  cudaSurfaceObject_t surface;
  CHECK(cudaCreateSurfaceObject(&surface, &resource));
  stored<<<blocks, threads>>>(surface, out);
  print_sum("surfaces", out);
}

void tensor_maps() {
  std::vector<int> values(count);
  for (int i = 0; i < count; ++i) values[i] = i * 37 % 1000;
  int *in = zeroes(), *out = zeroes();
  CHECK(cudaMemcpy(in, values.data(), count * sizeof(int), cudaMemcpyHostToDevice));
  CUtensorMap map{};
  const cuuint64_t sizes[] = {32, count / 32}, strides[] = {128};
  const cuuint32_t box[] = {32, count / 32}, steps[] = {1, 1};
  CHECK(cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, in, sizes, strides, box, steps,
                               CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                               CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE));
  tensor<<<1, threads>>>(map, out);
  print_sum("tensor maps", out);
}

/// Nanoseconds of an empty launch, of many.
}
__global__ void empty() {}
namespace {
void launches() {
  for (int i = 0; i < 1000; ++i) empty<<<1, 32>>>();
  CHECK(cudaDeviceSynchronize());
  for (int run = 0; run < 5; ++run) {
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < 100000; ++i) empty<<<1, 32>>>();
    CHECK(cudaDeviceSynchronize());
    std::fprintf(stderr, "empty launch %.1f ns\n",
                 std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - begin).count() / 1e5);
  }
  std::puts("launches");
}

/// Numbers that cannot be compressed, 1 GB of them.
}
__global__ void fill(std::uint64_t* words, std::uint64_t all) {
  for (std::uint64_t i = blockIdx.x * blockDim.x + threadIdx.x; i < all; i += gridDim.x * blockDim.x) {
    std::uint64_t x = i * 0x9E3779B97F4A7C15u;
    x = (x ^ x >> 31) * 0xBF58476D1CE4E5B9u;
    words[i] = (x ^ x >> 27) * 0x94D049BB133111EBu;
  }
}
__global__ void one_word(int* out) { out[threadIdx.x] = collatz(threadIdx.x); }
namespace {
void gigabyte(bool random) {
  const std::uint64_t bytes = 1000000000;
  std::uint64_t* memory = nullptr;
  CHECK(cudaMalloc(&memory, bytes));
  if (random) fill<<<1024, 256>>>(memory, bytes / 8);
  else CHECK(cudaMemset(memory, 0, bytes));
  one_word<<<1, 32>>>(reinterpret_cast<int*>(memory));
  CHECK(cudaDeviceSynchronize());
  std::puts("gigabyte");
}

const std::map<std::string, void (*)()> features = {
    {"graph", [] { graph(false); }},
    {"changed_graph", [] { graph(true); }},
    {"recorded", recorded},
    {"streams", streams},
    {"threads", host_threads},
    {"cooperative", cooperative},
    {"clusters", clusters},
    {"device_side", device_side},
    {"managed", managed},
    {"pools", pools},
    {"mapped", mapped},
    {"textures", textures},
    {"surfaces", surfaces},
    {"tensor_maps", tensor_maps},
    {"launches", launches},
    {"gigabyte_random", [] { gigabyte(true); }},
    {"gigabyte_zero", [] { gigabyte(false); }},
};

}  // namespace

int main(int arguments, char** words) {
  for (int i = 1; i < arguments; ++i) {
    const auto found = features.find(words[i]);
    if (found == features.end()) return std::printf("no %s\n", words[i]), 2;
    found->second();
  }
}
