// What accesses take that the first level of the cache does not serve, as distributions over addresses and
// multiprocessors of an idle card: nvcc -arch=sm_90 beyond_first_level.cu && ./a.out > beyond_first_level.csv
// Cycles are between a read of the clock before the access (S2UR) and one after the branch that waits for its result;
// "nothing" is what the two reads are apart by themselves.
#include <algorithm>
#include <cstdio>
#include <vector>

enum Access { nothing, load, load_cg, load_volatile, load_relaxed, load_lu, load_cs, atomic_add, atomic_cas, atomic_exch,
              atomic_max, atomic_add_float, reduce, store_then_volatile, volatile_then_volatile, volatile_then_load,
              fence, store_then_fence, fence_system, kinds };
const char* const names[kinds] = {
    "nothing", "ld", "ld.cg", "ld.volatile", "ld.relaxed.gpu", "ld.lu", "ld.cs", "atom.add", "atom.cas", "atom.exch",
    "atom.max", "atom.add.f32", "red.add", "st, ld.volatile", "st.volatile, ld.volatile", "st.volatile, ld",
    "fence", "st, fence", "fence.system"};

#define LOAD(form) asm volatile("ld" form ".s32 %0, [%1];" : "=r"(r) : "l"(p) : "memory")
#define STORE(form) asm volatile("st" form ".s32 [%0], %1;" ::"l"(p), "r"(x) : "memory")

template <int A> __device__ __forceinline__ int access(int* p, int x) {
  int r = x;
  if (A == load) LOAD(".global");
  if (A == load_cg) LOAD(".global.cg");
  if (A == load_volatile) LOAD(".volatile.global");
  if (A == load_relaxed) LOAD(".relaxed.gpu.global");
  if (A == load_lu) LOAD(".global.lu");
  if (A == load_cs) LOAD(".global.cs");
  if (A == atomic_add) r = atomicAdd(p, x);
  if (A == atomic_cas) r = atomicCAS(p, x, x + 1);
  if (A == atomic_exch) r = atomicExch(p, x);
  if (A == atomic_max) r = atomicMax(p, x);
  if (A == atomic_add_float) r = static_cast<int>(atomicAdd(reinterpret_cast<float*>(p), 1.0f));
  if (A == reduce) asm volatile("red.global.add.s32 [%0], %1;" ::"l"(p), "r"(x) : "memory");
  if (A == store_then_volatile || A == store_then_fence) STORE(".global");
  if (A == volatile_then_volatile || A == volatile_then_load) STORE(".volatile.global");
  if (A == store_then_volatile || A == volatile_then_volatile) LOAD(".volatile.global");
  if (A == volatile_then_load) LOAD(".global");
  if (A == fence || A == store_then_fence) __threadfence();
  if (A == fence_system) __threadfence_system();
  return r;
}

/// One warp on multiprocessor `sm` accesses `places` places, `apart` words from each other, its lanes `stride` words
/// apart, `passes` times; the last pass is kept.
template <int A> __global__ void run(int* memory, int stride, int places, int apart, unsigned sm, int* cycles, int passes) {
  unsigned here;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(here));
  if (here != sm) return;
  for (int pass = 0; pass < passes; ++pass)
#pragma unroll 1
    for (int i = 0; i < places; ++i) {
      int* p = memory + static_cast<long>(i) * apart + static_cast<long>(threadIdx.x) * stride;
      __syncwarp();
      long long before, after;
      asm volatile("mov.u64 %0, %%clock64;" : "=l"(before)::"memory");
      const int r = access<A>(p, 1);
      if (__builtin_expect(r == 0x7ffffff1, 0)) asm volatile("trap;");
      asm volatile("mov.u64 %0, %%clock64;" : "=l"(after)::"memory");
      if (threadIdx.x == 0 && pass + 1 == passes) cycles[i] = static_cast<int>(after - before);
    }
}

using Kernel = void (*)(int*, int, int, int, unsigned, int*, int);
template <int A> void fill(Kernel* kernels) {
  kernels[A] = run<A>;
  if constexpr (A + 1 < kinds) fill<A + 1>(kernels);
}

int main() {
  cudaDeviceProp card{};
  cudaGetDeviceProperties(&card, 0);
  Kernel kernels[kinds];
  fill<0>(kernels);
  int *memory = nullptr, *cycles = nullptr;
  constexpr std::size_t bytes = std::size_t{1} << 31;
  cudaMalloc(&memory, bytes);
  cudaMalloc(&cycles, 1 << 16);
  cudaMemset(memory, 0, bytes);
  std::puts("access,stride_words,served_by,samples,least,p1,p5,p25,median,p75,p95,p99,most");
  const auto measure = [&](int kind, int stride, int places, int apart, int passes, bool flush, const char* served_by) {
    std::vector<int> all, one(static_cast<std::size_t>(places));
    for (int sm = 0; sm < card.multiProcessorCount; sm += flush ? 11 : 4) {
      if (flush) cudaMemset(memory + (1 << 27), 1, std::size_t{1} << 30);
      kernels[kind]<<<2 * card.multiProcessorCount, 32>>>(memory, stride, places, apart, sm, cycles, passes);
      if (cudaMemcpy(one.data(), cycles, one.size() * sizeof(int), cudaMemcpyDeviceToHost) != cudaSuccess) std::exit(1);
      all.insert(all.end(), one.begin(), one.end());
    }
    std::sort(all.begin(), all.end());
    std::printf("\"%s\",%d,%s,%zu", names[kind], stride, served_by, all.size());
    for (const double part : {0.0, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 1.0})
      std::printf(",%d", all[static_cast<std::size_t>(part * static_cast<double>(all.size() - 1))]);
    std::puts("");
  };
  for (const int stride : {0, 1, 2, 4, 8, 16, 32, 33})
    for (int kind = 0; kind < kinds; ++kind) {
      const bool uses_first_level = kind == load || kind == load_lu || kind == load_cs;
      measure(kind, stride, uses_first_level ? 4096 : 512, stride >= 32 ? 2112 : stride >= 8 ? 1024 : 544,
              uses_first_level ? 2 : 3, false, "second level");
    }
  for (const int stride : {0, 1, 8, 32})
    for (const int kind : {load, load_cg, load_volatile, atomic_add})
      measure(kind, stride, 512, stride >= 32 ? 2112 : 1024, 1, true, "memory");
}
