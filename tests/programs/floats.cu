// Floats and doubles whose values decide how long a lane goes on. Compiled without fused sums, which a host
// would not make of the same text.
#include "programs/frame.cuh"

EACH(square_root) {
  const float a = (in[t] & 0xffff) + 1.5f;
  float x = a;
  int rounds = 0;
#pragma unroll 1
  while (rounds < 20) {
    const float y = 0.5f * (x + a / x);
    ++rounds;
    if (fabsf(y - x) < 1e-3f * y) break;
    x = y;
  }
  out[t] = __float_as_int(x);
  out[t + n] = rounds;
}

EACH(escape_time) {
  const float cx = (t & 7) * 0.4f - 2.0f + (in[0] & 7) * 0.01f, cy = (t >> 3) * 0.5f - 1.0f;
  float x = 0, y = 0;
  int i = 0;
#pragma unroll 1
  for (; i < 30; ++i) {
    const float x2 = x * x, y2 = y * y;
    if (x2 + y2 > 4.0f) break;
    y = 2 * x * y + cy;
    x = x2 - y2 + cx;
  }
  out[t] = i;
}

/// A number of any kind: infinite, not one, subnormal.
EACH(kinds_of_floats) {
  const float x = __int_as_float(in[t]), y = __int_as_float(in[t + 32]);
  int kind = 0;
  if (x != x) kind |= 1;
  if (fabsf(y) > 3.4028235e38f) kind |= 2;
  if (x < y) kind |= 4;
  if (!(x >= y)) kind |= 8;
  if (x == y) kind |= 16;
  if (fabsf(x) < 1e-38f) kind |= 32;
  out[t] = kind;
  if (fabsf(x) < 1e12f) out[t + n] = static_cast<int>(x * 0.001f);
  if (x == x && y == y) out[t + 2 * n] = __float_as_int(fminf(x, y)) ^ __float_as_int(floorf(y * 1e-6f));
}

EACH(doubles) {
  const double a = in[t] * 1e-3, b = in[t + 32] * 0.03 + 0.7;
  double x = 1;
  int rounds = 0;
#pragma unroll 1
  while (x * x < 1e12 && rounds < 30) {
    if (x > a) x *= 1.7;
    else if (x < -a) x = -x / b;
    else x += 0.3;
    ++rounds;
  }
  out[t] = __double2loint(x);
  out[t + n] = __double2hiint(x);
  out[t + 2 * n] = rounds;
  out[t + 3 * n] = static_cast<int>(a) + static_cast<int>(b > a);
  out[t + 4 * n] = __double2hiint(sqrt(fabs(b)));
}
