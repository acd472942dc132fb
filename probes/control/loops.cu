// Loops that lanes leave one by one: at the head, at the foot, in the middle, through two exits, to
// the end of an outer loop; with branches, loads and calls inside.
#include "control.cuh"

extern "C" __global__ void counted(PROBE_PARAMETERS) {
  const int limit = limits[lane_index()];
  probe_control<2>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    INNER_LOOP
    for (int i = 0; i < limit; ++i) track.work<1>(1.25f);
    track.mark<1>();
  });
}
extern "C" __global__ void counted_long_body(PROBE_PARAMETERS) {
  const int limit = limits[lane_index()];
  probe_control<2>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    INNER_LOOP
    for (int i = 0; i < limit; ++i) track.work<17>(1.25f);
    track.mark<1>();
  });
}
extern "C" __global__ void stamped_rounds(PROBE_PARAMETERS) {
  const int limit = limits[lane_index()] & 15;
  probe_control<20>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    long long last = 0, widest = 0;
    INNER_LOOP
    for (int i = 0; i < limit; ++i) {
      track.work<3>(1.25f);
      const long long now = clock64();
      widest = now - last > widest && last != 0 ? now - last : widest;
      last = now;
    }
    track.mark<1>();
    track.at[2] = last;
    track.at[3] = track.at[0] + widest;
  });
}
extern "C" __global__ void do_while(PROBE_PARAMETERS) {
  const int limit = limits[lane_index()];
  probe_control<2>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    int i = 0;
    INNER_LOOP
    do track.work<2>(1.25f);
    while (++i < limit);
    track.mark<1>();
  });
}
extern "C" __global__ void break_in_the_middle(PROBE_PARAMETERS) {
  const int limit = limits[lane_index()];
  probe_control<2>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    INNER_LOOP
    for (int i = 0; i < 32; ++i) {
      track.work<3>(1.25f);
      if (i >= limit) break;
      track.work<4>(1.5f);
    }
    track.mark<1>();
  });
}
extern "C" __global__ void two_exits(PROBE_PARAMETERS) {
  const int limit = limits[lane_index()];
  probe_control<4>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    INNER_LOOP
    for (int i = 0; i < 16; ++i) {
      track.work<3>(1.25f);
      if (i == (limit & 15)) {
        track.work<9>(1.75f);
        track.mark<1>();
        break;
      }
      track.work<2>(1.5f);
      if (i > (limit >> 1)) {
        track.work<11>(2.25f);
        track.mark<2>();
        break;
      }
    }
    track.mark<3>();
  });
}
extern "C" __global__ void continues(PROBE_PARAMETERS) {
  const int limit = limits[lane_index()];
  probe_control<2>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    INNER_LOOP
    for (int i = 0; i < 12; ++i) {
      track.work<2>(1.25f);
      if ((i ^ limit) & 1) continue;
      track.work<12>(1.5f);
    }
    track.mark<1>();
  });
}
extern "C" __global__ void branch_inside(PROBE_PARAMETERS) {
  const int limit = limits[lane_index()];
  probe_control<2>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    INNER_LOOP
    for (int i = 0; i < 8; ++i) {
      if ((limit >> (i & 3)) & 1) track.work<12>(1.25f);
      else track.work<10>(1.5f);
    }
    track.mark<1>();
  });
}
extern "C" __global__ void nested_bounds(PROBE_PARAMETERS) {
  const int limit = limits[lane_index()];
  probe_control<2>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    INNER_LOOP
    for (int i = 0; i < (limit & 7) + 1; ++i) {
      track.work<2>(1.25f);
      INNER_LOOP
      for (int j = 0; j < limit - 2 * i; ++j) track.work<1>(1.5f);
    }
    track.mark<1>();
  });
}
extern "C" __global__ void triangular(PROBE_PARAMETERS) {
  const int limit = limits[lane_index()] & 15;
  probe_control<2>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    INNER_LOOP
    for (int i = 0; i < limit; ++i) {
      INNER_LOOP
      for (int j = i; j < limit; ++j) track.work<3>(1.5f);
    }
    track.mark<1>();
  });
}
extern "C" __global__ void leave_both_loops(PROBE_PARAMETERS) {
  const int limit = limits[lane_index()];
  probe_control<2>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    INNER_LOOP
    for (int i = 0; i < 6; ++i) {
      INNER_LOOP
      for (int j = 0; j < 6; ++j) {
        track.work<2>(1.5f);
        if (i * 6 + j > limit) goto out;
        track.work<3>(1.75f);
      }
      track.work<9>(2.25f);
    }
    track.work<9>(2.5f);
  out:
    track.mark<1>();
  });
}
extern "C" __global__ void loop_in_one_side(PROBE_PARAMETERS) {
  const int limit = limits[lane_index()];
  probe_control<4>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    if (limit < 32) {
      INNER_LOOP
      for (int i = 0; i < (limit & 7); ++i) track.work<5>(1.25f);
      track.mark<1>();
    } else {
      track.work<20>(1.5f);
      track.mark<2>();
    }
    track.mark<3>();
  });
}
extern "C" __global__ void loop_with_load(PROBE_PARAMETERS) {
  const int limit = limits[lane_index()];
  volatile float* place = data + 64 + lane_index();
  probe_control<2>(PROBE_ARGUMENTS, [&](Track& track) {
    track.mark<0>();
    INNER_LOOP
    for (int i = 0; i < limit; ++i) track.sum += place[32 * (i & 3)];
    track.mark<1>();
  });
}
