// Ordinary kernels whose lanes work alone: searches, calendars, long numbers, structures of several fields.
#include "programs/kernels/block.cuh"

EACH(binary_search) {
  const int wanted = in[t] & 0xfff;
  int low = 0, high = 256;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (middle * 16 + (in[0] & 7) < wanted) low = middle + 1;
    else high = middle;
  }
  out[t] = low;
}

EACH(calendar) {
  const int days = (in[t] & 0xfffff) - 300000;
  int z = days + 719468;
  const int era = (z >= 0 ? z : z - 146096) / 146097;
  const unsigned day_of_era = static_cast<unsigned>(z - era * 146097);
  const unsigned year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  const unsigned day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const unsigned month = (5 * day_of_year + 2) / 153, day = day_of_year - (153 * month + 2) / 5 + 1;
  out[t] = static_cast<int>(year_of_era) + era * 400 + (month >= 10);
  out[t + n] = static_cast<int>((month < 10 ? month + 3 : month - 9) * 100 + day);
}

EACH(digits) {
  char text[12];
  int value = in[t], length = 0;
  unsigned size = value < 0 ? 0u - value : value;
  do {
    text[length++] = static_cast<char>('0' + size % 10);
    size /= 10;
  } while (size > 0);
  if (value < 0) text[length++] = '-';
  unsigned back = 0, hash = 0;
  LOOP for (int i = length - 1; i >= 0; --i) {
    hash = hash * 37 + static_cast<unsigned char>(text[i]);
    if (text[i] != '-') back = back * 10 + (text[i] - '0');
  }
  out[t] = static_cast<int>(hash);
  out[t + n] = back == (value < 0 ? 0u - value : value);
  out[t + 2 * n] = length;
}

EACH(wide_product) {
  const unsigned long long a = static_cast<unsigned long long>(static_cast<unsigned>(in[t])) << 32 | static_cast<unsigned>(in[255 - t]);
  const unsigned long long b = a * 0x9e3779b97f4a7c15ull + 1;
  const unsigned long long a0 = a & 0xffffffff, a1 = a >> 32, b0 = b & 0xffffffff, b1 = b >> 32;
  const unsigned long long low = a0 * b0, m = a1 * b0 + (low >> 32), k = a0 * b1 + (m & 0xffffffff);
  const unsigned long long high = a1 * b1 + (m >> 32) + (k >> 32);
  out[t] = static_cast<int>(high);
  out[t + n] = static_cast<int>(high >> 32);
  out[t + 2 * n] = static_cast<int>(k);
}

EACH(factorial) {
  unsigned digits[8] = {1, 0, 0, 0, 0, 0, 0, 0};
  LOOP for (unsigned f = 2; f <= 20 + static_cast<unsigned>(t & 15); ++f) {
    unsigned long long carry = 0;
    LOOP for (int i = 0; i < 8; ++i) {
      carry += static_cast<unsigned long long>(digits[i]) * f;
      digits[i] = static_cast<unsigned>(carry);
      carry >>= 32;
    }
  }
  unsigned hash = in[t];
  LOOP for (int i = 0; i < 8; ++i) hash = hash * 31 + digits[i];
  out[t] = static_cast<int>(hash);
}

EACH(integer_root) {
  unsigned long long x = static_cast<unsigned>(in[t]) * 65537ull, root = 0;
  LOOP for (unsigned long long bit = 1ull << 48; bit != 0; bit >>= 2) {
    if (x >= root + bit) {
      x -= root + bit;
      root = (root >> 1) + bit;
    } else {
      root >>= 1;
    }
  }
  out[t] = static_cast<int>(root);
}

struct Fraction {
  long long above, below;
};
DEVICE NOINLINE Fraction reduced(Fraction f) {
  long long a = f.above < 0 ? -f.above : f.above, b = f.below;
  while (b != 0) {
    const long long r = a % b;
    a = b;
    b = r;
  }
  return a == 0 ? Fraction{0, 1} : Fraction{f.above / a, f.below / a};
}
EACH(fractions) {
  Fraction sum{in[t] & 15, 1};
  LOOP for (int i = 1; i < 6; ++i) {
    const Fraction next{(in[(t + i) & 255] & 31) - 16, (in[(t + i) & 255] >> 5 & 7) + 1};
    sum = reduced({sum.above * next.below + next.above * sum.below, sum.below * next.below});
  }
  out[t] = static_cast<int>(sum.above);
  out[t + n] = static_cast<int>(sum.below);
}

