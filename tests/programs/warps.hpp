// SPDX-License-Identifier: MIT
// The programs of warps.cu as a host writes them: what comes out, not how lanes get there.
#pragma once

#include <algorithm>
#include <numeric>
#include <set>
#include <vector>

#include "programs/frame.cuh"

TOGETHER(sort_by_shuffles) {
  std::copy_n(in, n, out);
  for (int* warp = out; warp != out + n; warp += 32) std::sort(warp, warp + 32);
}

TOGETHER(sort_by_bits) {
  std::copy_n(in, n, out);
  for (int* warp = out; warp != out + n; warp += 32)
    std::ranges::sort(warp, warp + 32, {}, [](int x) { return static_cast<unsigned>(x); });
}

TOGETHER(sort_in_shared_memory) {
  std::copy_n(in, n, out);
  std::sort(out, out + n);
}

TOGETHER(exchange) {
  for (int first = 0; first < n; first += 32) {
    std::vector<int> value(32), before;
    for (int lane = 0; lane < 32; ++lane) {
      int& result = value[lane];
      for (int i = 0; i < (in[first + lane] & 7); ++i) {
        result += in[first + lane] >> i;
        if ((result & 3) == 1) result *= 3;
      }
    }
    before = value;
    for (int lane = 0; lane < 32; ++lane)
      for (int i = 0; i < (before[lane ^ 1] & 1 ? 3 : 0); ++i) value[lane] = value[lane] * 2 + before[lane ^ 1];
    before = value;
    for (int lane = 0; lane < 32; ++lane)
      if (lane & 1) value[lane] += before[lane ^ 2] * 5;
      else value[lane] -= before[lane + 2 < 32 ? lane + 2 : lane];
    before = value;
    for (int lane = 0; lane < 32; ++lane)
      value[lane] += before[(lane & ~7) + ((lane + 3) & 7)] ^ before[(lane & 15) < 3 ? lane : lane - 3];
    const bool any = std::ranges::any_of(value, [](int x) { return x < 0; });
    for (int lane = 0; lane < 32; ++lane) out[first + lane] = any ? value[lane] ^ 5 : value[lane];
  }
}

/// The lanes of t's warp for which something holds.
template <typename Holds> unsigned lanes_where(int t, const Holds& holds) {
  unsigned mask = 0;
  for (int lane = 0; lane < 32; ++lane)
    if (holds((t & ~31) + lane)) mask |= 1u << lane;
  return mask;
}

TOGETHER(votes) {
  for (int t = 0; t < n; ++t) {
    const bool all = lanes_where(t, [&](int i) { return (in[i] & 3) == 3; }) == 0;
    const bool any = lanes_where(t, [&](int i) { return (in[i] & 31) == 7; }) != 0;
    out[t] = (all ? 1 : 0) | (any ? 2 : 0);
    out[t + n] = static_cast<int>(lanes_where(t, [&](int i) { return (in[i] & 4) != 0; }));
  }
}

TOGETHER(hash_table) {
  for (int t = 0; t < n; ++t)
    out[t] = static_cast<int>(std::count_if(in, in + n, [&](int x) { return (x & 31) == (in[t] & 31); }));
}

TOGETHER(lock) {
  std::fill_n(out, n, std::accumulate(in, in + n, 0, [](int sum, int x) { return sum + (x & 15); }));
}

TOGETHER(counters) {
  unsigned long long mixture = 0;
  std::set<int> bits;
  float sum = 0;
  for (int t = 0; t < n; ++t) {
    const int x = in[t];
    (x & 1 ? out : out + 512)[x >> 1 & 3] += 2;
    out[528 + t] = 1;
    out[517] |= static_cast<int>(1u << (x & 31));
    bits.insert(x & 31);
    out[519] += t % 7;
    if (x & 2) out[521] = max(out[521], x);
    else out[522] = min(out[522], x);
    mixture ^= static_cast<unsigned long long>(x) << 17;
    sum += static_cast<float>(x & 15);
  }
  out[516] = n;
  out[518] = static_cast<int>(bits.size());
  out[520] = n % 7;
  std::memcpy(out + 524, &mixture, sizeof mixture);
  out[526] = __float_as_int(sum);
}

TOGETHER(levels) {
  std::fill_n(out, n, 255);
  out[0] = 0;
  std::vector<int> queue = {0};
  for (std::size_t i = 0; i < queue.size(); ++i)
    for (int edge = 0; edge < 3; ++edge) {
      const auto neighbour =
          static_cast<int>(mixed(static_cast<unsigned>(queue[i] * 4 + edge + (in[0] & 3))) % static_cast<unsigned>(n));
      if (out[neighbour] != 255) continue;
      out[neighbour] = out[queue[i]] + 1;
      queue.push_back(neighbour);
    }
}

TOGETHER(matches) {
  for (int t = 0; t < n; ++t) {
    const auto same = [&](int bits) { return lanes_where(t, [&](int i) { return (in[i] & bits) == (in[t] & bits); }); };
    out[t] = static_cast<int>(same(7));
    out[t + n] = static_cast<int>(same(3));
    const bool all = same(4) == 0xffffffffu;
    out[t + 2 * n] = all ? -1 : 0;
    out[t + 3 * n] = all ? 1 : 0;
  }
}

/// Those of a mask's lanes, in t's warp, that are below t.
inline int rank_in(unsigned mask, int t) { return std::popcount(mask & ((1u << (t & 31)) - 1)); }

TOGETHER(tiles) {
  for (int t = 0; t < n; ++t) {
    const int first = t & ~7;
    const auto value = [&](int i) { return in[i] & 0xffff; };
    int sum = 0, greatest = 0, odd = 0;
    for (int i = first; i < first + 8; ++i) {
      if (i <= t) sum += value(i);
      greatest = max(greatest, value(i));
      odd |= (value(i) & 1) << (i - first);
    }
    out[t] = sum;
    out[t + n] = value(first + 3) + odd + t / 8 * 1000;
    out[t + 2 * n] = greatest > 60000 ? greatest : -(t & 7);
  }
}

TOGETHER(coalesced) {
  for (int t = 0; t < n; ++t) {
    const int warp = t & ~31;
    const unsigned odd = lanes_where(t, [&](int i) { return (in[i] & 1) != 0; });
    const unsigned inner = lanes_where(t, [&](int i) { return (in[i] & 3) == 3; });
    if (!(in[t] & 1)) {
      int least = 255;
      for (int i = warp; i < warp + 32; ++i)
        if (!(in[i] & 1)) least = min(least, in[i] & 255);
      out[t] = -least;
      continue;
    }
    int result = std::popcount(odd) * 100 + rank_in(odd, t) + in[warp + std::countr_zero(odd)];
    if (in[t] & 2) {
      for (int i = warp; i < warp + 32; ++i)
        if ((in[i] & 3) == 3) result += (in[i] & 15) * 7;
      if (rank_in(inner, t) == 0) out[512] += std::popcount(inner);
    }
    int ballot = 0;
    for (int i = warp; i < warp + 32; ++i)
      if (in[i] & 1 && in[i] & 4) ballot |= 1 << rank_in(odd, i);
    out[t] = result ^ ballot;
  }
}

TOGETHER(labelled) {
  for (int t = 0; t < n; ++t) {
    const unsigned same = lanes_where(t, [&](int i) { return (in[i] & 3) == (in[t] & 3); });
    out[t] = std::popcount(same) * 100 + rank_in(same, t);
    for (int i = t & ~31; i < (t & ~31) + 32; ++i)
      if ((in[i] & 8) == (in[t] & 8)) out[t + n] += in[i] & 63;
  }
}
