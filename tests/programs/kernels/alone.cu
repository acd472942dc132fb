// Ordinary kernels whose lanes work alone: numbers.
#include "programs/kernels/block.cuh"

template <class T>
DEVICE int escape(T cr, T ci, int limit) {
  T zr = 0, zi = 0;
  int rounds = 0;
  while (rounds < limit) {
    const T r2 = zr * zr, i2 = zi * zi;
    if (r2 + i2 > T(4)) break;
    zi = T(2) * zr * zi + ci;
    zr = r2 - i2 + cr;
    ++rounds;
  }
  return rounds;
}
EACH(mandelbrot) {
  out[t] = escape<float>((t & 15) * 0.17f - 2.0f, (t >> 4) * 0.12f - 1.0f + (in[0] & 3) * 0.1f, 60);
  out[t + n] = escape<double>((t & 15) * 0.17 - 2.0, (t >> 4) * 0.12 - 1.0 + (in[0] & 3) * 0.1, 60);
}

struct Box {
  float low, high;
  int left, right, leaf;
  float value;
};
DEVICE float cost_of_leaf(float q, float v) {
  float sum = 0;
  for (int i = 0; i < 1 + static_cast<int>(v) % 5; ++i) sum += sqrtf(fabsf(q - v) + i);
  return sum;
}
/// A tree of boxes, with a stack of its own.
EACH(box_tree) {
  const float q = (in[t] & 0x3ff) * 0.25f;
  int stack[24], top = 0, visited = 0;
  stack[top++] = 1;
  float best = 1e30f;
  while (top > 0) {
    const int node = stack[--top];
    int width = 256;
    for (int i = node; i > 1; i >>= 1) width >>= 1;
    const float low = static_cast<float>((node * width) & 255);
    const Box box{low, low + width, 2 * node, 2 * node + 1, node >= 32, low * 0.7f};
    ++visited;
    if (q < box.low - 3.0f || q > box.high + 3.0f) continue;
    if (box.leaf) {
      best = fminf(best, cost_of_leaf(q, box.value));
    } else {
      stack[top++] = box.right;
      stack[top++] = box.left;
    }
  }
  out[t] = __float_as_int(best);
  out[t + n] = visited;
}

EACH(collatz) {
  unsigned long long v = (in[t] & 0xffffff) + 1;
  int steps = 0;
  while (v != 1 && steps < 300) {
    if (v & 1) v = 3 * v + 1;
    else v >>= 1;
    ++steps;
  }
  out[t] = steps;
}

EACH(newton_root) {
  const double x = (in[t] & 0x7fffffff) * 0.001 + 0.1;
  double y = x;
  int rounds = 0;
  while (fabs(y * y - x) > 1e-12 * x && rounds < 60) {
    y = 0.5 * (y + x / y);
    ++rounds;
  }
  out[t] = __double2loint(y);
  out[t + n] = __double2hiint(y);
  out[t + 2 * n] = rounds;
}

EACH(greatest_divisor) {
  int x = in[t] & 0xffffff, y = (in[255 - t] >> 3) & 0xffff;
  while (y) {
    const int r = x % y;
    x = y;
    y = r;
  }
  out[t] = x;
}

EACH(jumps) {
  int v = in[t] & 0xff, sum = 0;
again:
  if (v <= 0) goto end;
  if (v % 3 == 0) {
    v -= 3;
    sum += 1;
    goto again;
  }
  if (v % 5 == 0) {
    v -= 5;
    sum += 100;
    if (sum > 500) goto end;
    goto again;
  }
  v -= 1;
  sum += 10000;
  goto again;
end:
  out[t] = sum;
}

EACH(sixteen_cases) {
  const int v = in[t];
  unsigned r = 0;
  switch (v & 15) {
    case 0: r = v * 3u; break;
    case 1: r = v - 7u; break;
    case 2: r = v ^ 0x55; break;
    case 3: r = static_cast<unsigned>(v) << 3; break;
    case 4: r = v / 7; break;
    case 5: r = v % 11; break;
    case 6: r = ~v; break;
    case 7: r = static_cast<unsigned>(v) * v; break;
    case 8: r = __popc(v); break;
    case 9: r = __clz(v); break;
    case 10: r = __ffs(v); break;
    case 11: r = __brev(v); break;
    case 12: r = min(v, 33); break;
    case 13: r = max(v, 700); break;
    case 14: r = v < 0 ? v + 500 : v - 500; break;
    default:
      for (int i = 0; i < (v >> 5 & 31); ++i) r += i * i;
  }
  out[t] = static_cast<int>(r);
}

