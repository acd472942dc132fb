// Branches, loops, calls and switches of lanes by themselves, on integers.
#include "programs/frame.cuh"

/// A switch whose cases run into each other, leave the program, or loop.
EACH(cases) {
  const int choice = in[t] & 15, y = in[t + 32];
  int result = 0;
  switch (choice) {
    case 0: result = (y & 0xff) * (y & 0xff) + 3; break;
    case 1: result = y ^ (y << 5); break;
    case 2:
#pragma unroll 1
      for (int i = 0; i < (y & 7); ++i) result += i * (y & 0xff);
      break;
    case 3: result = __popc(y) * 11; break;
    case 4: out[t + n] = y % 13; return;
    case 5: result = __clz(y) - (y & 0xff); [[fallthrough]];
    case 6: result += 1000; break;
    case 8: result = max(y, 17) / 3; break;
    default: result = ~y;
  }
  out[t] = result;
}

/// A machine of eight states, each lane in its own, until 20 steps are done or it stops.
EACH(machine) {
  int state = in[t] & 7;
  unsigned y = in[t + 32];
#pragma unroll 1
  for (int steps = 0; steps < 20; ++steps) {
    switch (state) {
      case 0: y = y * 3 + 1; state = y & 7; break;
      case 1: y ^= y >> 3; state = 4; break;
      case 2: y -= 17; state = y & 1 ? 5 : 6; break;
      case 3: y = y << 3 | 5; state = 7; break;
      case 4: y += steps; state = (y & 0xff) % 5; break;
      case 5: y = __brev(y); state = 2; break;
      case 6: if (y & 16) return; y += 3; state = 1; break;
      default: y >>= 2; state = 0;
    }
  }
  out[t] = y;
}

/// Loops within loops that break, go on, and leave by goto.
EACH(nested_loops) {
  const int x = in[t] & 1023;
  int result = 0;
#pragma unroll 1
  for (int i = 0; i < 6; ++i) {
#pragma unroll 1
    for (int j = 0; j < 6; ++j) {
      if (((i * j + x) & 7) == 3) break;
      if (((i + j * x) & 15) == 9) goto next;
      result += i * 16 + j;
      if (result > 900) goto done;
    }
    result ^= i;
  next:
    int turns = 0;
    do {
      result += x;
      if (result & 1) continue;
      result >>= 1;
    } while (result > 500 && ++turns < 5);
  }
done:
  out[t] = result;
}

/// Lanes leave at five places.
EACH(exits) {
  const int x = in[t] & 0xffff;
  if (x % 5 == 0) {
    out[t] = 1;
    return;
  }
#pragma unroll 1
  for (int i = 0; i < (x & 15); ++i) {
    if ((x >> i & 3) == 3) {
      out[t] = 2 + i;
      return;
    }
    if (i == 7) goto seven;
  }
  out[t] = 100;
  return;
seven:
  out[t] = 200;
  if (x & 64) return;
  out[t + n] = 300;
}

/// How often a pattern of its own occurs in a text of bytes, by Knuth, Morris and Pratt.
EACH(find_pattern) {
  const unsigned char* text = reinterpret_cast<const unsigned char*>(in);
  unsigned char pattern[4], border[4];
  const int length = 2 + t % 3;
#pragma unroll 1
  for (int i = 0; i < length; ++i) pattern[i] = text[t * 13 + i] & 1;
  border[0] = 0;
#pragma unroll 1
  for (int i = 1, k = 0; i < length; ++i) {
    while (k > 0 && pattern[k] != pattern[i]) k = border[k - 1];
    if (pattern[k] == pattern[i]) ++k;
    border[i] = k;
  }
  int hits = 0;
#pragma unroll 1
  for (int i = 0, k = 0; i < 40; ++i) {
    const int letter = text[i] & 1;
    while (k > 0 && pattern[k] != letter) k = border[k - 1];
    if (pattern[k] == letter) ++k;
    if (k < length) continue;
    ++hits;
    k = border[k - 1];
  }
  out[t] = hits;
}

