// Lanes that exchange values, vote, and meet in shared and global memory, between branches of their own.
#include "programs/frame.cuh"

#ifdef __CUDACC__

constexpr unsigned whole_warp = 0xffffffffu;

/// Sorts what each warp has.
TOGETHER(sort_by_shuffles) {
  const int lane = t & 31;
  int value = in[t];
#pragma unroll 1
  for (int k = 2; k <= 32; k *= 2)
#pragma unroll 1
    for (int j = k / 2; j > 0; j /= 2) {
      const int other = __shfl_xor_sync(whole_warp, value, j);
      if (((lane & j) == 0) == ((lane & k) == 0) ? other < value : other > value) value = other;
    }
  out[t] = value;
}

/// Sorts what each warp has by its bits, the least first: the ones go behind the zeroes.
TOGETHER(sort_by_bits) {
  __shared__ unsigned numbers[64];
  const unsigned below = (1u << (t & 31)) - 1;
  unsigned value = in[t];
#pragma unroll 1
  for (int bit = 0; bit < 32; ++bit) {
    const unsigned ones = __ballot_sync(whole_warp, value >> bit & 1);
    const int place = value >> bit & 1 ? __popc(~ones) + __popc(ones & below) : __popc(~ones & below);
    numbers[(t & ~31) + place] = value;
    __syncwarp();
    value = numbers[t];
    __syncwarp();
  }
  out[t] = value;
}

/// Sorts the whole block in shared memory.
TOGETHER(sort_in_shared_memory) {
  __shared__ int numbers[64];
  numbers[t] = in[t];
  __syncthreads();
#pragma unroll 1
  for (int k = 2; k <= n; k *= 2)
#pragma unroll 1
    for (int j = k / 2; j > 0; j /= 2) {
      const int other = t ^ j;
      if (other > t && (numbers[t] > numbers[other]) == ((t & k) == 0)) {
        const int kept = numbers[t];
        numbers[t] = numbers[other];
        numbers[other] = kept;
      }
      __syncthreads();
    }
  out[t] = numbers[t];
}

/// Values that go across between parts that diverge, and within one side of a branch.
TOGETHER(exchange) {
  const int x = in[t];
  int result = 0;
#pragma unroll 1
  for (int i = 0; i < (x & 7); ++i) {
    result += x >> i;
    if ((result & 3) == 1) result *= 3;
  }
  const int other = __shfl_xor_sync(whole_warp, result, 1);
#pragma unroll 1
  for (int i = 0; i < (other & 1 ? 3 : 0); ++i) result = result * 2 + other;
  if (t & 1) result += __shfl_xor_sync(0xaaaaaaaau, result, 2) * 5;
  else result -= __shfl_down_sync(0x55555555u, result, 2);
  result += __shfl_sync(whole_warp, result, t + 3, 8) ^ __shfl_up_sync(whole_warp, result, 3, 16);
  if (__any_sync(whole_warp, result < 0)) result ^= 5;
  out[t] = result;
}

TOGETHER(votes) {
  const int x = in[t];
  out[t] = (__all_sync(whole_warp, (x & 3) != 3) ? 1 : 0) | (__any_sync(whole_warp, (x & 31) == 7) ? 2 : 0);
  out[t + n] = __ballot_sync(whole_warp, x & 4);
}

/// How often each key occurs, by a table whose places lanes fight for.
TOGETHER(hash_table) {
  __shared__ unsigned keys[128], counts[128];
  for (int i = t; i < 128; i += n) keys[i] = counts[i] = 0;
  __syncthreads();
  const unsigned key = (in[t] & 31) + 1;
  const unsigned first = key * 0x9e3779b9u >> 28;
  unsigned place = first;
#pragma unroll 1
  while (true) {
    const unsigned before = atomicCAS(&keys[place], 0u, key);
    if (before == 0 || before == key) {
      atomicAdd(&counts[place], 1u);
      break;
    }
    place = (place + 1) & 127;
  }
  __syncthreads();
#pragma unroll 1
  for (place = first; keys[place] != key;) place = (place + 1) & 127;
  out[t] = counts[place];
}

/// A sum behind a lock that every lane takes once.
TOGETHER(lock) {
  __shared__ int held;
  __shared__ volatile int sum;
  if (t == 0) held = sum = 0;
  __syncthreads();
  bool done = false;
  while (!done) {
    if (atomicCAS(&held, 0, 1) != 0) continue;
    sum = sum + (in[t] & 15);
    __threadfence_block();
    atomicExch(&held, 0);
    done = true;
  }
  __syncthreads();
  out[t] = sum;
}

