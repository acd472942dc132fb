// Results of operations, word by word, for many inputs. A kernel tabulates one operation after the
// other; each takes Results::rounds rounds of 32 lanes, and each round one row of `data` a result word:
// words of 32 bits one row, of 64 bits two (low, high). So row / rounds names the operation, in the
// order of the source, row % rounds the round, and the place in the row the lane.
//
// Inputs: in the first half of the rounds each lane has a special value of its own, and the second
// operand walks through the special values of other lanes; then come scattered bits, every other time
// with an exponent near that of the first operand.
#pragma once
#include "../frame.cuh"

/// 32 values that are special to integers, floats, pairs of halves or of bfloats.
__device__ __forceinline__ void fill_words(Word* table) {
  constexpr Word values[32] = {
      0x00000000, 0x80000000, 0x00000001, 0x80000001, 0x007fffff, 0x00800000, 0x3f800000, 0xbf800000,   // zeros, denormals, 1
      0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc12345, 0x7f812345, 0x7fffffff,   // largest, infinities, NaNs
      0xffffffff, 0x4b000001, 0x4f000000, 0xcf000000, 0x4effffff, 0x3f000000, 0x40200000, 0x3effffff,   // integers' bounds as floats, halves
      0x5f000000, 0x7c007bff, 0xfc000001, 0x7e0003ff, 0x38003c01, 0x0000001f, 0x00000020, 0xc2c80000};  // of 16 bits, shifts, -100
#pragma unroll
  for (int i = 0; i < 32; ++i) table[i] = values[i];
}

/// The same for 64 bits.
__device__ __forceinline__ void fill_wides(Wide* table) {
  constexpr Wide values[32] = {
      0x0000000000000000, 0x8000000000000000, 0x0000000000000001, 0x8000000000000001, 0x000fffffffffffff, 0x0010000000000000,
      0x3ff0000000000000, 0xbff0000000000000, 0x7fefffffffffffff, 0xffefffffffffffff, 0x7ff0000000000000, 0xfff0000000000000,
      0x7ff8000000000000, 0xfff8123456789abc, 0x7ff0123456789abc, 0x7fffffffffffffff, 0xffffffffffffffff, 0x4330000000000001,
      0x41e0000000000000, 0xc1e0000000000000, 0x41dfffffffe00000, 0x43e0000000000000, 0xc3e0000000000000, 0x3fe0000000000000,
      0x4004000000000000, 0x3fdfffffffffffff, 0x47efffffefffffff, 0x36a0000000000000, 0x380fffffffffffff, 0x000000000000003f,
      0x00000000ffffffff, 0xc059000000000000};
#pragma unroll
  for (int i = 0; i < 32; ++i) table[i] = values[i];
}

struct Results {
  static constexpr int rounds = 24;

  const int* limits;
  float* data;
  const Word* words_table;
  const Wide* wides_table;
  int row = 0;

  __device__ __forceinline__ void put(Word value) { keep(data, row++, value); }
  __device__ __forceinline__ void put(Wide value) {
    put(static_cast<Word>(value));
    put(static_cast<Word>(value >> 32));
  }

  __device__ __forceinline__ Word word(int round, int operand) const {
    if (round < rounds / 2) return words_table[(lane_index() + round * operand * 5) & 31];
    const Word bits = scattered(limits, 3 * round + operand);
    if (operand == 0 || round % 2 == 0) return bits;
    const Word first = scattered(limits, 3 * round);
    return (bits & 0x807fffff) | ((first + (bits << 23 & 0x03800000)) & 0x7f800000);
  }
  __device__ __forceinline__ Wide wide(int round, int operand) const {
    if (round < rounds / 2) return wides_table[(lane_index() + round * operand * 5) & 31];
    const Wide bits = scattered_as<Wide>(limits, 3 * round + operand);
    if (operand == 0 || round % 2 == 0) return bits;
    const Wide first = scattered_as<Wide>(limits, 3 * round);
    return (bits & 0x800fffffffffffff) | ((first + (bits << 52 & 0x0070000000000000)) & 0x7ff0000000000000);
  }

  /// `op(a, b, c)` of words; gives a Word or a Wide.
  template <class Operation>
  __device__ __forceinline__ void of_words(Operation op) {
#pragma unroll 1
    for (int round = 0; round < rounds; ++round) put(op(word(round, 0), word(round, 1), word(round, 2)));
  }
  /// `op(a, b, c)` of 64 bits.
  template <class Operation>
  __device__ __forceinline__ void of_wides(Operation op) {
#pragma unroll 1
    for (int round = 0; round < rounds; ++round) put(op(wide(round, 0), wide(round, 1), wide(round, 2)));
  }
};

