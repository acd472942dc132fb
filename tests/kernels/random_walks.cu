// Random numbers decide how long a lane goes on: rejection, walks, games.
#include "kernels.cuh"

extern "C" __global__ void rejection_sampling(KERNEL_PARAMETERS) {
  const unsigned seed = seed_of(limits);
  unsigned sum = 0;
  measured(limits, data, timer, sum, [&] {
    unsigned state = seed | 1;
    INNER_LOOP
    for (int taken = 0; taken < 4;) {
      state = state * 1664525u + 1013904223u;
      const float x = (state >> 8) * (1.0f / 16777216.0f) * 2.0f - 1.0f;
      state = state * 1664525u + 1013904223u;
      const float y = (state >> 8) * (1.0f / 16777216.0f) * 2.0f - 1.0f;
      if (x * x + y * y < 0.6f) {
        sum += state >> 20;
        ++taken;
      }
    }
  });
}
extern "C" __global__ void xorshift_walk(KERNEL_PARAMETERS) {
  const unsigned seed = seed_of(limits);
  unsigned steps = 0;
  measured(limits, data, timer, steps, [&] {
    unsigned state = seed | 1;
    int place = 0;
    INNER_LOOP
    for (int i = 0; i < 40 && place > -3 && place < 5; ++i) {
      state ^= state << 13;
      state ^= state >> 17;
      state ^= state << 5;
      if (state & 1) place += state >> 31 ? 2 : 1;
      else place -= 1;
      ++steps;
    }
    steps += place << 8;
  });
}
extern "C" __global__ void russian_roulette(KERNEL_PARAMETERS) {
  const unsigned seed = seed_of(limits);
  unsigned kept = 0;
  float energy = 0;
  measured(limits, data, timer, kept, [&] {
    unsigned state = seed;
    float weight = 1.0f;
    energy = 0;
    INNER_LOOP
    while (true) {
      state = state * 747796405u + 2891336453u;
      const unsigned word = ((state >> ((state >> 28) + 4)) ^ state) * 277803737u;
      const float chance = (word >> 9) * (1.0f / 8388608.0f);
      energy += weight * chance;
      weight *= 0.8f;
      if (weight < 0.25f) {
        if (chance < 0.5f) break;
        weight *= 2.0f;
      }
      ++kept;
    }
  });
  keep(data, 2, __float_as_uint(energy));
}
