// Ordinary kernels whose threads work together: sorts, scans, reductions, histograms, searches, graphs.
#include "programs/kernels/block.cuh"

BLOCK(bitonic_sort) {
  SHARED int s[256];
  s[t] = in[t];
  __syncthreads();
  for (int k = 2; k <= n; k *= 2)
    for (int j = k / 2; j > 0; j /= 2) {
      const int p = t ^ j;
      if (p > t) {
        const bool up = (t & k) == 0;
        if ((s[t] > s[p]) == up) {
          const int x = s[t];
          s[t] = s[p];
          s[p] = x;
        }
      }
      __syncthreads();
    }
  out[t] = s[t];
}

BLOCK(odd_even_sort) {
  SHARED short s[256];
  s[t] = static_cast<short>(in[t]);
  __syncthreads();
  for (int round = 0; round < n; ++round) {
    const int i = 2 * t + (round & 1);
    if (i + 1 < n && s[i] > s[i + 1]) {
      const short x = s[i];
      s[i] = s[i + 1];
      s[i + 1] = x;
    }
    __syncthreads();
  }
  out[t] = s[t];
}

BLOCK(rank_sort) {
  SHARED unsigned s[256], sorted[256];
  const unsigned mine = in[t];
  s[t] = mine;
  __syncthreads();
  int rank = 0;
  for (int i = 0; i < n; ++i)
    if (s[i] < mine || (s[i] == mine && i < t)) ++rank;
  sorted[rank] = mine;
  __syncthreads();
  out[t] = sorted[t];
  out[t + n] = rank;
}

/// A bit a round: zeros before ones, by ballots and the totals of warps.
BLOCK(radix_sort) {
  SHARED unsigned keys[256];
  SHARED int ones_of_warp[8];
  keys[t] = in[t];
  for (int bit = 0; bit < 32; bit += 3) {
    __syncthreads();
    const unsigned key = keys[t], one = key >> bit & 1;
    const unsigned votes = __ballot_sync(everyone, one);
    if ((t & 31) == 0) ones_of_warp[t >> 5] = __popc(votes);
    __syncthreads();
    int before = __popc(votes & ((1u << (t & 31)) - 1)), ones = 0;
    for (int w = 0; w < n / 32; ++w) {
      if (w < t >> 5) before += ones_of_warp[w];
      ones += ones_of_warp[w];
    }
    const int place = one ? n - ones + before : t - before;
    __syncthreads();
    keys[place] = key;
  }
  __syncthreads();
  out[t] = keys[t];
}

/// Runs of growing length, merged by the place that each finds for its own.
BLOCK(merge_sort) {
  SHARED int from[256], to[256];
  from[t] = in[t] % 1000;
  __syncthreads();
  for (int length = 1; length < n; length *= 2) {
    const int mine = from[t], run = t / length, other = (run ^ 1) * length;
    int low = 0, high = length;
    while (low < high) {
      const int middle = (low + high) / 2;
      if (from[other + middle] < mine || (from[other + middle] == mine && (run & 1))) low = middle + 1;
      else high = middle;
    }
    to[(run & ~1) * length + t % length + low] = mine;
    __syncthreads();
    from[t] = to[t];
    __syncthreads();
  }
  out[t] = from[t];
}

BLOCK(inclusive_scan) {
  SHARED int s[256];
  s[t] = in[t];
  __syncthreads();
  for (int d = 1; d < n; d *= 2) {
    const unsigned v = t >= d ? s[t - d] : 0;
    __syncthreads();
    s[t] = static_cast<int>(s[t] + v);
    __syncthreads();
  }
  out[t] = s[t];
}

