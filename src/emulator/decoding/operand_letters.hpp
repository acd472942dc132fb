// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "emulator/decoding/data_operands.hpp"

namespace reconverge::emulator {

/// Which field of a DecodedInstruction an operand fills. Operands of one role fill its elements in
/// the order written; one that is left out keeps its place.
enum class Role : std::uint8_t { source, destination, predicate_source, predicate_destination, address, other };

/// A row whose operands are being bound.
class Binding {
 public:
  Binding(const sass::Instruction& row, bool uniform, const DataContext& context, DecodedInstruction& out)
      : row_(row), uniform_(uniform), context_(context), out_(out) {}

  const sass::Instruction& row() const { return row_; }
  /// The row belongs to the uniform datapath.
  bool uniform() const { return uniform_; }
  int architecture() const { return context_.architecture; }
  /// Whether an operand among halves is a float without saying so.
  bool takes_single(const sass::Operand& operand) const {
    return operand.kind == sass::OperandKind::constant && operand.suffix.empty() && context_.architecture > 0 &&
           context_.architecture < 70;
  }
  DecodedInstruction& out() const { return out_; }
  /// How many operands of a role came before: the element that the next one fills.
  std::size_t place(Role role) const { return places_[static_cast<std::size_t>(role)]; }
  void pass(Role role) { ++places_[static_cast<std::size_t>(role)]; }

  /// Makes the next source an immediate of one or two words, low word first.
  bool literal(std::span<const std::uint32_t> words);
  /// Makes the next source the words of the constant bank from an operand on.
  bool constant(const sass::Operand& operand, std::size_t words);
  /// Notes a problem if a word of a constant bank that will be read has no value.
  void need_constant(const sass::Operand& operand, std::int64_t offset);

  /// Notes why operands of the right form cannot be executed.
  void refuse(std::optional<DecodingProblem> problem) {
    if (!problem_) problem_ = std::move(problem);
  }

  /// Why operands of the right form cannot be bound: a constant without a value, a barrier that no block has.
  const std::optional<DecodingProblem>& problem() const { return problem_; }

 private:
  const sass::Instruction& row_;
  bool uniform_;
  const DataContext& context_;
  DecodedInstruction& out_;
  std::array<std::size_t, 6> places_{};
  std::optional<DecodingProblem> problem_;
};

/// Suffixes of operands, by what they do.
enum SuffixGroup : std::uint8_t {
  width_suffix = 1,     ///< .64, of a pair
  code_suffix = 2,      ///< .CC, of a destination
  half_suffix = 4,      ///< .H0, .H1_H1: one half
  both_suffix = 8,      ///< .H1_H0, .H0_NH1: both halves
  byte_suffix = 16,     ///< .B0 to .B3
  float_suffix = 32,    ///< .F32
  sign_suffix = 64,     ///< .SIGN
  matrix_suffix = 128,  ///< .ROW, .COL
};

/// An operand beside the letter that it was matched to.
struct MatchedOperand;

/// One letter of a layout (Opcode::layout): which operands it accepts and what it makes of them.
struct OperandLetter {
  char letter;
  Role role;
  std::uint8_t words;     ///< registers that a register operand means
  std::uint16_t kinds;    ///< bit k: accepts sass::OperandKind k
  std::uint8_t signs;     ///< bits of Modifier that every operation with this letter takes into account
  std::uint8_t suffixes;  ///< bits of SuffixGroup: what may follow the name
  bool (*bind)(Binding& binding, const MatchedOperand& matched);
  std::string_view meaning;  ///< for people
};

struct MatchedOperand {
  const OperandLetter* letter = nullptr;
  const sass::Operand* operand = nullptr;  ///< null: optional, and not written
  const sass::Operand* second = nullptr;   ///< packed halves are written as two immediates
  std::uint8_t signs =
      0;  ///< bits of Modifier that the operation takes into account: those of the letter and of the layout
  std::uint8_t bits = 0;  ///< that an integer immediate has, without sign; 0: as many as the letter's
};

/// Every letter there is.
std::span<const OperandLetter> operand_letters();

/// The operands of a row, letter by letter; nothing if their number or kinds are not the layout's.
std::optional<std::vector<MatchedOperand>> match_layout(std::string_view layout, const sass::Instruction& row);

}  // namespace reconverge::emulator
