// SPDX-License-Identifier: MIT
// Accesses beyond the first level together: several in flight, what follows them, one lane, lanes that meet in a word.
// The frame is that of beyond_first_level.cu: nvcc -arch=sm_90 in_flight.cu && ./a.out > in_flight.csv
#include <algorithm>
#include <cstdio>
#include <vector>

#define LOAD(form, type, reg) asm volatile("ld.global" form "." type " %0, [%1];" : "=" reg(r) : "l"(p) : "memory")
#define RED(p) asm volatile("red.global.add.s32 [%0], %1;" ::"l"(p), "r"(x) : "memory")
#define USE(r) if (__builtin_expect(static_cast<int>(r) == 0x7ffffff1, 0)) asm volatile("trap;")

/// Words between accesses of one sample; not a multiple of the distance between places.
constexpr long beside = 65536 + 96;

__device__ __forceinline__ int ld(int* p) { int r; LOAD("", "s32", "r"); return r; }
__device__ __forceinline__ int ld_cg(int* p) { int r; LOAD(".cg", "s32", "r"); return r; }
__device__ __forceinline__ void st(int* p, int x) { asm volatile("st.global.s32 [%0], %1;" ::"l"(p), "r"(x) : "memory"); }

#define KIND(N, TEXT, BEFORE, ...) struct N { static constexpr const char* name = TEXT; \
  static __device__ __forceinline__ int before(int* p, int x) { int r = x; BEFORE; return r; } \
  static __device__ __forceinline__ int timed(int* p, int x) { int r = x; __VA_ARGS__; return r; } }