/// Up and down a tree.
BLOCK(exclusive_scan) {
  SHARED unsigned long long s[256];
  s[t] = static_cast<unsigned>(in[t]);
  int stride = 1;
  for (int d = n / 2; d > 0; d /= 2) {
    __syncthreads();
    if (t < d) s[stride * (2 * t + 2) - 1] += s[stride * (2 * t + 1) - 1];
    stride *= 2;
  }
  if (t == 0) s[n - 1] = 0;
  for (int d = 1; d < n; d *= 2) {
    stride /= 2;
    __syncthreads();
    if (t < d) {
      const int a = stride * (2 * t + 1) - 1, b = stride * (2 * t + 2) - 1;
      const unsigned long long x = s[a];
      s[a] = s[b];
      s[b] += x;
    }
  }
  __syncthreads();
  out[t] = static_cast<int>(s[t]);
  out[t + n] = static_cast<int>(s[t] >> 32);
}

/// Sums that begin anew wherever a flag stands.
BLOCK(segmented_scan) {
  unsigned sum = in[t];
  bool begins = (in[t] & 7) == 0 || (t & 31) == 0;
  for (int d = 1; d < 32; d *= 2) {
    const unsigned other = __shfl_up_sync(everyone, sum, d);
    const int other_begins = __shfl_up_sync(everyone, static_cast<int>(begins), d);
    if ((t & 31) >= d && !begins) {
      sum += other;
      begins = other_begins != 0;
    }
  }
  out[t] = static_cast<int>(sum);
}

BLOCK(tree_reduction) {
  SHARED unsigned s[256];
  s[t] = mixed(in[t]);
  __syncthreads();
  for (int d = n / 2; d > 0; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) out[0] = static_cast<int>(s[0]);
  else out[t] = static_cast<int>(s[t] ^ s[0]);
}

BLOCK(warp_reduction) {
  SHARED double sums[8];
  double sum = in[t] * 0.125;
  for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(everyone, sum, d);
  if ((t & 31) == 0) sums[t >> 5] = sum;
  __syncthreads();
  double all = 0;
  for (int w = 0; w < n / 32; ++w) all += sums[w];
  out[t] = __double2hiint(all);
  out[t + n] = __double2loint(all);
}

BLOCK(butterfly_extremes) {
  int low = in[t], high = in[t];
  long long sum = in[t];
  for (int d = 1; d < 32; d *= 2) {
    low = min(low, __shfl_xor_sync(everyone, low, d));
    high = max(high, __shfl_xor_sync(everyone, high, d));
    sum += __shfl_xor_sync(everyone, sum, d);
  }
  out[t] = low;
  out[t + n] = high;
  out[t + 2 * n] = static_cast<int>(sum >> 7);
}

BLOCK(groups_of_eight) {
  int v = in[t] & 0xffff;
  for (int d = 4; d > 0; d /= 2) v += __shfl_xor_sync(everyone, v, d, 8);
  const int first = __shfl_sync(everyone, in[t], 0, 8), up = __shfl_up_sync(everyone, v, 3, 8), down = __shfl_down_sync(everyone, v, 5, 8);
  out[t] = v;
  out[t + n] = first ^ up << 3 ^ down << 5;
}

BLOCK(histogram) {
  SHARED unsigned bins[16];
  if (t < 16) bins[t] = 0;
  __syncthreads();
  for (int i = t; i < 256; i += n) atomicAdd(&bins[in[i] >> 4 & 15], 1u);
  __syncthreads();
  if (t < 16) out[t] = static_cast<int>(bins[t]);
}

/// Of bytes; each warp counts for itself first.
BLOCK(histogram_of_bytes) {
  SHARED unsigned bins[8][64];
  for (int i = t; i < 8 * 64; i += n) bins[i / 64][i % 64] = 0;
  __syncthreads();
  const auto* bytes = reinterpret_cast<const unsigned char*>(in);
  for (int i = t; i < 1024; i += n) atomicAdd(&bins[t >> 5][bytes[i] >> 2], 1u);
  __syncthreads();
  for (int bin = t; bin < 64; bin += n) {
    unsigned sum = 0;
    for (int w = 0; w < n / 32; ++w) sum += bins[w][bin];
    out[bin] = static_cast<int>(sum);
  }
}