/// Ways to place queens, by a function that calls itself.
DEVICE NOINLINE int place_queens(int all, int columns, int left, int right) {
  if (columns == all) return 1;
  int ways = 0, free = all & ~(columns | left | right);
  while (free) {
    const int bit = free & -free;
    free ^= bit;
    ways += place_queens(all, columns | bit, (left | bit) << 1, (right | bit) >> 1);
  }
  return ways;
}
EACH(queens) { out[t] = place_queens((1 << (3 + (in[t] & 1))) - 1, 0, 0, 0); }

/// A sort of a local array, by a function that calls itself twice.
DEVICE NOINLINE void quick_sort(int* numbers, int low, int high) {
  while (low < high) {
    const int pivot = numbers[(low + high) / 2];
    int i = low, j = high;
    while (i <= j) {
      while (numbers[i] < pivot) ++i;
      while (numbers[j] > pivot) --j;
      if (i > j) break;
      const int kept = numbers[i];
      numbers[i++] = numbers[j];
      numbers[j--] = kept;
    }
    quick_sort(numbers, low, j);
    low = i;
  }
}
EACH(sort_by_calls) {
  int numbers[8];
#pragma unroll 1
  for (int i = 0; i < 8; ++i) numbers[i] = in[(t * 5 + i * 3) & 255];
  quick_sort(numbers, 0, 7);
  unsigned hash = 0;
#pragma unroll 1
  for (int i = 0; i < 8; ++i) hash = hash * 31 + numbers[i];
  out[t] = hash;
}

/// Three functions that a register chooses among.
DEVICE NOINLINE int next_of(int x) { return x + 1; }
DEVICE NOINLINE int triple_of(int x) { return x * 3; }
DEVICE NOINLINE int logarithm_of(int x) {
  int result = 0;
  while (x > 3) {
    x >>= 1;
    ++result;
  }
  return result;
}
EACH(chosen_functions) {
  const int choice = in[t] & 3;
  int (*function)(int) = choice == 0 ? next_of : choice == 1 ? triple_of : logarithm_of;
  int x = in[t + 32] & 0xffff;
#pragma unroll 1
  for (int i = 0; i < 2 + choice; ++i) {
    x = function(x);
    if (x & 1) function = choice == 2 ? triple_of : next_of;
  }
  out[t] = x;
}

/// 64 bits: comparisons, the least and greatest, shifts, a remainder.
EACH(wide_numbers) {
  const long long a = static_cast<long long>(in[t]) << 28 | (in[t + 32] & 0xfffffff);
  const long long b = static_cast<long long>(in[t + 64]) << 32;
  const unsigned long long u = a, v = b;
  int order = 0;
  if (a < b) order |= 1;
  if (u < v) order |= 2;
  if (a == b) order |= 4;
  if (a > 0) order |= 8;
  const long long least = a < b ? a : b;
  const unsigned long long greatest = u < v ? v : u;
  const int by = in[t + 96] & 63;
  unsigned long long moved = (u << by) ^ (greatest >> (63 - by));
  moved ^= static_cast<unsigned long long>(least >> by);
  const unsigned long long rest = u % (v >> 17 | 3);
  out[t] = order;
  out[t + n] = static_cast<int>(moved);
  out[t + 2 * n] = static_cast<int>(moved >> 32);
  out[t + 3 * n] = static_cast<int>(rest);
  out[t + 4 * n] = static_cast<int>(rest >> 32);
}

/// High words of products, and divisions that are made of them.
EACH(high_words) {
  const int a = in[t], b = in[t + 32];
  out[t] = __mulhi(a, b);
  out[t + n] = static_cast<int>(__umulhi(a, b));
  out[t + 2 * n] = a / 7 + b % 10;
  out[t + 3 * n] = static_cast<int>(static_cast<unsigned>(a) / 11u);
  out[t + 4 * n] = (a >> 1) / ((b & 0xfff) + 1);
}
