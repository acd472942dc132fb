// State machines and text: a switch in a loop, a matcher, a small interpreter.
#include "kernels.cuh"

extern "C" __global__ void state_machine(KERNEL_PARAMETERS) {
  const unsigned seed = seed_of(limits);
  const int length = limits[lane_index()];
  unsigned result = 0;
  measured(limits, data, timer, result, [&] {
    int state = 0, depth = 0;
    unsigned input = seed;
    INNER_LOOP
    for (int i = 0; i < length && state != 5; ++i) {
      const int letter = input & 3;
      input = input >> 2 | input << 30;
      switch (state) {
        case 0: state = letter == 0 ? 1 : letter == 1 ? 2 : 0; break;
        case 1:
          ++depth;
          state = letter < 2 ? 3 : 4;
          break;
        case 2:
          depth -= letter;
          state = letter == 3 ? 0 : 1;
          break;
        case 3:
          depth = depth * 3 + letter;
          state = 4;
          break;
        case 4:
          if (depth > 20) state = 5;
          else state = letter;
          break;
      }
      result += state + depth;
    }
  });
}
extern "C" __global__ void string_match(KERNEL_PARAMETERS) {
  __shared__ unsigned char text[256];
  for (int i = lane_index(); i < 256; i += 32) text[i] = 'a' + mixed(i * 5) % 3;
  __syncthreads();
  const int limit = limits[lane_index()];
  unsigned result = 0;
  measured(limits, data, timer, result, [&] {
    const unsigned char* const pattern = text + (limit * 3 + lane_index()) % 200;
    const int length = 3 + (limit & 3);
    INNER_LOOP
    for (int start = 0; start < 24; ++start) {
      int i = 0;
      INNER_LOOP
      while (i < length && text[start + i] == pattern[i]) ++i;
      if (i == length) {
        result = result * 37 + start;
        break;
      }
    }
    result += 1;
  });
}
extern "C" __global__ void interpreter(KERNEL_PARAMETERS) {
  __shared__ unsigned program[64];
  for (int i = lane_index(); i < 64; i += 32) program[i] = mixed(i + 11) % 6 | mixed(i) << 8;
  __syncthreads();
  const int limit = limits[lane_index()];
  unsigned result = 0;
  measured(limits, data, timer, result, [&] {
    unsigned a = limit, b = lane_index(), pc = limit & 7;
    INNER_LOOP
    for (int step = 0; step < 24; ++step) {
      const unsigned word = program[pc & 63];
      const unsigned value = word >> 8 & 0xff;
      ++pc;
      switch (word & 7) {
        case 0: a += value; break;
        case 1: b ^= a << (value & 7); break;
        case 2:
          if (a > b) pc += value & 3;
          break;
        case 3: {
          const unsigned other = a;
          a = b;
          b = other + value;
          break;
        }
        case 4: a = a * 5 + b / (value + 1); break;
        default: step += 1; b -= value;
      }
    }
    result = a ^ b << 1;
  });
}
extern "C" __global__ void parse_numbers(KERNEL_PARAMETERS) {
  __shared__ unsigned char text[32 * 16];
  for (int i = 0; i < 16; ++i) {
    const unsigned r = mixed(lane_index() * 16 + i + limits[lane_index()]);
    text[lane_index() * 16 + i] = r % 5 == 0 ? ' ' : r % 7 == 0 ? '-' : '0' + r % 10;
  }
  __syncthreads();
  unsigned result = 0;
  measured(limits, data, timer, result, [&] {
    const unsigned char* const mine = text + lane_index() * 16;
    int sum = 0, i = 0;
    INNER_LOOP
    while (i < 16) {
      INNER_LOOP
      while (i < 16 && mine[i] == ' ') ++i;
      bool negative = false;
      if (i < 16 && mine[i] == '-') negative = true, ++i;
      int value = 0;
      INNER_LOOP
      while (i < 16 && mine[i] >= '0' && mine[i] <= '9') value = value * 10 + (mine[i++] - '0');
      sum += negative ? -value : value;
    }
    result = sum;
  });
}