BLOCK(string_search) {
  SHARED char pattern[4];
  SHARED int hits, first;
  const auto* text = reinterpret_cast<const signed char*>(in);
  if (t < 3) pattern[t] = static_cast<char>(text[100 + t] & 3);
  if (t == 0) {
    hits = 0;
    first = 1 << 30;
  }
  __syncthreads();
  for (int i = t; i + 3 <= 1024; i += n) {
    int j = 0;
    while (j < 3 && (text[i + j] & 3) == pattern[j]) ++j;
    if (j == 3) {
      atomicAdd(&hits, 1);
      atomicMin(&first, i);
    }
  }
  __syncthreads();
  if (t == 0) {
    out[0] = hits;
    out[1] = first;
  }
}

BLOCK(compaction) {
  SHARED int counts[8];
  const bool wanted = (in[t] & 3) != 1;
  const unsigned votes = __ballot_sync(everyone, wanted);
  if ((t & 31) == 0) counts[t >> 5] = __popc(votes);
  __syncthreads();
  int place = __popc(votes & ((1u << (t & 31)) - 1));
  for (int w = 0; w < t >> 5; ++w) place += counts[w];
  if (wanted) out[place] = in[t];
}

/// Each lane finds those that have its value.
BLOCK(peers) {
  const int value = in[t] & 7;
  unsigned left = everyone, mine = 0;
  while (left) {
    const int leader = __ffs(static_cast<int>(left)) - 1;
    const unsigned same = __ballot_sync(everyone, value == __shfl_sync(everyone, value, leader));
    if (same >> (t & 31) & 1) mine = same;
    left &= ~same;
  }
  out[t] = static_cast<int>(mine);
  out[t + n] = __popc(mine & ((1u << (t & 31)) - 1));
}

BLOCK(votes_to_leave) {
  unsigned value = in[t];
  int rounds = 0;
  LOOP for (; rounds < 20; ++rounds) {
    if (__all_sync(everyone, (value & 0x80) != 0)) break;
    if (__any_sync(everyone, value == 5)) value += t;
    if ((value & 0x80) == 0) value = value * 5 + 3;
  }
  out[t] = static_cast<int>(value);
  out[t + n] = rounds;
}

BLOCK(counted_barriers) {
  int round = 0, sum = 0;
  unsigned value = in[t];
  while (__syncthreads_or((value & 15) != 0) && round < 8) {
    sum += __syncthreads_count(value & 1) * (round + 1);
    value >>= 2;
    ++round;
  }
  out[t] = sum;
  out[t + n] = round;
}

BLOCK(all_atomics) {
  SHARED unsigned words[8];
  SHARED unsigned long long wide[2];
  if (t == 0) {
    words[0] = words[1] = words[3] = words[4] = words[5] = 0;
    words[2] = everyone;
    words[6] = everyone;
    wide[0] = wide[1] = 0;
  }
  __syncthreads();
  const unsigned value = in[t];
  atomicAdd(&words[0], value);
  atomicMax(&words[1], value);
  atomicMin(&words[2], value);
  atomicOr(&words[3], value & 0x10101);
  atomicXor(&words[4], value);
  atomicInc(&words[5], 50u);
  atomicAnd(&words[6], value | 0xffff);
  atomicAdd(&wide[0], static_cast<unsigned long long>(value) << 16);
  atomicMax(&wide[1], static_cast<unsigned long long>(value) * value);
  atomicMax(out + 500, in[t]);
  atomicMin(out + 501, in[t]);
  atomicAdd(out + 502, in[t]);
  __syncthreads();
  if (t < 7) out[t] = static_cast<int>(words[t]);
  if (t < 2) {
    out[10 + 2 * t] = static_cast<int>(wide[t]);
    out[11 + 2 * t] = static_cast<int>(wide[t] >> 32);
  }
}
