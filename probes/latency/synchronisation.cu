// What waits for other lanes when there is nothing to wait for: barriers and warp synchronisation of
// lanes that are together. Divergent arrivals are in ../control.
#include "chain.cuh"

namespace {

/// Four of one operation with a stamp behind each, something that counts in between.
template <class Operation>
__device__ __forceinline__ void probe_waits(PROBE_PARAMETERS, Operation op) {
  data = of_warp(data), timer = of_warp(timer);
  Word x = scattered(limits, 1), sink = 0;
  const Word y = scattered(limits, 2);
  long long stamps[6];
  const Span span = timed([&] {
    stamps[0] = clock64();
    op(x, y);
    stamps[1] = clock64();
    op(x, y);
    settle(sink, x);
    stamps[2] = clock64();
    op(x, y), op(x, y);
    settle(sink, x);
    stamps[3] = clock64();
    asm volatile("mad.lo.u32 %0, %0, %1, %1;" : "+r"(x) : "r"(y));
    op(x, y);
    asm volatile("mad.lo.u32 %0, %0, %1, %1;" : "+r"(x) : "r"(y));
    stamps[4] = clock64();
    settle(sink, x);
    stamps[5] = clock64();
  });
  keep(data, 0, sink);
  store(timer, span);
  store_stamps(timer, stamps);
}

}  // namespace

extern "C" __global__ void barrier(PROBE_PARAMETERS) {
  probe_waits(PROBE_ARGUMENTS, [](Word&, Word) { asm volatile("bar.sync 0;" ::: "memory"); });
}
extern "C" __global__ void barrier_numbered(PROBE_PARAMETERS) {
  probe_waits(PROBE_ARGUMENTS, [](Word&, Word) { asm volatile("bar.sync 3, 32;" ::: "memory"); });
}
extern "C" __global__ void barrier_reduction(PROBE_PARAMETERS) {
  probe_waits(PROBE_ARGUMENTS, [](Word& x, Word y) { x += __syncthreads_count(x < y); });
}
extern "C" __global__ void warp_sync_all(PROBE_PARAMETERS) {
  const Word all = ~(limits[lane_index()] >> 31);  // the compiler does not know that it is all lanes
  probe_waits(PROBE_ARGUMENTS, [&](Word&, Word) { asm volatile("bar.warp.sync %0;" ::"r"(all) : "memory"); });
}
extern "C" __global__ void warp_sync_constant(PROBE_PARAMETERS) {
  probe_waits(PROBE_ARGUMENTS, [](Word&, Word) { asm volatile("bar.warp.sync 0xffffffff;" ::: "memory"); });
}
extern "C" __global__ void fence_block(PROBE_PARAMETERS) {
  probe_waits(PROBE_ARGUMENTS, [](Word&, Word) { asm volatile("membar.cta;" ::: "memory"); });
}
extern "C" __global__ void fence_device_l2(PROBE_PARAMETERS) {
  probe_waits(PROBE_ARGUMENTS, [](Word&, Word) { asm volatile("membar.gl;" ::: "memory"); });
}
extern "C" __global__ void nanosleep_0(PROBE_PARAMETERS) {
  probe_waits(PROBE_ARGUMENTS, [](Word&, Word) { asm volatile("nanosleep.u32 0;" ::: "memory"); });
}
extern "C" __global__ void nanosleep_20(PROBE_PARAMETERS) {
  probe_waits(PROBE_ARGUMENTS, [](Word&, Word) { asm volatile("nanosleep.u32 20;" ::: "memory"); });
}
extern "C" __global__ void nanosleep_register(PROBE_PARAMETERS) {
  const Word time = limits[lane_index()];
  probe_waits(PROBE_ARGUMENTS, [&](Word&, Word) { asm volatile("nanosleep.u32 %0;" ::"r"(time) : "memory"); });
}
extern "C" __global__ void vote_between(PROBE_PARAMETERS) {
  probe_waits(PROBE_ARGUMENTS, [](Word& x, Word y) { x ^= __ballot_sync(0xffffffffu, x < y); });
}
