// Latency and issue interval of one operation. A chain of 1, 2, 4, 8 dependent ones with a use behind
// it gives the latency; 1, 2, 4, 8 independent ones, with a stamp before they are used, the issue
// interval. Thirteen stamps:
//   0               start
//   1 2 3 4         behind the chains of 1, 2, 4, 8 and their use
//   5 7 9 11        behind 1, 2, 4, 8 independent ones, nothing used yet
//   6 8 10 12       behind the use of all of these
#pragma once
#include "../frame.cuh"

template <int Length, class Value, class Operation>
__device__ __forceinline__ void dependent(Operation op, Value& x, Value y, Word& sink) {
#pragma unroll
  for (int i = 0; i < Length; ++i) op(x, y);
  settle(sink, x);
}

template <int Count, class Value, class Operation>
__device__ __forceinline__ void independent(Operation op, Value (&v)[8], Value y, Word& sink, long long& issued, long long& used) {
#pragma unroll
  for (int i = 0; i < Count; ++i) op(v[i], y);
  issued = clock64();
#pragma unroll
  for (int i = 0; i < Count; ++i) settle(sink, v[i]);
  used = clock64();
}

/// `op(x, y)` makes a new x of x and y.
template <class Value, class Operation>
__device__ __forceinline__ void probe_chain(PROBE_PARAMETERS, Operation op) {
  data = of_warp(data), timer = of_warp(timer);
  Value x = scattered_as<Value>(limits, 1), y = scattered_as<Value>(limits, 2), v[8];
#pragma unroll
  for (int i = 0; i < 8; ++i) v[i] = scattered_as<Value>(limits, 3 + i);
  Word sink = 0;
  long long stamps[13];
  const Span span = timed([&] {
    stamps[0] = clock64();
    dependent<1>(op, x, y, sink);
    stamps[1] = clock64();
    dependent<2>(op, x, y, sink);
    stamps[2] = clock64();
    dependent<4>(op, x, y, sink);
    stamps[3] = clock64();
    dependent<8>(op, x, y, sink);
    stamps[4] = clock64();
    independent<1>(op, v, y, sink, stamps[5], stamps[6]);
    independent<2>(op, v, y, sink, stamps[7], stamps[8]);
    independent<4>(op, v, y, sink, stamps[9], stamps[10]);
    independent<8>(op, v, y, sink, stamps[11], stamps[12]);
  });
  keep(data, 0, sink);
  store(timer, span);
  store_stamps(timer, stamps);
}
