// Lanes that exit for good: part of a group, a whole group while another waits (fast or slow), the last
// ones that others wait for. Each lane stores what it has before it goes. The timed code runs
// WARMUP_PASSES times without anybody leaving, then once with.
#include "control.cuh"

namespace {

struct Exits {
  float* data;
  long long* timer;
  Track track;
  long long start;
  bool really;  ///< this pass is the one that is kept

  /// Stores and, in the last pass, exits. `return` would jump to the common end.
  __device__ __forceinline__ void leave() {
    data[lane_index()] = track.sum;
    store(timer, {start, clock64()});
    asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.s32 p, %0, 0;\n\t@p exit;\n\t}" ::"r"(static_cast<int>(really)) : "memory");
  }
};

template <class Body>
__device__ __forceinline__ void probe_exits(PROBE_PARAMETERS, Body body) {
  Exits exits{data, timer, {}, 0, false};
  exits.track.sum = data[lane_index()];
  const Word all = ~(limits[lane_index()] >> 31);
#pragma unroll 1
  for (int pass = 0; pass <= WARMUP_PASSES; ++pass) {
    exits.really = pass == WARMUP_PASSES;
    __syncwarp(all);
    __syncthreads();
    exits.start = clock64();
    body(exits);
    const long long stop = clock64();
    data[lane_index()] = exits.track.sum;
    store(timer, {exits.start, stop});
  }
}

}  // namespace

extern "C" __global__ void exit_of_some(PROBE_PARAMETERS) {
  const int limit = limits[lane_index()];
  probe_exits(PROBE_ARGUMENTS, [&](Exits& exits) {
    exits.track.work<8>(1.5f);
    if (limit < 32) exits.leave();
    exits.track.work<8>(1.75f);
  });
}
extern "C" __global__ void exit_in_loop(PROBE_PARAMETERS) {
  const int limit = limits[lane_index()];
  probe_exits(PROBE_ARGUMENTS, [&](Exits& exits) {
    INNER_LOOP
    for (int i = 0; i < 32; ++i) {
      exits.track.work<3>(1.5f);
      if (i >= limit) exits.leave();
    }
  });
}
extern "C" __global__ void exit_of_one_side(PROBE_PARAMETERS) {
  const int limit = limits[lane_index()];
  probe_exits(PROBE_ARGUMENTS, [&](Exits& exits) {
    if (limit < 32) {
      exits.track.work<12>(1.5f);
      if (limit & 1) exits.leave();
      exits.track.work<5>(1.75f);
    } else {
      exits.track.work<14>(2.25f);
    }
    exits.track.work<4>(2.5f);
  });
}
// A whole side goes while the other one waits to run, or has run and waits at the barrier.
extern "C" __global__ void exit_of_a_whole_side(PROBE_PARAMETERS) {
  const int limit = limits[lane_index()];
  probe_exits(PROBE_ARGUMENTS, [&](Exits& exits) {
    if (limit < 32) {
      exits.track.work<12>(1.5f);
      exits.leave();
    } else {
      exits.track.work<14>(2.25f);
    }
    exits.track.work<4>(2.5f);
  });
}
// The others wait at the end of the region for lanes that never come, and that go one by one.
extern "C" __global__ void exit_of_the_last(PROBE_PARAMETERS) {
  const int limit = limits[lane_index()];
  probe_exits(PROBE_ARGUMENTS, [&](Exits& exits) {
    if (limit == 32) {
      exits.track.work<30>(1.5f);
      if (lane_index() & 1) exits.leave();
      exits.track.work<5>(1.75f);
      if (lane_index() & 2) exits.leave();
      exits.track.work<5>(2.75f);
      exits.leave();
    }
    exits.track.work<4>(2.5f);
  });
}
extern "C" __global__ void exit_in_nested(PROBE_PARAMETERS) {
  const int limit = limits[lane_index()];
  probe_exits(PROBE_ARGUMENTS, [&](Exits& exits) {
    if (limit < 32) {
      exits.track.work<9>(1.5f);
      if (limit < 24) {
        exits.track.work<10>(1.75f);
        if (limit & 1) exits.leave();
        exits.track.work<9>(2.25f);
      } else {
        exits.track.work<11>(2.5f);
        if (limit & 2) exits.leave();
      }
      exits.track.work<9>(2.75f);
    }
  });
}
