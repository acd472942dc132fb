// Operations that the compiler puts on the uniform datapath, because all lanes compute the same, and
// the moves between it and the vector registers.
#include "chain.cuh"

namespace {

/// `Length` times `op(u)`, which changes a value that is the same in all lanes because it is their
/// maximum; a vector operation uses it behind the chain.
template <int Length, class Operation>
__device__ __forceinline__ void chain(Operation op, Word& x, Word& sink, long long& reduced, long long& done) {
  Word u = __reduce_max_sync(0xffffffffu, x);
  reduced = clock64();
#pragma unroll
  for (int i = 0; i < Length; ++i) op(u);
  asm volatile("mad.lo.u32 %0, %0, %1, %1;" : "+r"(x) : "r"(u));
  settle(sink, x);
  done = clock64();
}

template <class Operation>
__device__ __forceinline__ void probe_uniform(PROBE_PARAMETERS, Operation op) {
  data = of_warp(data), timer = of_warp(timer);
  Word x = scattered(limits, 1), sink = 0;
  long long stamps[9];
  const Span span = timed([&] {
    stamps[0] = clock64();
    chain<1>(op, x, sink, stamps[1], stamps[2]);
    chain<2>(op, x, sink, stamps[3], stamps[4]);
    chain<4>(op, x, sink, stamps[5], stamps[6]);
    chain<8>(op, x, sink, stamps[7], stamps[8]);
  });
  keep(data, 0, sink);
  store(timer, span);
  store_stamps(timer, stamps);
}

}  // namespace

extern "C" __global__ void uniform_add(PROBE_PARAMETERS) {
  probe_uniform(PROBE_ARGUMENTS, [](Word& u) { u = (u + 12345) ^ 0x55; });
}
extern "C" __global__ void uniform_multiply(PROBE_PARAMETERS) {
  probe_uniform(PROBE_ARGUMENTS, [](Word& u) { u = u * u + 77; });
}
extern "C" __global__ void uniform_shift(PROBE_PARAMETERS) {
  probe_uniform(PROBE_ARGUMENTS, [](Word& u) { u = (u >> 3) + (u << 7); });
}
extern "C" __global__ void uniform_select(PROBE_PARAMETERS) {
  probe_uniform(PROBE_ARGUMENTS, [](Word& u) { u = u > 0x1000 ? u - 99 : u * 3; });
}
extern "C" __global__ void uniform_permute(PROBE_PARAMETERS) {
  probe_uniform(PROBE_ARGUMENTS, [](Word& u) { u = __byte_perm(u, u + 1, 0x2471); });
}
extern "C" __global__ void uniform_count(PROBE_PARAMETERS) {
  probe_uniform(PROBE_ARGUMENTS, [](Word& u) { u += __popc(u); });
}
extern "C" __global__ void uniform_find(PROBE_PARAMETERS) {
  probe_uniform(PROBE_ARGUMENTS, [](Word& u) { u += __clz(u) + 1; });
}
extern "C" __global__ void uniform_reverse(PROBE_PARAMETERS) {
  probe_uniform(PROBE_ARGUMENTS, [](Word& u) { u = __brev(u) + 3; });
}
extern "C" __global__ void reduction_to_uniform(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [](Word& x, Word y) { x = __reduce_max_sync(0xffffffffu, x) * y + x; });
}
extern "C" __global__ void ballot_to_uniform(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [](Word& x, Word y) { x += __popc(__ballot_sync(0xffffffffu, x < y)); });
}
extern "C" __global__ void block_index(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [](Word& x, Word) {
    Word id;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(id));
    x = x * (id + 3) + 1;
  });
}
