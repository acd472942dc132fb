// State machines and searches in text.
#include "kernels.cuh"

extern "C" __global__ void regular_expression(KERNEL_PARAMETERS) {
  const unsigned seed = seed_of(limits);
  unsigned result = 0;
  measured(limits, data, timer, result, [&] {
    unsigned state = 0, matches = 0;
    INNER_LOOP
    for (int i = 0; i < 24; ++i) {  // a(b|c)*d+e
      const unsigned c = mixed(seed + i) % 6;
      switch (state) {
        case 0: state = c == 0 ? 1 : 0; break;
        case 1: state = c == 1 || c == 2 ? 1 : c == 3 ? 2 : c == 0 ? 1 : 0; break;
        case 2:
          if (c == 4) { ++matches; state = 0; }
          else if (c != 3) state = c == 0 ? 1 : 3;
          break;
        case 3: state = c > 2 ? 4 : 0; break;
        default: state = c & 1 ? 0 : 3; break;
      }
    }
    result = matches * 8 + state;
  });
}
extern "C" __global__ void edit_distance(KERNEL_PARAMETERS) {
  __shared__ unsigned char row[9 * 32];
  const unsigned seed = seed_of(limits);
  unsigned char* const mine = row + lane_index();
  unsigned result = 0;
  measured(limits, data, timer, result, [&] {
    INNER_LOOP
    for (int j = 0; j <= 8; ++j) mine[j * 32] = static_cast<unsigned char>(j);
    INNER_LOOP
    for (int i = 1; i <= 6; ++i) {
      unsigned corner = mine[0];
      mine[0] = static_cast<unsigned char>(i);
      const unsigned a = mixed(seed + i) & 3;
      INNER_LOOP
      for (int j = 1; j <= 8; ++j) {
        const unsigned above = mine[j * 32], left = mine[(j - 1) * 32];
        unsigned best = corner;
        if (a != (mixed(seed + 100 + j) & 3)) {
          if (above < best) best = above;
          if (left < best) best = left;
          ++best;
        }
        corner = above;
        mine[j * 32] = static_cast<unsigned char>(best);
      }
    }
    result = mine[8 * 32];
  });
}
extern "C" __global__ void tokens(KERNEL_PARAMETERS) {
  const unsigned seed = seed_of(limits);
  unsigned result = 0;
  measured(limits, data, timer, result, [&] {
    int depth = 0, words = 0, at = 0;
    bool inside = false;
    INNER_LOOP
    while (at < 20) {
      const unsigned c = mixed(seed * 3 + at++) & 7;
      if (c < 3) { if (!inside) ++words; inside = true; continue; }
      inside = false;
      if (c == 3) { if (++depth > 3) break; }
      else if (c == 4) { if (depth == 0) break; --depth; }
      else if (c == 5) at += 2;
    }
    result = static_cast<unsigned>(words * 100 + depth * 30 + at);
  });
}