KIND(Nothing, "nothing", , );
#define TIMES(n, ...) _Pragma("unroll") for (int i = 0; i < n; ++i) { __VA_ARGS__; }
KIND(LdHit, "ld", r = ld(p), r = ld(p));
KIND(Cg1, "ld.cg", , r = ld_cg(p));
KIND(Cg2, "ld.cg x2", , TIMES(2, r += ld_cg(p + i * beside)));
KIND(Cg4, "ld.cg x4", , TIMES(4, r += ld_cg(p + i * beside)));
KIND(Cg8, "ld.cg x8", , TIMES(8, r += ld_cg(p + i * beside)));
KIND(Atom1, "atom.add", , r = atomicAdd(p, x));
KIND(Atom2, "atom.add x2", , TIMES(2, r += atomicAdd(p + i * beside, x)));
KIND(Atom4, "atom.add x4", , TIMES(4, r += atomicAdd(p + i * beside, x)));
KIND(Atom8, "atom.add x8", , TIMES(8, r += atomicAdd(p + i * beside, x)));
KIND(Same2, "atom.add x2 of one word", , TIMES(2, r += atomicAdd(p, x)));
KIND(Same4, "atom.add x4 of one word", , TIMES(4, r += atomicAdd(p, x)));
KIND(Red1, "red.add", , RED(p));
KIND(Red4, "red.add x4", , TIMES(4, RED(p + i * beside)));
KIND(Red16, "red.add x16", , TIMES(16, RED(p + i * beside)));
KIND(Red64, "red.add x64", , TIMES(64, RED(p + (i & 15) * beside)));
KIND(RedCg, "red.add, ld.cg", , RED(p); r = ld_cg(p));
KIND(Red8Cg, "red.add x8, ld.cg of another", , TIMES(8, RED(p + i * beside)); r = ld_cg(p + 9 * beside));
KIND(Red8Atom, "red.add x8, atom.add", , TIMES(8, RED(p + i * beside)); r = atomicAdd(p, x));
KIND(St8Cg, "st x8, ld.cg of another", , TIMES(8, st(p + i * beside, x)); r = ld_cg(p + 9 * beside));
KIND(CgLd, "ld.cg, ld of another", r = ld(p + beside), r = ld_cg(p); USE(ld(p + beside)));
KIND(LdOnly, "ld behind ld.cg", r = ld(p + beside), asm volatile("{ .reg .s32 z; ld.global.cg.s32 z, [%0]; }" ::"l"(p) : "memory"); r = ld(p + beside));
KIND(RedLd, "ld after red.add", r = ld(p); RED(p), r = ld(p));
KIND(AtomLd, "ld after atom.add", r = ld(p); r += atomicAdd(p, x), r = ld(p));
KIND(CgLdSame, "ld after ld.cg", r = ld(p); r += ld_cg(p), r = ld(p));
KIND(VolatileLd, "ld after ld.volatile", r = ld(p); { int s; asm volatile("ld.volatile.global.s32 %0, [%1];" : "=r"(s) : "l"(p) : "memory"); r += s; }, r = ld(p));
KIND(FenceLd, "ld after fence", r = ld(p); __threadfence(), r = ld(p));
KIND(FenceLdLd, "ld after fence, ld", r = ld(p); __threadfence(); r += ld(p), r = ld(p));
KIND(AcquireLd, "ld after ld.acquire of another", r = ld(p); { int s; asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(s) : "l"(p + beside) : "memory"); r += s; }, r = ld(p));
KIND(Acquire, "ld.acquire", , asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(r) : "l"(p) : "memory"));
KIND(Release, "st.release", , asm volatile("st.release.gpu.global.s32 [%0], %1;" ::"l"(p), "r"(x) : "memory"));
KIND(Fence, "fence", , __threadfence());
KIND(StFence, "st, fence", , st(p, x); __threadfence());
KIND(St8Fence, "st x8, fence", , TIMES(8, st(p + i * beside, x)); __threadfence());
KIND(RedFence, "red.add, fence", , RED(p); __threadfence());
KIND(Red8Fence, "red.add x8, fence", , TIMES(8, RED(p + i * beside)); __threadfence());
KIND(StFenceSystem, "st, fence.system", , st(p, x); __threadfence_system());
KIND(Cas, "atom.cas", , r = atomicCAS(p, x, x + 1));
KIND(AddFloat, "atom.add.f32", , r = static_cast<int>(atomicAdd(reinterpret_cast<float*>(p), 1.0f)));
KIND(And, "atom.and", , r = atomicAnd(p, x));
KIND(Inc, "atom.inc", , r = static_cast<int>(atomicInc(reinterpret_cast<unsigned*>(p), 77u)));
#define WIDE(p) reinterpret_cast<unsigned long long*>(p)
KIND(Add64, "atom.add.u64", , r = static_cast<int>(atomicAdd(WIDE(p), static_cast<unsigned long long>(x))));
KIND(Max64, "atom.max.u64", , r = static_cast<int>(atomicMax(WIDE(p), static_cast<unsigned long long>(x))));
KIND(Cas64, "atom.cas.b64", , r = static_cast<int>(atomicCAS(WIDE(p), static_cast<unsigned long long>(x), 7ull)));
KIND(Exch64, "atom.exch.b64", , r = static_cast<int>(atomicExch(WIDE(p), static_cast<unsigned long long>(x))));
KIND(AddDouble, "atom.add.f64", , r = static_cast<int>(atomicAdd(reinterpret_cast<double*>(p), 1.0)));
KIND(Cg64, "ld.cg.b64", , { long long w; asm volatile("ld.global.cg.s64 %0, [%1];" : "=l"(w) : "l"(p) : "memory"); r = static_cast<int>(w); });
KIND(Cg128, "ld.cg.v4", , { int a, b, c, d; asm volatile("ld.global.cg.v4.s32 {%0,%1,%2,%3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "l"(p) : "memory"); r = a + b + c + d; });
KIND(Red64b, "red.add.u64 x8", , TIMES(8, asm volatile("red.global.add.u64 [%0], %1;" ::"l"(p + i * beside), "l"(static_cast<long long>(x)) : "memory")));

/// Lane t accesses word (t % different) * stride of a place.
template <class A> __global__ void run(int* memory, int stride, int different, int places, int apart, unsigned sm, int* cycles) {
  unsigned here;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(here));
  if (here != sm) return;
  for (int pass = 0; pass < 2; ++pass)
#pragma unroll 1
    for (int i = 0; i < places; ++i) {
      int* p = memory + static_cast<long>(i) * apart + static_cast<long>(threadIdx.x % different) * stride;
      const int b = A::before(p, 1);
      USE(b);
      __syncwarp();
      long long before, after;
      asm volatile("mov.u64 %0, %%clock64;" : "=l"(before)::"memory");
      const int r = A::timed(p, 1);
      USE(r);
      asm volatile("mov.u64 %0, %%clock64;" : "=l"(after)::"memory");
      if (threadIdx.x == 0 && pass == 1) cycles[i] = static_cast<int>(after - before);
          }
}

int *memory = nullptr, *cycles = nullptr;
int multiprocessors = 0;

template <class A> void measure(int lanes, int stride, int different) {
  constexpr int places = 128, apart = 2176;
  std::vector<int> all, one(places);
  for (int sm = 0; sm < multiprocessors; sm += 3) {
    run<A><<<2 * multiprocessors, lanes>>>(memory, stride, different, places, apart, static_cast<unsigned>(sm), cycles);
    if (cudaMemcpy(one.data(), cycles, one.size() * sizeof(int), cudaMemcpyDeviceToHost) != cudaSuccess) std::exit(1);
    all.insert(all.end(), one.begin(), one.end());
  }
  std::sort(all.begin(), all.end());
  std::printf("\"%s\",%d,%d,%d,%zu", A::name, lanes, different, stride, all.size());
  for (const double part : {0.0, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 1.0})
    std::printf(",%d", all[static_cast<std::size_t>(part * static_cast<double>(all.size() - 1))]);
  std::puts("");
}

template <class... A> void measure_all(int lanes, int stride, int different) { (measure<A>(lanes, stride, different), ...); }

int main() {
  cudaDeviceProp card{};
  cudaGetDeviceProperties(&card, 0);
  multiprocessors = card.multiProcessorCount;
  cudaMalloc(&memory, 1 << 25);
  cudaMalloc(&cycles, 1 << 16);
  cudaMemset(memory, 0, 1 << 25);
  std::puts("access,lanes,different_words,stride_words,samples,least,p1,p5,p25,median,p75,p95,p99,most");
  const auto all = [](int lanes, int stride, int different) {
    measure_all<Nothing, LdHit, Cg1, Cg2, Cg4, Cg8, Atom1, Atom2, Atom4, Atom8, Same2, Same4, Red1, Red4, Red16, Red64, RedCg,
                Red8Cg, Red8Atom, St8Cg, CgLd, LdOnly, RedLd, AtomLd, CgLdSame, VolatileLd, FenceLd, FenceLdLd, AcquireLd,
                Acquire, Release, Fence, StFence, St8Fence, RedFence, Red8Fence, StFenceSystem, Cas, AddFloat, And, Inc>(
        lanes, stride, different);
  };
  all(32, 1, 32);
  all(32, 1, 1);
  all(1, 1, 32);
  all(32, 1, 4);
  all(32, 9, 32);
  all(32, 33, 32);
  for (const int stride : {2, 4, 8, 34})
    measure_all<Add64, Max64, Cas64, Exch64, AddDouble, Cg64, Red64b>(32, stride, 32);
  measure_all<Add64, Max64, Cas64, Exch64, AddDouble, Cg64, Red64b>(32, 2, 1);
  measure_all<Cg128>(32, 4, 32);
  measure_all<Cg128>(32, 36, 32);
}