/// Times `body(results)`; the clock is of no interest here.
template <class Body>
__device__ __forceinline__ void tabulate(PROBE_PARAMETERS, Body body) {
  __shared__ Word words[32];
  __shared__ Wide wides[32];
  fill_words(words);
  fill_wides(wides);
  const Word all = ~(limits[lane_index()] >> 31);
  const Span span = timed<true>(
      [&] {
        Results results{limits, data, words, wides};
        body(results);
      },
      all);
  store(timer, span);
}

// One instruction of PTX as an operation: W of 32-bit words, F floats, L 64-bit integers, D doubles; the
// digit counts the operands. `P` compares and gives 1 or 0.
#define W1(ptx) [](Word a, Word, Word) { Word d; asm volatile(ptx " %0, %1;" : "=r"(d) : "r"(a)); return d; }
#define W2(ptx) [](Word a, Word b, Word) { Word d; asm volatile(ptx " %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b)); return d; }
#define W3(ptx) [](Word a, Word b, Word c) { Word d; asm volatile(ptx " %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c)); return d; }
#define WP(ptx) [](Word a, Word b, Word) { Word d; asm volatile("{\n\t.reg .pred p;\n\t" ptx " p, %1, %2;\n\tselp.b32 %0, 1, 0, p;\n\t}" : "=r"(d) : "r"(a), "r"(b)); return d; }
#define F1(ptx) [](Word a, Word, Word) { float d; asm volatile(ptx " %0, %1;" : "=f"(d) : "f"(__uint_as_float(a))); return __float_as_uint(d); }
#define F2(ptx) [](Word a, Word b, Word) { float d; asm volatile(ptx " %0, %1, %2;" : "=f"(d) : "f"(__uint_as_float(a)), "f"(__uint_as_float(b))); return __float_as_uint(d); }
#define F3(ptx) [](Word a, Word b, Word c) { float d; asm volatile(ptx " %0, %1, %2, %3;" : "=f"(d) : "f"(__uint_as_float(a)), "f"(__uint_as_float(b)), "f"(__uint_as_float(c))); return __float_as_uint(d); }
#define FP(ptx) [](Word a, Word b, Word) { Word d; asm volatile("{\n\t.reg .pred p;\n\t" ptx " p, %1, %2;\n\tselp.b32 %0, 1, 0, p;\n\t}" : "=r"(d) : "f"(__uint_as_float(a)), "f"(__uint_as_float(b))); return d; }
#define L1(ptx) [](Wide a, Wide, Wide) { Wide d; asm volatile(ptx " %0, %1;" : "=l"(d) : "l"(a)); return d; }
#define L2(ptx) [](Wide a, Wide b, Wide) { Wide d; asm volatile(ptx " %0, %1, %2;" : "=l"(d) : "l"(a), "l"(b)); return d; }
#define L3(ptx) [](Wide a, Wide b, Wide c) { Wide d; asm volatile(ptx " %0, %1, %2, %3;" : "=l"(d) : "l"(a), "l"(b), "l"(c)); return d; }
#define LP(ptx) [](Wide a, Wide b, Wide) { Word d; asm volatile("{\n\t.reg .pred p;\n\t" ptx " p, %1, %2;\n\tselp.b32 %0, 1, 0, p;\n\t}" : "=r"(d) : "l"(a), "l"(b)); return d; }
#define D1(ptx) [](Wide a, Wide, Wide) { Wide d; asm volatile("{\n\t.reg .f64 x, d;\n\tmov.b64 x, %1;\n\t" ptx " d, x;\n\tmov.b64 %0, d;\n\t}" : "=l"(d) : "l"(a)); return d; }
#define D2(ptx) [](Wide a, Wide b, Wide) { Wide d; asm volatile("{\n\t.reg .f64 x, y, d;\n\tmov.b64 x, %1;\n\tmov.b64 y, %2;\n\t" ptx " d, x, y;\n\tmov.b64 %0, d;\n\t}" : "=l"(d) : "l"(a), "l"(b)); return d; }
#define D3(ptx) [](Wide a, Wide b, Wide c) { Wide d; asm volatile("{\n\t.reg .f64 x, y, z, d;\n\tmov.b64 x, %1;\n\tmov.b64 y, %2;\n\tmov.b64 z, %3;\n\t" ptx " d, x, y, z;\n\tmov.b64 %0, d;\n\t}" : "=l"(d) : "l"(a), "l"(b), "l"(c)); return d; }
#define DP(ptx) [](Wide a, Wide b, Wide) { Word d; asm volatile("{\n\t.reg .f64 x, y;\n\t.reg .pred p;\n\tmov.b64 x, %1;\n\tmov.b64 y, %2;\n\t" ptx " p, x, y;\n\tselp.b32 %0, 1, 0, p;\n\t}" : "=r"(d) : "l"(a), "l"(b)); return d; }
