// Loops over numbers, whose length each lane learns only by running them.
#include "kernels.cuh"

extern "C" __global__ void collatz(KERNEL_PARAMETERS) {
  const unsigned start = limits[lane_index()] + (lane_index() & 3);
  unsigned steps = 0;
  measured(limits, data, timer, steps, [&] {
    unsigned n = start;
    INNER_LOOP
    while (n > 1) {
      if (n & 1) n = 3 * n + 1;
      else n >>= 1;
      ++steps;
    }
  });
}
extern "C" __global__ void greatest_divisor(KERNEL_PARAMETERS) {
  const unsigned seed = seed_of(limits);
  unsigned sum = 0;
  measured(limits, data, timer, sum, [&] {
    unsigned a = seed >> 12, b = (mixed(seed) >> 14) + 1;
    INNER_LOOP
    while (b != 0) {
      const unsigned rest = a % b;
      a = b;
      b = rest;
    }
    sum += a;
  });
}
extern "C" __global__ void binary_divisor(KERNEL_PARAMETERS) {
  const unsigned seed = seed_of(limits);
  unsigned sum = 0;
  measured(limits, data, timer, sum, [&] {
    unsigned a = (seed >> 16) | 1, b = (mixed(seed) >> 16) | 1;
    INNER_LOOP
    while (a != b) {
      if (a > b) {
        a -= b;
        a >>= __ffs(a) - 1;
      } else {
        b -= a;
        b >>= __ffs(b) - 1;
      }
    }
    sum += a;
  });
}
extern "C" __global__ void mandelbrot(KERNEL_PARAMETERS) {
  const float cr = -2.0f + 0.09f * limits[lane_index()], ci = 0.06f * lane_index() - 0.9f;
  unsigned rounds = 0;
  float last = 0;
  measured(limits, data, timer, rounds, [&] {
    float x = 0, y = 0;
    int i = 0;
    INNER_LOOP
    for (; i < 40 && x * x + y * y < 4.0f; ++i) {
      const float next = x * x - y * y + cr;
      y = 2 * x * y + ci;
      x = next;
    }
    rounds += i;
    last = x;
  });
  keep(data, 2, __float_as_uint(last));
}
extern "C" __global__ void integer_root(KERNEL_PARAMETERS) {
  const unsigned seed = seed_of(limits);
  unsigned sum = 0;
  measured(limits, data, timer, sum, [&] {
    const unsigned n = seed >> (limits[lane_index()] & 15);
    unsigned guess = n, next = (n >> 1) + 1;
    INNER_LOOP
    while (next < guess) {
      guess = next;
      next = (guess + n / guess) / 2;
    }
    sum += guess;
  });
}
extern "C" __global__ void power_modulo(KERNEL_PARAMETERS) {
  const unsigned exponent = limits[lane_index()] * (lane_index() + 1);
  unsigned sum = 0;
  measured(limits, data, timer, sum, [&] {
    unsigned long long base = 1000003 + sum, product = 1;
    INNER_LOOP
    for (unsigned e = exponent; e != 0; e >>= 1) {
      if (e & 1) product = product * base % 998244353;
      base = base * base % 998244353;
    }
    sum += static_cast<unsigned>(product);
  });
}
extern "C" __global__ void primes(KERNEL_PARAMETERS) {
  const unsigned number = 2 * limits[lane_index()] * lane_index() + 101;
  unsigned divisor = 0;
  measured(limits, data, timer, divisor, [&] {
    unsigned d = 3;
    INNER_LOOP
    for (; d * d <= number; d += 2)
      if (number % d == 0) break;
    divisor += d;
  });
}
