// SPDX-License-Identifier: MIT
#include <array>
#include <bit>
#include <cmath>

#include "emulator/arithmetic/matrix_sum.hpp"
#include "emulator/opcodes/fragments.hpp"
#include "emulator/opcodes/opcode.hpp"

/// Products of matrices of floats that the lanes of a warp hold together. Which lane holds what is as the PTX manual
/// has it (mma); operands of lanes that do not execute are taken as their registers hold them.
namespace reconverge::emulator {
namespace {

using core::LaneMask;

constexpr std::size_t rows_of_block = 8, columns = 8, lanes_of_row = 4;

// ---- HMMA ---------------------------------------------------------------------------------------

/// A row or a column of a factor, `per_word` numbers a register.
template <typename Format, unsigned per_word>
void append_numbers(std::array<Scaled, matrix_depth>& numbers, std::size_t& count, const LaneVector& word,
                    std::size_t line) {
  for (std::size_t lane = lanes_of_row * line; lane < lanes_of_row * (line + 1); ++lane)
    for (unsigned part = 0; part < per_word; ++part)
      numbers[count++] = scaled<Format>(static_cast<typename Format::Word>(word[lane] >> 32 / per_word * part));
}

/// HMMA d, a, b, c: d = a * b + c, of 16 rows. Lane i holds, of a, row i / 4 (and 8 further on) in each block along k
/// the i % 4-th word; of b likewise of column i / 4; of c and d the columns 2 * (i % 4) and the next of those rows.
template <typename Factor, typename Sum, unsigned depth_blocks>
void multiply_floats(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  constexpr unsigned per_word = sizeof(typename Factor::Word) == 2 ? 2 : 1,
                     sums_per_word = sizeof(typename Sum::Word) == 2 ? 2 : 1;
  constexpr std::size_t depth = std::size_t{depth_blocks} * lanes_of_row * per_word;
  constexpr unsigned row_blocks = 2;
  std::array<std::array<Scaled, matrix_depth>, row_blocks * rows_of_block> a;
  std::array<std::array<Scaled, matrix_depth>, columns> b;
  for (std::size_t row = 0; row < a.size(); ++row) {
    std::size_t count = 0;
    for (unsigned block = 0; block < depth_blocks; ++block)
      append_numbers<Factor, per_word>(
          a[row], count, word_of(warp, instruction, 0, block * row_blocks + static_cast<unsigned>(row / rows_of_block)),
          row % rows_of_block);
  }
  for (std::size_t column = 0; column < columns; ++column) {
    std::size_t count = 0;
    for (unsigned block = 0; block < depth_blocks; ++block)
      append_numbers<Factor, per_word>(b[column], count, word_of(warp, instruction, 1, block), column);
  }
  std::array<LaneVector, 2 * row_blocks / sums_per_word> results{};
  for (std::size_t lane = 0; lane < lanes; ++lane)
    for (unsigned out = 0; out < 2 * row_blocks; ++out) {
      const std::size_t row = lane / lanes_of_row + rows_of_block * (out / 2),
                        column = 2 * (lane % lanes_of_row) + out % 2;
      const unsigned word = out / sums_per_word, shift = 16 * (out % sums_per_word);
      const auto c = static_cast<typename Sum::Word>(word_of(warp, instruction, 2, word)[lane] >> shift);
      const auto sum = sum_of_products<Sum>(std::span(a[row]).first(depth), std::span(b[column]).first(depth), c);
      results[word][lane] |= std::uint32_t{sum} << shift;
    }
  write_words(warp, instruction, results, chosen);
}

template <unsigned depth_blocks> DataOperation select_hmma_f32(Modifiers& modifiers, const sass::Instruction&) {
  const std::string_view shape = modifiers.take_first();
  if (!modifiers.take("F32")) return nullptr;
  if (modifiers.take("TF32"))
    return shape == (depth_blocks == 1 ? "1684" : "1688") ? multiply_floats<TensorFloat, Single, depth_blocks>
                                                          : nullptr;
  if (shape != (depth_blocks == 1 ? "1688" : "16816")) return nullptr;
  return modifiers.take("BF16") ? multiply_floats<Bfloat, Single, depth_blocks>
                                : multiply_floats<Half, Single, depth_blocks>;
}

template <unsigned depth_blocks> DataOperation select_hmma_f16(Modifiers& modifiers, const sass::Instruction&) {
  const bool fits = modifiers.take_first() == (depth_blocks == 1 ? "1688" : "16816") && modifiers.take("F16");
  return fits ? multiply_floats<Half, Half, depth_blocks> : nullptr;
}

// ---- DMMA ---------------------------------------------------------------------------------------

double double_of(const Warp& warp, const DecodedInstruction& instruction, std::size_t source, unsigned number,
                 std::size_t lane) {
  const std::uint64_t low = word_of(warp, instruction, source, 2 * number)[lane],
                      high = word_of(warp, instruction, source, 2 * number + 1)[lane];
  return std::bit_cast<double>(high << 32 | low);
}

/// DMMA d, a, b, c: the products are added to c one after the other along k, each as DFMA does it.
template <unsigned row_blocks, unsigned depth_blocks>
void multiply_doubles(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  std::array<LaneVector, 4 * row_blocks> results;
  for (std::size_t lane = 0; lane < lanes; ++lane)
    for (unsigned out = 0; out < 2 * row_blocks; ++out) {
      const std::size_t row = lane / lanes_of_row, column = 2 * (lane % lanes_of_row) + out % 2;
      double sum = double_of(warp, instruction, 2, out, lane);
      for (unsigned block = 0; block < depth_blocks; ++block)
        for (std::size_t k = 0; k < lanes_of_row; ++k) {
          const double a = double_of(warp, instruction, 0, block * row_blocks + out / 2, lanes_of_row * row + k),
                       b = double_of(warp, instruction, 1, block, lanes_of_row * column + k);
          const double next = fused_double(a, b, sum, Rounding::nearest);
          const auto bits = [](double number) { return std::bit_cast<std::uint64_t>(number); };
          sum = std::isnan(next) ? std::bit_cast<double>(nan_among({bits(b), bits(sum), bits(a)})) : next;
        }
      const auto bits = std::bit_cast<std::uint64_t>(sum);
      results[2 * std::size_t{out}][lane] = static_cast<std::uint32_t>(bits);
      results[2 * std::size_t{out} + 1][lane] = static_cast<std::uint32_t>(bits >> 32);
    }
  write_words(warp, instruction, results, chosen);
}

/// sm_80 to sm_89 print 884 for the only shape they have.
template <unsigned row_blocks, unsigned depth_blocks>
DataOperation select_dmma(Modifiers& modifiers, const sass::Instruction&) {
  constexpr std::array<std::string_view, 5> shapes = {"8x8x4", "16x8x4", "16x8x8", "", "16x8x16"};
  const std::string_view shape = modifiers.take_first();
  const bool fits = shape == shapes[row_blocks + depth_blocks - 2] || (row_blocks == 1 && shape == "884");
  return fits ? multiply_doubles<row_blocks, depth_blocks> : nullptr;
}

// ---- rows ---------------------------------------------------------------------------------------

/// The sums of other generations are computed as those of sm_90, whose last bits are known.
constexpr std::array<Architectures, 3> generations = {{{70, 89}, hopper, {91, 999}}};
constexpr Trait trait_of(const Architectures& generation) {
  return generation.first == hopper.first ? plain : approximate;
}

constexpr std::array forms = {
    Opcode{"HMMA", "QTRV", select_hmma_f32<1>}, Opcode{"HMMA", "QVTV", select_hmma_f32<2>},
    Opcode{"HMMA", "DTRT", select_hmma_f16<1>}, Opcode{"HMMA", "DVTT", select_hmma_f16<2>},
    Opcode{"DMMA", "QTTV", select_dmma<1, 1>},  Opcode{"DMMA", "OVTE", select_dmma<2, 1>},
    Opcode{"DMMA", "OEVE", select_dmma<2, 2>},  Opcode{"DMMA", "OLEE", select_dmma<2, 4>},
};

constexpr auto rows = [] {
  std::array<Opcode, forms.size() * generations.size()> all{};
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i] = forms[i % forms.size()];
    all[i].architectures = generations[i / forms.size()];
    all[i].traits = trait_of(all[i].architectures);
  }
  return all;
}();

}  // namespace

std::span<const Opcode> matrix_float_opcodes() { return rows; }

}  // namespace reconverge::emulator
