// SPDX-License-Identifier: MIT
// A block of threads on the host: each is a coroutine that runs until it has to wait for others of its warp or
// block. So one text with barriers, shuffles and votes serves both compilers.
#pragma once

#include <cstdint>
#include <cstring>
#include <functional>

namespace reconverge::programs {

/// Runs `thread` for each of n threads, to the end of all. They take turns only where they wait.
void run_block_on_host(int n, const std::function<void(int)>& thread);

/// Of the thread that runs.
int lane_on_host();
/// Waits for the lanes of `mask` to come with the same mask; what each of them brought.
const std::uint64_t* exchange_on_host(unsigned mask, std::uint64_t value);
/// Waits for all threads of the block; the sum of what they brought.
int barrier_on_host(int value);

}  // namespace reconverge::programs

template <class T> std::uint64_t word_of(T value) {
  std::uint64_t word = 0;
  std::memcpy(&word, &value, sizeof value);
  return word;
}
template <class T> T shuffled(unsigned mask, T value, int from) {
  T result;
  std::memcpy(&result, &reconverge::programs::exchange_on_host(mask, word_of(value))[from], sizeof result);
  return result;
}

inline void __syncthreads() { reconverge::programs::barrier_on_host(0); }
inline int __syncthreads_count(int predicate) { return reconverge::programs::barrier_on_host(predicate != 0); }
inline int __syncthreads_or(int predicate) { return __syncthreads_count(predicate) != 0; }
inline void __syncwarp(unsigned mask = ~0u) { reconverge::programs::exchange_on_host(mask, 0); }

inline unsigned __ballot_sync(unsigned mask, int predicate) {
  const std::uint64_t* votes = reconverge::programs::exchange_on_host(mask, predicate != 0);
  unsigned ballot = 0;
  for (int lane = 0; lane < 32; ++lane)
    ballot |= static_cast<unsigned>((mask >> lane & 1) != 0 && votes[lane] != 0) << lane;
  return ballot;
}
inline int __any_sync(unsigned mask, int predicate) { return __ballot_sync(mask, predicate) != 0; }
inline int __all_sync(unsigned mask, int predicate) { return __ballot_sync(mask, predicate) == mask; }

// Shuffles in groups of `width` lanes: a lane whose source lies outside keeps its own.
template <class T> T __shfl_sync(unsigned mask, T value, int source, int width = 32) {
  const int first = reconverge::programs::lane_on_host() & -width;
  return shuffled(mask, value, first + (source & (width - 1)));
}
template <class T> T __shfl_up_sync(unsigned mask, T value, int distance, int width = 32) {
  const int lane = reconverge::programs::lane_on_host(), first = lane & -width;
  return shuffled(mask, value, lane - distance >= first ? lane - distance : lane);
}
template <class T> T __shfl_down_sync(unsigned mask, T value, int distance, int width = 32) {
  const int lane = reconverge::programs::lane_on_host(), first = lane & -width;
  return shuffled(mask, value, lane + distance < first + width ? lane + distance : lane);
}
template <class T> T __shfl_xor_sync(unsigned mask, T value, int other, int width = 32) {
  const int lane = reconverge::programs::lane_on_host(), first = lane & -width;
  return shuffled(mask, value, (lane ^ other) < first + width ? lane ^ other : lane);
}

// One thread runs at a time, so that nothing comes between reading and writing.
template <class T> T exchanged(T* place, T value) {
  const T before = *place;
  *place = value;
  return before;
}
template <class T> T atomicAdd(T* place, T value) { return exchanged(place, static_cast<T>(*place + value)); }
template <class T> T atomicSub(T* place, T value) { return exchanged(place, static_cast<T>(*place - value)); }
template <class T> T atomicMin(T* place, T value) { return exchanged(place, *place < value ? *place : value); }
template <class T> T atomicMax(T* place, T value) { return exchanged(place, *place < value ? value : *place); }
template <class T> T atomicAnd(T* place, T value) { return exchanged(place, static_cast<T>(*place & value)); }
template <class T> T atomicOr(T* place, T value) { return exchanged(place, static_cast<T>(*place | value)); }
template <class T> T atomicXor(T* place, T value) { return exchanged(place, static_cast<T>(*place ^ value)); }
template <class T> T atomicExch(T* place, T value) { return exchanged(place, value); }
template <class T> T atomicCAS(T* place, T expected, T value) {
  return exchanged(place, *place == expected ? value : *place);
}
inline unsigned atomicInc(unsigned* place, unsigned last) { return exchanged(place, *place >= last ? 0 : *place + 1); }
inline void __threadfence() {}
inline void __threadfence_block() {}
