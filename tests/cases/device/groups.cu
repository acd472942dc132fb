// SPDX-License-Identifier: MIT
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

extern "C" __global__ void groups(int* out, const int* in) {
  __shared__ int held[64];
  const cg::thread_block block = cg::this_thread_block();
  const int i = block.thread_rank();
  held[i] = in[i];
  block.sync();
  const auto warp = cg::tiled_partition<32>(block);
  int value = held[block.size() - 1 - i];
  value += warp.shfl(value, 3);
  out[i] = cg::reduce(warp, value, cg::plus<int>());
  if (value & 1) {
    const auto odd = cg::coalesced_threads();
    out[i] += 100 * odd.size() + odd.thread_rank();
  }
}