DEVICE NOINLINE int twice(int x) { return static_cast<int>(2u * x + 1); }
DEVICE NOINLINE int squared(int x) { return static_cast<int>(static_cast<unsigned>(x) * x - 3); }
DEVICE NOINLINE int many_times(int x) {
  unsigned sum = 0;
  for (int i = 0; i < (x & 7); ++i) sum += twice(i + x);
  return static_cast<int>(sum);
}
EACH(three_functions) {
  const int v = in[t];
  const unsigned kind = static_cast<unsigned>(v) % 3;
  out[t] = kind == 0 ? twice(v) : kind == 1 ? squared(v) : many_times(v);
}

EACH(wide_division) {
  const long long a = static_cast<long long>(in[t]) * in[255 - t] + t, b = in[(t + 100) & 255] | 1;
  const unsigned long long c = static_cast<unsigned long long>(a), d = static_cast<unsigned>(in[t]) % 1000 + 1;
  const long long q = a / b, r = a % b;
  const unsigned long long s = c / d + c % d;
  out[t] = static_cast<int>(q);
  out[t + n] = static_cast<int>(q >> 32 ^ r);
  out[t + 2 * n] = static_cast<int>(s ^ s >> 32);
}

EACH(power_modulo) {
  const unsigned modulus = static_cast<unsigned>(in[t] & 0xfffff) | 0x100001;
  unsigned long long base = static_cast<unsigned>(in[255 - t]) % modulus, result = 1;
  for (unsigned e = static_cast<unsigned>(in[t]) >> 12; e > 0; e >>= 1) {
    if (e & 1) result = result * base % modulus;
    base = base * base % modulus;
  }
  out[t] = static_cast<int>(result);
}

DEVICE bool passes(unsigned x, unsigned witness) {
  unsigned d = x - 1;
  int twos = 0;
  while ((d & 1) == 0) {
    d >>= 1;
    ++twos;
  }
  unsigned long long y = 1, base = witness;
  for (; d > 0; d >>= 1) {
    if (d & 1) y = y * base % x;
    base = base * base % x;
  }
  if (y == 1 || y == x - 1) return true;
  for (int i = 1; i < twos; ++i) {
    y = y * y % x;
    if (y == x - 1) return true;
  }
  return false;
}
EACH(miller_rabin) {
  const unsigned x = (static_cast<unsigned>(in[t]) >> 4 | 1) + 62;
  out[t] = passes(x, 2) && passes(x, 7) && passes(x, 61);
}

EACH(polynomials) {
  float a = (in[t] & 0xffff) * 1e-4f - 3.0f, sum = 0;
  double b = a, total = 0;
  for (int i = 0; i < 9; ++i) {
    sum = sum * a + (i * 0.5f - 2.0f);
    total = total * b + (i * 0.5 - 2.0);
  }
  out[t] = __float_as_int(sum);
  out[t + n] = __float_as_int(static_cast<float>(total));
  out[t + 2 * n] = __double2loint(total);
}

