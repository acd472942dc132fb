// Divergent parts that exchange values: reductions after a branch, shuffles between sides, votes in a
// loop, prefix sums of those who remain.
#include "kernels.cuh"

extern "C" __global__ void reduce_after_branch(KERNEL_PARAMETERS) {
  const int limit = limits[lane_index()];
  unsigned result = 0;
  measured(limits, data, timer, result, [&] {
    unsigned value = limit;
    if (limit < 32) {
      INNER_LOOP
      for (int i = 0; i < (limit & 7); ++i) value = value * 3 + i;
    } else {
      value = mixed(value + lane_index());
    }
    __syncwarp();
    for (int step = 16; step > 0; step /= 2) value += __shfl_down_sync(0xffffffffu, value, step);
    result = __shfl_sync(0xffffffffu, value, 0) + result;
  });
}
extern "C" __global__ void shuffle_on_sides(KERNEL_PARAMETERS) {
  const int limit = limits[lane_index()];
  unsigned result = 0;
  measured(limits, data, timer, result, [&] {
    const unsigned lowered = __ballot_sync(0xffffffffu, limit < 32);
    unsigned value = limit * 5 + lane_index();
    if (limit < 32) {
      value += __shfl_xor_sync(lowered, value, 1);
      value = value * 7 + __popc(lowered);
      value += __shfl_up_sync(lowered, value, 2);
    } else {
      value = mixed(value);
      value += __shfl_sync(~lowered, value, 3);
    }
    result += value + __shfl_xor_sync(0xffffffffu, value, 16);
  });
}
extern "C" __global__ void vote_to_leave(KERNEL_PARAMETERS) {
  const int limit = limits[lane_index()];
  unsigned result = 0;
  measured(limits, data, timer, result, [&] {
    unsigned value = lane_index();
    INNER_LOOP
    for (int i = 0; i < 40; ++i) {
      if (i < limit) value = value * 5 + 1;
      else value ^= i;
      if (__all_sync(0xffffffffu, i >= limit)) break;
    }
    result += value;
  });
}
extern "C" __global__ void compact(KERNEL_PARAMETERS) {
  __shared__ unsigned queue[64];
  const unsigned seed = seed_of(limits);
  unsigned result = 0;
  measured(limits, data, timer, result, [&] {
    unsigned value = seed;
    int count = 0;
    INNER_LOOP
    for (int round = 0; round < 4; ++round) {
      const bool wanted = (value >> round & 3) != 0;
      const unsigned votes = __ballot_sync(0xffffffffu, wanted);
      if (wanted) queue[(count + __popc(votes & ((1u << lane_index()) - 1))) & 63] = value;
      count += __popc(votes);
      __syncwarp();
      value = mixed(queue[(lane_index() + round) & 63] + round);
      __syncwarp();
    }
    result = value + count;
  });
}
extern "C" __global__ void prefix_sum(KERNEL_PARAMETERS) {
  const int limit = limits[lane_index()];
  unsigned result = 0;
  measured(limits, data, timer, result, [&] {
    unsigned sum = limit + result;
    for (int step = 1; step < 32; step *= 2) {
      const unsigned other = __shfl_up_sync(0xffffffffu, sum, step);
      if (lane_index() >= step) sum += other;
    }
    result = sum;
  });
}
extern "C" __global__ void match_groups(KERNEL_PARAMETERS) {
  const int limit = limits[lane_index()];
  unsigned result = 0;
  measured(limits, data, timer, result, [&] {
    const unsigned peers = __match_any_sync(0xffffffffu, limit & 7);
    unsigned value = lane_index();
    if (lane_index() == __ffs(peers) - 1) {
      INNER_LOOP
      for (int i = 0; i < __popc(peers); ++i) value = value * 9 + limit;
    }
    __syncwarp();
    result += __shfl_sync(0xffffffffu, value, __ffs(peers) - 1) + __reduce_add_sync(0xffffffffu, value & 0xff);
  });
}