struct Parts {
  float m[8];
  int count;
  short small;
  double large;
};
DEVICE NOINLINE double weighed(const Parts& parts, int i) { return parts.m[i & 7] * parts.count + parts.small + parts.large; }
EACH(parts_of_a_structure) {
  Parts parts;
  for (int i = 0; i < 8; ++i) parts.m[i] = (in[(t + i) & 255] & 0xff) * 0.25f;
  parts.count = in[t] & 7;
  parts.small = static_cast<short>(in[t] >> 4);
  parts.large = (in[t] & 0xfff) * 0.001;
  const double sum = weighed(parts, in[t]) + weighed(parts, t);
  out[t] = __double2loint(sum);
  out[t + n] = __double2hiint(sum);
}

EACH(hanoi) {
  const int discs = 3 + (in[t] & 1);
  int peg[3] = {(1 << discs) - 1, 0, 0}, moves = 0;
  unsigned hash = 0;
  LOOP for (int m = 1; m < 1 << discs; ++m) {
    const int from = (m & (m - 1)) % 3, to = ((m | (m - 1)) + 1) % 3;
    const int disc = __ffs(peg[from]) - 1;
    peg[from] &= ~(1 << disc);
    peg[to] |= 1 << disc;
    hash = hash * 9 + from * 3 + to;
    ++moves;
  }
  out[t] = static_cast<int>(hash);
  out[t + n] = peg[0] | peg[1] << 8 | peg[2] << 16;
  out[t + 2 * n] = moves;
}

/// Two arguments that call each other, on a stack of its own.
EACH(ackermann) {
  int stack[64], top = 0, m = in[t] & 1, k = in[t] >> 1 & 7, calls = 0;
  stack[top++] = m;
  while (top > 0 && calls < 400) {
    m = stack[--top];
    ++calls;
    if (m == 0) {
      ++k;
    } else if (k == 0) {
      k = 1;
      stack[top++] = m - 1;
    } else {
      stack[top++] = m - 1;
      stack[top++] = m;
      --k;
    }
  }
  out[t] = k;
  out[t + n] = calls;
}

DEVICE NOINLINE int fibonacci(int k) { return k < 2 ? k : fibonacci(k - 1) + fibonacci(k - 2); }
EACH(recursion) {
  out[t] = fibonacci(static_cast<unsigned>(in[t]) % 8);
}

EACH(saturation) {
  const int a = static_cast<signed char>(in[t]), b = static_cast<signed char>(in[t] >> 8);
  const int sum = max(-128, min(127, a + b)), product = max(-32768, min(32767, a * b * 5));
  const unsigned u = max(0, min(255, (in[t] >> 16 & 0x1ff) - 100));
  out[t] = sum ^ product << 8;
  out[t + n] = static_cast<int>(u);
}

EACH(colours) {
  const unsigned rgb = in[t];
  const int r = rgb & 0xff, g = rgb >> 8 & 0xff, b = rgb >> 16 & 0xff;
  const int most = max(r, max(g, b)), least = min(r, min(g, b)), span = most - least;
  int hue = 0;
  if (span != 0) {
    if (most == r) hue = 60 * (g - b) / span + (g < b ? 360 : 0);
    else if (most == g) hue = 60 * (b - r) / span + 120;
    else hue = 60 * (r - g) / span + 240;
  }
  const int luma = (66 * r + 129 * g + 25 * b + 128) >> 8;
  out[t] = hue;
  out[t + n] = (most == 0 ? 0 : span * 255 / most) * 1000 + luma;
}

/// Knots of a line of growing numbers, and what lies between two of them.
EACH(interpolation) {
  float x = (in[t] & 0xffff) * 0.001f;
  int knot = 0;
  while (knot < 15 && knot * knot * 0.3f < x) ++knot;
  const float left = knot == 0 ? 0.0f : (knot - 1) * (knot - 1) * 0.3f, right = knot * knot * 0.3f;
  float y = left;
  if (right > left) y = (x - left) / (right - left);
  out[t] = __float_as_int(y);
  out[t + n] = knot;
}

EACH(noise) {
  const float x = (in[t] & 0xff) * 0.37f, y = (in[t] >> 8 & 0xff) * 0.21f;
  const int ix = static_cast<int>(floorf(x)), iy = static_cast<int>(floorf(y));
  const float fx = x - ix, fy = y - iy, u = fx * fx * (3 - 2 * fx), v = fy * fy * (3 - 2 * fy);
  float corners[4];
  for (int i = 0; i < 4; ++i) {
    const unsigned h = mixed((ix + (i & 1)) * 374761393u + (iy + (i >> 1)) * 668265263u);
    const float gx = fx - (i & 1), gy = fy - (i >> 1);
    corners[i] = (h & 1 ? gx : -gx) + (h & 2 ? gy : -gy);
  }
  const float low = corners[0] + u * (corners[1] - corners[0]), high = corners[2] + u * (corners[3] - corners[2]);
  out[t] = __float_as_int(low + v * (high - low));
}