EACH(runge_kutta) {
  double x = (in[t] & 0xff) * 0.01 + 0.1, v = 0.0;
  const double h = 0.05;
  for (int i = 0; i < 10 + (t & 3); ++i) {
    const double k1 = -x, k2 = -(x + h / 2 * v), k3 = -(x + h / 2 * v + h * h / 4 * k1), k4 = -(x + h * v + h * h / 2 * k2);
    x += h * v + h * h / 6 * (k1 + k2 + k3);
    v += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  out[t] = __double2loint(x);
  out[t + n] = __double2hiint(v);
}

EACH(quadratic) {
  const float a = (in[t] & 15) - 7.0f, b = (in[t] >> 4 & 255) * 0.5f - 60.0f, c = (in[t] >> 12 & 255) - 100.0f;
  const float d = b * b - 4 * a * c;
  int kind = 0;
  float x = 0, y = 0;
  if (a == 0) {
    kind = b == 0 ? 3 : 1;
    if (b != 0) x = -c / b;
  } else if (d >= 0) {
    kind = 2;
    x = (-b + sqrtf(d)) / (2 * a);
    y = (-b - sqrtf(d)) / (2 * a);
  }
  out[t] = kind;
  out[t + n] = __float_as_int(x);
  out[t + 2 * n] = __float_as_int(y);
}

struct Ball {
  float x, y, z, radius;
};
DEVICE float meets(const Ball& ball, float dx, float dy, float dz) {
  const float b = ball.x * dx + ball.y * dy + ball.z * dz, c = ball.x * ball.x + ball.y * ball.y + ball.z * ball.z - ball.radius * ball.radius;
  const float d = b * b - c;
  return d < 0 ? -1.0f : b - sqrtf(d);
}
EACH(rays) {
  const float x = (t & 15) * 0.1f - 0.8f, y = (t >> 4) * 0.1f - 0.8f, length = sqrtf(x * x + y * y + 1);
  float nearest = 1e9f;
  int which = -1;
  LOOP for (int i = 0; i < 5; ++i) {
    const Ball ball{(in[i] & 15) * 0.3f - 2, (in[i] >> 4 & 15) * 0.3f - 2, 3.0f + i, 0.5f + (in[i] >> 8 & 3) * 0.25f};
    const float at = meets(ball, x / length, y / length, 1 / length);
    if (at > 0 && at < nearest) {
      nearest = at;
      which = i;
    }
  }
  out[t] = which;
  out[t + n] = __float_as_int(nearest);
}

EACH(inverse_matrix) {
  double m[9];
  for (int i = 0; i < 9; ++i) m[i] = (in[(t + 7 * i) & 255] & 0x3f) - 20.0;
  const double c0 = m[4] * m[8] - m[5] * m[7], c1 = m[5] * m[6] - m[3] * m[8], c2 = m[3] * m[7] - m[4] * m[6];
  const double determinant = m[0] * c0 + m[1] * c1 + m[2] * c2;
  double trace = -1;
  if (determinant != 0) trace = (c0 + (m[0] * m[8] - m[2] * m[6]) + (m[0] * m[4] - m[1] * m[3])) / determinant;
  out[t] = __double2loint(trace);
  out[t + n] = __double2hiint(trace);
}

EACH(continued_fraction) {
  double x = (in[t] & 0xffff) * 1.1 + 0.3;
  unsigned hash = 0;
  for (int i = 0; i < 8; ++i) {
    const double whole = floor(x);
    hash = hash * 31 + static_cast<unsigned>(whole);
    if (x - whole < 1e-6) break;
    x = 1.0 / (x - whole);
    if (x > 1e6) x = 1e6;
  }
  out[t] = static_cast<int>(hash);
}

EACH(rounded_every_way) {
  const float x = (in[t] & 0xfffff) * 0.001f - 500.0f;
  const double y = x * 1.0009765625;
  out[t] = static_cast<int>(floorf(x)) + 3 * static_cast<int>(ceilf(x)) + 5 * static_cast<int>(truncf(x)) + 7 * static_cast<int>(rintf(x));
  out[t + n] = static_cast<int>(floor(y)) + 3 * static_cast<int>(ceil(y)) + 5 * static_cast<int>(trunc(y)) + 7 * static_cast<int>(rint(y));
}

EACH(short_types) {
  const short a = static_cast<short>(in[t]);
  const unsigned char b = static_cast<unsigned char>(in[t] >> 8);
  const signed char c = static_cast<signed char>(in[t] >> 16);
  const bool d = in[t] & 4;
  unsigned char sum = static_cast<unsigned char>(b + c);
  short product = static_cast<short>(a * c);
  sum = static_cast<unsigned char>(sum * (d ? 3 : 5));
  out[t] = static_cast<signed char>(a >> 3) + (static_cast<unsigned short>(a * 3) ^ sum);
  out[t + n] = product / (b + 1) + c % 7 + (a < b) + (c > a) * 2;
}
