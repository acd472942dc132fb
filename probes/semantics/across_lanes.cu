// Shuffles, votes, matches, reductions over lanes, elections and masks: with all lanes together, with
// groups of them, and under divergence.
#include "results.cuh"

namespace {

template <class Operation>
__device__ __forceinline__ void rounds(Results& results, int count, Operation op) {
#pragma unroll 1
  for (int round = 0; round < count; ++round) op(round);
}

/// Shuffles of every kind with a lane and a bound that the lanes choose.
#define SHUFFLE(kind)                                                                                                 \
  rounds(results, 12, [&](int round) {                                                                                \
    const Word value = scattered(limits, round), lane = round < 4 ? round * 5 : scattered(limits, 50 + round) & 0x3f; \
    const Word bound = round % 3 == 0 ? 0x1f : round % 3 == 1 ? 0x1c07 : scattered(limits, 90) & 0x1f1f;              \
    Word d, p;                                                                                                        \
    asm volatile("{\n\t.reg .pred p;\n\tshfl.sync." kind ".b32 %0|p, %2, %3, %4, 0xffffffff;\n\tselp.b32 %1, 1, 0, p;\n\t}" \
                 : "=r"(d), "=r"(p) : "r"(value), "r"(lane), "r"(bound));                                             \
    results.put(d), results.put(p);                                                                                   \
  })

}  // namespace

extern "C" __global__ void shuffles(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [&](Results& results) {
    SHUFFLE("idx");
    SHUFFLE("up");
    SHUFFLE("down");
    SHUFFLE("bfly");
  });
}
extern "C" __global__ void shuffles_of_constant_lanes(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [&](Results& results) {
    const Word value = scattered(limits, 1);
    results.put(__shfl_sync(0xffffffffu, value, 0));
    results.put(__shfl_sync(0xffffffffu, value, 5, 8));
    results.put(__shfl_up_sync(0xffffffffu, value, 1));
    results.put(__shfl_up_sync(0xffffffffu, value, 3, 16));
    results.put(__shfl_down_sync(0xffffffffu, value, 2));
    results.put(__shfl_down_sync(0xffffffffu, value, 5, 8));
    results.put(__shfl_xor_sync(0xffffffffu, value, 1));
    results.put(__shfl_xor_sync(0xffffffffu, value, 12, 16));
    results.put(static_cast<Wide>(__shfl_xor_sync(0xffffffffu, scattered_as<Wide>(limits, 2), 7)));
  });
}
extern "C" __global__ void votes(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [&](Results& results) {
    rounds(results, 12, [&](int round) {
      const bool yes = round == 0 ? false : round == 1 ? true : scattered(limits, round) % (round + 1) == 0;
      int same;
      results.put(__ballot_sync(0xffffffffu, yes));
      results.put(static_cast<Word>(__any_sync(0xffffffffu, yes)));
      results.put(static_cast<Word>(__all_sync(0xffffffffu, yes)));
      results.put(static_cast<Word>(__uni_sync(0xffffffffu, yes)));
      results.put(__match_any_sync(0xffffffffu, scattered(limits, round) % (round + 1)));
      results.put(__match_any_sync(0xffffffffu, static_cast<Wide>(scattered(limits, round) % (round + 2)) << 33));
      results.put(__match_all_sync(0xffffffffu, yes ? 1u : 0u, &same));
      results.put(static_cast<Word>(same));
      results.put(__match_all_sync(0xffffffffu, static_cast<Wide>(round < 2 ? 5 : lane_index() % round), &same));
      results.put(static_cast<Word>(same));
    });
  });
}
extern "C" __global__ void reductions(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [&](Results& results) {
    rounds(results, 8, [&](int round) {
      const Word value = results.word(round * 3, 0);
      results.put(__reduce_add_sync(0xffffffffu, value));
      results.put(__reduce_min_sync(0xffffffffu, value));
      results.put(__reduce_max_sync(0xffffffffu, value));
      results.put(static_cast<Word>(__reduce_min_sync(0xffffffffu, static_cast<int>(value))));
      results.put(static_cast<Word>(__reduce_max_sync(0xffffffffu, static_cast<int>(value))));
      results.put(__reduce_and_sync(0xffffffffu, value | 0xff00ff00));
      results.put(__reduce_or_sync(0xffffffffu, value & 0x1001010));
      results.put(__reduce_xor_sync(0xffffffffu, value));
    });
  });
}
extern "C" __global__ void registers_of_lanes(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [&](Results& results) {
    Word x;
#define READ(name) asm volatile("mov.u32 %0, %%" name ";" : "=r"(x)); results.put(x)
    READ("laneid");
    READ("lanemask_eq");
    READ("lanemask_le");
    READ("lanemask_lt");
    READ("lanemask_ge");
    READ("lanemask_gt");
    READ("tid.x");
    READ("tid.y");
    READ("tid.z");
    READ("ntid.x");
    READ("ctaid.x");
    READ("nctaid.x");
    READ("nwarpid");
#undef READ
    results.put(__activemask());
    asm volatile("{\n\t.reg .pred p;\n\telect.sync %0|p, 0xffffffff;\n\t@p add.u32 %0, %0, 64;\n\t}" : "=r"(x));
    results.put(x);
  });
}
// The same within the two sides of a branch: masks, votes, matches, shuffles and elections of a group.
extern "C" __global__ void within_groups(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [&](Results& results) {
    rounds(results, 8, [&](int round) {
      const Word value = scattered(limits, round);
      const bool side = round < 3 ? (lane_index() >> round & 1) != 0 : (value >> round & 3) == 0;
      const Word group = __ballot_sync(0xffffffffu, side);
      Word a, b, c, d, e;
      if (side) {
        a = __activemask();
        b = __ballot_sync(group, value & 1);
        c = __shfl_sync(group, value, __ffs(group) - 1);
        d = __reduce_max_sync(group, value);
        asm volatile("{\n\t.reg .pred p;\n\telect.sync %0|p, %1;\n\t@p add.u32 %0, %0, 64;\n\t}" : "=r"(e) : "r"(group));
      } else {
        a = __activemask();
        b = __match_any_sync(~group, value & 3);
        c = __shfl_xor_sync(~group, value, 1);
        d = __reduce_add_sync(~group, value);
        e = __any_sync(~group, (value & 7) == 0) + 2 * __all_sync(~group, (value & 7) != 1);
      }
      __syncwarp();
      results.put(a), results.put(b), results.put(c), results.put(d), results.put(e);
    });
  });
}
// Counts of the block barrier.
extern "C" __global__ void barrier_counts(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [&](Results& results) {
    rounds(results, 4, [&](int round) {
      const bool yes = scattered(limits, round) % (round + 2) == 0;
      results.put(static_cast<Word>(__syncthreads_count(yes)));
      results.put(static_cast<Word>(__syncthreads_and(yes)));
      results.put(static_cast<Word>(__syncthreads_or(yes)));
    });
  });
}
