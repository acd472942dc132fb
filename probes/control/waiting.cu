// Sleeping, yielding, waiting for each other: NANOSLEEP with two, three and more groups, warp
// synchronisation on divergent ways (all lanes, named lanes, a mask that only the run tells), votes and
// shuffles under divergence, a block barrier that groups reach one by one, locks.
#include "control.cuh"

namespace {

__device__ __forceinline__ int way(const int* limits) { return 32 - limits[lane_index()]; }
__device__ __forceinline__ void nap(Word time) { asm volatile("nanosleep.u32 %0;" ::"r"(time) : "memory"); }

}  // namespace

extern "C" __global__ void sleep_two_groups(PROBE_PARAMETERS) {
  const int bits = way(limits);
  probe_control<7>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    if (bits > 0) {
      track.work<9>(1.25f);
      track.mark<1>();
      asm volatile("nanosleep.u32 0;" ::: "memory");
      track.mark<2>();
      track.work<9>(1.5f);
    } else {
      track.mark<3>();
      track.work<14>(1.75f);
      track.mark<4>();
    }
    track.mark<5>();
  });
}
extern "C" __global__ void sleep_both_groups(PROBE_PARAMETERS) {
  const int bits = way(limits);
  probe_control<8>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    if (bits > 0) {
      track.work<9>(1.25f);
      track.mark<1>();
      asm volatile("nanosleep.u32 0;" ::: "memory");
      track.mark<2>();
      track.work<9>(1.5f);
    } else {
      track.mark<3>();
      track.work<14>(1.75f);
      asm volatile("nanosleep.u32 0;" ::: "memory");
      track.mark<4>();
      track.work<5>(2.75f);
    }
    track.mark<5>();
  });
}
extern "C" __global__ void sleep_three_groups(PROBE_PARAMETERS) {
  const int bits = way(limits);
  probe_control<12>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    if (bits == 0) {
      track.work<9>(1.25f);
      track.mark<1>();
      asm volatile("nanosleep.u32 0;" ::: "memory");
      track.mark<2>();
      track.work<4>(1.5f);
    } else if (bits & 1) {
      track.work<10>(1.75f);
      track.mark<3>();
      asm volatile("nanosleep.u32 0;" ::: "memory");
      track.mark<4>();
      track.work<5>(2.25f);
    } else {
      track.work<11>(2.5f);
      track.mark<5>();
      asm volatile("nanosleep.u32 0;" ::: "memory");
      track.mark<6>();
      track.work<6>(2.75f);
    }
    track.mark<7>();
  });
}
extern "C" __global__ void sleep_in_loop(PROBE_PARAMETERS) {
  const int limit = limits[lane_index()];
  probe_control<3>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    INNER_LOOP
    for (int i = 0; i < (limit & 7); ++i) {
      track.work<4>(1.25f);
      asm volatile("nanosleep.u32 0;" ::: "memory");
    }
    track.mark<1>();
  });
}
extern "C" __global__ void sleep_longer(PROBE_PARAMETERS) {
  const int bits = way(limits);
  probe_control<5>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    if (bits > 0) {
      track.work<9>(1.25f);
      nap(40 * bits);
      track.mark<1>();
    } else {
      track.work<14>(1.75f);
      track.mark<2>();
    }
    track.mark<3>();
  });
}
extern "C" __global__ void sync_on_both_sides(PROBE_PARAMETERS) {
  const int bits = way(limits);
  const Word all = ~(limits[lane_index()] >> 31);
  probe_control<7>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    if (bits > 0) {
      track.work<9>(1.25f);
      track.mark<1>();
      __syncwarp(all);
      track.mark<2>();
      track.work<9>(1.5f);
    } else {
      track.work<14>(1.75f);
      track.mark<3>();
      __syncwarp(all);
      track.mark<4>();
      track.work<6>(2.25f);
    }
    track.mark<5>();
  });
}
extern "C" __global__ void sync_constant_on_both_sides(PROBE_PARAMETERS) {
  const int bits = way(limits);
  probe_control<7>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    if (bits > 0) {
      track.work<9>(1.25f);
      track.mark<1>();
      __syncwarp();
      track.mark<2>();
      track.work<9>(1.5f);
    } else {
      track.work<14>(1.75f);
      track.mark<3>();
      __syncwarp();
      track.mark<4>();
      track.work<6>(2.25f);
    }
    track.mark<5>();
  });
}
extern "C" __global__ void sync_of_named_lanes(PROBE_PARAMETERS) {
  const int bits = way(limits);
  probe_control<7>(PROBE_ARGUMENTS, [&](Track& track) {
    const Word some = __ballot_sync(0xffffffffu, bits > 0);
    track.mark<0>();
    if (bits > 0) {
      if (lane_index() & 1) track.work<9>(1.25f);
      else track.work<12>(1.5f);
      track.mark<1>();
      __syncwarp(some);
      track.mark<2>();
      track.work<9>(1.5f);
    } else {
      track.work<14>(1.75f);
      __syncwarp(~some);
      track.mark<3>();
    }
    track.mark<4>();
  });
}
extern "C" __global__ void sync_three_ways(PROBE_PARAMETERS) {
  const int bits = way(limits);
  const Word all = ~(limits[lane_index()] >> 31);
  probe_control<9>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    if (bits == 0) {
      track.work<9>(1.25f);
      __syncwarp(all);
      track.mark<1>();
      track.work<4>(1.5f);
    } else if (bits & 1) {
      track.work<10>(1.75f);
      __syncwarp(all);
      track.mark<2>();
      track.work<5>(2.25f);
    } else {
      track.work<11>(2.5f);
      __syncwarp(all);
      track.mark<3>();
      track.work<6>(2.75f);
    }
    track.mark<4>();
  });
}
extern "C" __global__ void vote_on_sides(PROBE_PARAMETERS) {
  const int bits = way(limits);
  probe_control<6>(PROBE_ARGUMENTS, [&](Track& track) {
    const Word some = __ballot_sync(0xffffffffu, bits > 0);
    track.mark<0>();
    if (bits > 0) {
      track.work<9>(1.25f);
      track.sum += __popc(__ballot_sync(some, lane_index() & 1));
      track.mark<1>();
    } else {
      track.work<14>(1.75f);
      track.sum += __any_sync(~some, lane_index() == 5) ? 1.0f : 2.0f;
      track.mark<2>();
    }
    track.mark<3>();
  });
}
extern "C" __global__ void shuffle_across_sides(PROBE_PARAMETERS) {
  // Both sides name all lanes: they have to meet in the shuffle.
  const int bits = way(limits);
  probe_control<6>(PROBE_ARGUMENTS, [&](Track& track) {
    const Word mine = scattered(limits, 5) >> 20;
    track.mark<0>();
    if (bits > 0) {
      track.work<9>(1.25f);
      track.sum += __shfl_xor_sync(0xffffffffu, mine, 1);
      track.mark<1>();
    } else {
      track.work<14>(1.75f);
      track.sum -= __shfl_xor_sync(0xffffffffu, mine, 1);
      track.mark<2>();
    }
    track.mark<3>();
  });
}
extern "C" __global__ void active_mask_on_sides(PROBE_PARAMETERS) {
  const int bits = way(limits);
  Word seen = 0;
  probe_control<6>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    if (bits > 0) {
      track.work<9>(1.25f);
      seen = __activemask();
      if (bits & 1) track.work<12>(1.5f), seen ^= __activemask() << 1;
      track.mark<1>();
    } else {
      track.work<14>(1.75f);
      seen = __activemask();
      track.mark<2>();
    }
    track.mark<3>();
  });
  keep(data, 1, seen);
}
extern "C" __global__ void block_barrier_on_sides(PROBE_PARAMETERS) {
  const int bits = way(limits);
  probe_control<6>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    if (bits > 0) track.work<12>(1.25f);
    else track.work<14>(1.75f);
    track.mark<1>();
    __syncthreads();
    track.mark<2>();
    track.work<4>(0.5f);
    track.mark<3>();
  });
}
extern "C" __global__ void lock(PROBE_PARAMETERS) {
  __shared__ Word taken;
  const int bits = way(limits);
  taken = 0;
  probe_control<3>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    bool done = bits == 0;
    INNER_LOOP
    while (!done) {
      if (atomicExch(&taken, 1u) == 0) {
        track.work<6>(1.25f);
        track.mark<1>();
        atomicExch(&taken, 0u);
        done = true;
      }
    }
    track.mark<2>();
  });
}
extern "C" __global__ void flag_with_sleep(PROBE_PARAMETERS) {
  // The lanes with a limit below 32 wait for a flag of lane 0's; at most 64 looks.
  __shared__ volatile Word flag;
  const int bits = way(limits);
  probe_control<5>(PROBE_ARGUMENTS, [&](Track& track) {
    flag = 0;
    __syncwarp();
    track.mark<0>();
    if (bits > 0) {
      INNER_LOOP
      for (int look = 0; look < 64 && flag == 0; ++look) asm volatile("nanosleep.u32 0;" ::: "memory");
      track.mark<1>();
    } else {
      track.work<20>(1.25f);
      flag = 1;
      track.mark<2>();
    }
    track.mark<3>();
  });
}
