// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>

#include "emulator/opcodes/fragments.hpp"
#include "emulator/opcodes/lanewise.hpp"
#include "emulator/opcodes/located_access.hpp"
#include "emulator/opcodes/opcode.hpp"

/// Matrices that the lanes of a warp hold together: loads, stores and transposition of 8 by 8 halves, and
/// products of integers and bits, which are exact (those of floats: matrix_float.cpp). Which lane holds what is as the
/// PTX manual has it (ldmatrix, stmatrix, movmatrix, mma). The manual requires all lanes of a warp; operands of lanes
/// that do not execute are taken as their registers hold them.
namespace reconverge::emulator {
namespace {

using core::LaneMask;

constexpr std::size_t rows_of_matrix = 8, bytes_of_row = 16;

/// The halves of an 8 by 8 matrix that lane i holds: of row i / 4 the two columns from 2 * (i % 4) on; of a
/// transposed one, of column i / 4 the two rows.
struct Element {
  std::size_t row;
  std::size_t column;
};

constexpr Element element_of(std::size_t lane, std::size_t half, bool transposed) {
  const std::size_t outer = lane / 4, inner = 2 * (lane % 4) + half;
  return transposed ? Element{inner, outer} : Element{outer, inner};
}

/// The rows of `count` matrices are where the first 8 * count lanes say.
LaneMask addressing(std::size_t count) { return LaneMask(count == 4 ? 0xFFFF'FFFFu : (1u << 8 * count) - 1); }

/// LDSM.16.M88.count d, [a]; .MT88 transposes.
template <std::size_t count, bool transposed>
void load_matrices(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  if (chosen.empty()) return;
  ReadPlaces places;
  if (!locate_reads(warp, instruction, addressing(count), {AddressKind::shared, bytes_of_row}, places)) return;
  for (std::size_t matrix = 0; matrix < count; ++matrix) {
    LaneVector result{};
    for (std::size_t lane = 0; lane < lanes; ++lane)
      for (std::size_t half = 0; half < 2; ++half) {
        const Element element = element_of(lane, half, transposed);
        std::uint16_t value = 0;
        std::memcpy(&value, places[rows_of_matrix * matrix + element.row] + 2 * element.column, sizeof value);
        result[lane] |= std::uint32_t{value} << 16 * half;
      }
    assign(warp.values[word_of_pair(instruction.destination[0], static_cast<unsigned>(matrix))], result, chosen);
  }
}

/// STSM.16.M88.count [a], b.
template <std::size_t count, bool transposed>
void store_matrices(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  if (chosen.empty()) return;
  WritePlaces places;
  if (!locate_writes(warp, instruction, addressing(count), {AddressKind::shared, bytes_of_row}, false, places)) return;
  for (std::size_t matrix = 0; matrix < count; ++matrix) {
    const LaneVector& source = warp.values[word_of_pair(instruction.source[0], static_cast<unsigned>(matrix))];
    for (std::size_t lane = 0; lane < lanes; ++lane)
      for (std::size_t half = 0; half < 2; ++half) {
        if ((chosen.bits() & lane_bit[lane]) == 0) continue;
        const Element element = element_of(lane, half, transposed);
        const auto value = static_cast<std::uint16_t>(source[lane] >> 16 * half);
        std::memcpy(places[rows_of_matrix * matrix + element.row] + 2 * element.column, &value, sizeof value);
      }
  }
}

template <bool transposed>
constexpr std::array<DataOperation, 3> matrix_loads = {load_matrices<1, transposed>, load_matrices<2, transposed>,
                                                       load_matrices<4, transposed>};
template <bool transposed>
constexpr std::array<DataOperation, 3> matrix_stores = {store_matrices<1, transposed>, store_matrices<2, transposed>,
                                                        store_matrices<4, transposed>};

DataOperation select_matrices(Modifiers& modifiers, const std::array<DataOperation, 3>& straight,
                              const std::array<DataOperation, 3>& transposed) {
  if (!modifiers.take("16")) return nullptr;
  const bool transposes = modifiers.take("MT88");
  if (!transposes && !modifiers.take("M88")) return nullptr;
  const std::size_t count = modifiers.take("4") ? 2 : modifiers.take("2") ? 1 : 0;
  return transposes ? transposed[count] : straight[count];
}

DataOperation select_ldsm(Modifiers& modifiers, const sass::Instruction&) {
  return select_matrices(modifiers, matrix_loads<false>, matrix_loads<true>);
}

DataOperation select_stsm(Modifiers& modifiers, const sass::Instruction&) {
  return select_matrices(modifiers, matrix_stores<false>, matrix_stores<true>);
}

/// MOVM.16.MT88 d, a: the matrix that the lanes hold, transposed.
void transpose(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const LaneVector& source = plain_source(warp, instruction, 0);
  LaneVector result{};
  for (std::size_t lane = 0; lane < lanes; ++lane)
    for (std::size_t half = 0; half < 2; ++half) {
      const Element from = element_of(lane, half, true);
      const std::uint32_t word = source[4 * from.row + from.column / 2];
      result[lane] |= (word >> 16 * (from.column % 2) & 0xFFFF) << 16 * half;
    }
  write(warp, instruction, result, chosen);
}

DataOperation select_movm(Modifiers& modifiers, const sass::Instruction&) {
  return modifiers.take("16") && modifiers.take("MT88") ? transpose : nullptr;
}

// ---- products -----------------------------------------------------------------------------------

/// Elements of a word, and what two words with elements give.
enum class Elements : std::uint8_t { bytes, nibbles, bits_and, bits_xor };
enum Variant : std::uint16_t { signed_a = 1, signed_b = 2, saturates = 4 };

template <unsigned width> std::int64_t element(std::uint32_t word, unsigned k, bool is_signed) {
  const std::int64_t value = word >> width * k & ((1u << width) - 1);
  return is_signed && (value >> (width - 1)) != 0 ? value - (std::int64_t{1} << width) : value;
}

template <unsigned width> std::int64_t dot(std::uint32_t a, std::uint32_t b, unsigned signs) {
  std::int64_t sum = 0;
  for (unsigned k = 0; k < 32 / width; ++k)
    sum += element<width>(a, k, (signs & signed_a) != 0) * element<width>(b, k, (signs & signed_b) != 0);
  return sum;
}

template <Elements elements> std::int64_t product(std::uint32_t a, std::uint32_t b, unsigned signs) {
  if constexpr (elements == Elements::bytes) return dot<8>(a, b, signs);
  if constexpr (elements == Elements::nibbles) return dot<4>(a, b, signs);
  return std::popcount(elements == Elements::bits_and ? a & b : a ^ b);
}

/// IMMA d, a, b, c: d = a * b + c. Lane i holds, of a, row i / 4 (and 8 further on) in each block along k the
/// i % 4-th word; of b likewise of column i / 4; of c and d the columns 2 * (i % 4) and the next of those rows.
template <Elements elements, unsigned row_blocks, unsigned depth_blocks>
void multiply(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  constexpr std::int64_t least = std::numeric_limits<std::int32_t>::min(),
                         greatest = std::numeric_limits<std::int32_t>::max();
  std::array<LaneVector, 2 * row_blocks> results;
  for (std::size_t lane = 0; lane < lanes; ++lane)
    for (unsigned out = 0; out < 2 * row_blocks; ++out) {
      const std::size_t row = lane / 4, column = 2 * (lane % 4) + out % 2;
      std::int64_t sum = static_cast<std::int32_t>(word_of(warp, instruction, 2, out)[lane]);
      for (unsigned depth = 0; depth < depth_blocks; ++depth)
        for (std::size_t k = 0; k < 4; ++k)
          sum += product<elements>(word_of(warp, instruction, 0, depth * row_blocks + out / 2)[4 * row + k],
                                   word_of(warp, instruction, 1, depth)[4 * column + k], instruction.variant);
      if ((instruction.variant & saturates) != 0) sum = std::clamp(sum, least, greatest);
      results[out][lane] = static_cast<std::uint32_t>(sum);
    }
  write_words(warp, instruction, results, chosen);
}

/// Takes the shape, and of what sign the elements are. Where .SAT is known, the whole sum saturates at once
/// (data/measured/h200/matrix).
template <unsigned row_blocks, unsigned depth_blocks, bool can_saturate = false>
DataOperation select_imma(Modifiers& modifiers, const sass::Instruction&) {
  constexpr std::array<std::string_view, 3> byte_shapes = {"8816", "16816", "16832"},
                                            nibble_shapes = {"8832", "16832", "16864"};
  constexpr std::size_t shape = row_blocks + depth_blocks - 2;
  const std::string_view name = modifiers.take_first();
  constexpr std::array<std::string_view, 4> types = {"U8", "S8", "U4", "S4"};
  const int a = modifiers.take_one_of(types), b = modifiers.take_one_of(types);
  if (a < 0 || b < 0 || a / 2 != b / 2) return nullptr;
  const bool saturated = can_saturate && modifiers.take("SAT");
  modifiers.keep(static_cast<std::uint16_t>((a % 2 == 1 ? signed_a : 0) | (b % 2 == 1 ? signed_b : 0) |
                                            (saturated ? saturates : 0)));
  if (a / 2 == 0) return name == byte_shapes[shape] ? multiply<Elements::bytes, row_blocks, depth_blocks> : nullptr;
  return name == nibble_shapes[shape] ? multiply<Elements::nibbles, row_blocks, depth_blocks> : nullptr;
}

template <unsigned row_blocks, unsigned depth_blocks>
DataOperation select_bmma(Modifiers& modifiers, const sass::Instruction&) {
  constexpr std::array<std::string_view, 3> shapes = {"88128", "168128", "168256"};
  if (modifiers.take_first() != shapes[row_blocks + depth_blocks - 2]) return nullptr;
  const bool ands = modifiers.take("AND");
  if (ands == modifiers.take("XOR") || !modifiers.take("POPC")) return nullptr;
  return ands ? multiply<Elements::bits_and, row_blocks, depth_blocks>
              : multiply<Elements::bits_xor, row_blocks, depth_blocks>;
}

constexpr std::array rows = {
    Opcode{"LDSM", "dm", select_ldsm, plain, from_volta},
    Opcode{"STSM", "ms", select_stsm, plain, from_volta},
    Opcode{"MOVM", "ds", select_movm, plain, from_volta},
    Opcode{"IMMA", "DXXS", select_imma<1, 1>, plain, from_volta},
    Opcode{"IMMA", "QYXV", select_imma<2, 1>, plain, from_volta},
    Opcode{"IMMA", "QZYV", select_imma<2, 2, true>, plain, hopper},
    Opcode{"IMMA", "QZYV", select_imma<2, 2>, plain, from_volta},
    Opcode{"BMMA", "DXXS", select_bmma<1, 1>, plain, from_volta},
    Opcode{"BMMA", "QYXV", select_bmma<2, 1>, plain, from_volta},
    Opcode{"BMMA", "QZYV", select_bmma<2, 2>, plain, from_volta},
};

}  // namespace

std::span<const Opcode> matrix_opcodes() { return rows; }

}  // namespace reconverge::emulator