/// Counters of both memories, by addresses whose memory only the lane knows, and by what was there before.
TOGETHER(counters) {
  __shared__ int near[4];
  if (t < 4) near[t] = 0;
  __syncthreads();
  const int x = in[t];
  atomicAdd(x & 1 ? near + (x >> 1 & 3) : out + 512 + (x >> 1 & 3), 2);
  out[528 + atomicAdd(out + 516, 1)] = 1;
  if (!(atomicOr(out + 517, 1 << (x & 31)) >> (x & 31) & 1)) atomicAdd(out + 518, 1);
  atomicAdd(out + 519, static_cast<int>(atomicInc(reinterpret_cast<unsigned*>(out + 520), 6)));
  if (x & 2) atomicMax(out + 521, x);
  else atomicMin(out + 522, x);
  atomicXor(reinterpret_cast<unsigned long long*>(out + 524), static_cast<unsigned long long>(x) << 17);
  atomicAdd(reinterpret_cast<float*>(out + 526), static_cast<float>(x & 15));
  __syncthreads();
  if (t < 4) out[t] = near[t];
}

/// How far each vertex of a graph is from the first, a level at a time.
TOGETHER(levels) {
  __shared__ unsigned char distance[64];
  __shared__ int changed;
  distance[t] = t == 0 ? 0 : 255;
  if (t == 0) changed = 1;
  __syncthreads();
#pragma unroll 1
  for (int level = 0; changed; ++level) {
    __syncthreads();
    if (t == 0) changed = 0;
    __syncthreads();
    if (distance[t] == level)
#pragma unroll 1
      for (int edge = 0; edge < 3; ++edge) {
        const unsigned neighbour = mixed(t * 4 + edge + (in[0] & 3)) % n;
        if (distance[neighbour] != 255) continue;
        distance[neighbour] = level + 1;
        changed = 1;
      }
    __syncthreads();
  }
  out[t] = distance[t];
}

#if __CUDA_ARCH__ >= 700
TOGETHER(matches) {
  const int x = in[t];
  int same = 0;
  out[t] = __match_any_sync(whole_warp, x & 7);
  out[t + n] = __match_any_sync(whole_warp, static_cast<unsigned long long>(x & 3) << 40);
  out[t + 2 * n] = __match_all_sync(whole_warp, x & 4, &same);
  out[t + 3 * n] = same;
}
#endif

#if __CUDA_ARCH__ >= 700 && __CUDACC_VER_MAJOR__ >= 13

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace groups = cooperative_groups;

TOGETHER(tiles) {
  const int x = in[t] & 0xffff;
  const auto tile = groups::tiled_partition<8>(groups::this_thread_block());
  out[t] = groups::inclusive_scan(tile, x);
  out[t + n] = tile.shfl(x, 3) + tile.ballot(x & 1) + static_cast<int>(tile.meta_group_rank()) * 1000;
  if (tile.any(x > 60000)) out[t + 2 * n] = groups::reduce(tile, x, groups::greater<int>());
  else out[t + 2 * n] = -static_cast<int>(tile.thread_rank());
}

TOGETHER(coalesced) {
  const int x = in[t];
  int result = 0;
  if (x & 1) {
    const auto group = groups::coalesced_threads();
    result = static_cast<int>(group.size() * 100 + group.thread_rank()) + group.shfl(x, 0);
    if (x & 2) {
      const auto inner = groups::coalesced_threads();
      result += groups::reduce(inner, x & 15, groups::plus<int>()) * 7;
      if (inner.thread_rank() == 0) atomicAdd(out + 512, static_cast<int>(inner.size()));
    }
    group.sync();
    result ^= group.ballot(x & 4);
  } else {
    result = -groups::reduce(groups::coalesced_threads(), x & 255, groups::less<int>());
  }
  out[t] = result;
}

TOGETHER(labelled) {
  const int x = in[t];
  const auto warp = groups::tiled_partition<32>(groups::this_thread_block());
  const auto group = groups::labeled_partition(warp, x & 3);
  out[t] = group.size() * 100 + group.thread_rank();
  out[t + n] = groups::reduce(groups::binary_partition(warp, (x & 8) != 0), x & 63, groups::plus<int>());
}

#endif

#else
#include "programs/warps.hpp"
#endif
