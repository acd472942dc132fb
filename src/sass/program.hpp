// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace reconverge::sass {

/// Register number under which RZ (and URZ) is kept, whatever the generation writes for it.
inline constexpr int zero_register = 255;
/// Predicate number under which PT (and UPT) is kept.
inline constexpr int true_predicate = 7;

enum class OperandKind : std::uint8_t {
  general_register,   ///< R0..R254, RZ
  uniform_register,   ///< UR0..UR254, URZ
  predicate,          ///< P0..P6, PT
  uniform_predicate,  ///< UP0..UP6, UPT
  barrier,            ///< convergence barrier B0..B15
  scoreboard,         ///< SB0..SB5
  constant,           ///< c[bank][offset], cx[URn][offset]
  memory,             ///< [R2+0x10], desc[UR4][R2.64]
  integer_immediate,  ///< 0x20, -5
  float_immediate,    ///< 1.3333, +INF, -QNAN
  label,              ///< a code address, absolute in the function; see Instruction::target
  special_register,   ///< SR_TID.X, SR_CLOCKLO
  other,              ///< anything else, kept as text: CC, {2}, 2D
};

/// The width of a base register, by its address.
enum class BaseWidth : std::uint8_t {
  unstated,  ///< R2: the instruction decides
  single,    ///< R2.U32
  pair,      ///< R2.64
};

/// The sum in the last brackets of a memory operand, `[R2.X4+UR4+0x10]`, or of a constant, `c[0x3][R4+0x8]`.
struct Address {
  int base = -1;        ///< general register; -1: none
  int uniform = -1;     ///< uniform register; -1: none
  int descriptor = -1;  ///< uniform register of `desc[UR4]` before the brackets; -1: none
  BaseWidth width = BaseWidth::unstated;
  std::uint8_t shift = 0;   ///< of the base: 2 of `R2.X4`
  std::int32_t offset = 0;  ///< bytes

  bool reads_register() const { return base >= 0 || uniform >= 0; }
  friend bool operator==(const Address&, const Address&) = default;
};

/// One operand. `text` is what was written, blanks normalised; the other fields are its meaning as
/// far as the reader understands the kind, and are left at their defaults otherwise.
struct Operand {
  OperandKind kind = OperandKind::other;
  bool negated = false;      ///< -R0
  bool absolute = false;     ///< |R0|
  bool inverted = false;     ///< !P0 or ~R0
  bool reuse = false;        ///< R0.reuse
  bool hexadecimal = false;  ///< an immediate written as 0x20
  int index = -1;            ///< register, predicate, barrier or constant-bank number; for memory the base register
  std::int64_t value = 0;    ///< immediate; byte offset of a constant or memory operand; label address
  double real = 0;           ///< value of a float immediate
  std::string suffix;        ///< what follows the name after a dot, without it: "64", "H1", "CC"
  std::optional<Address> address;  ///< of a constant or memory operand, if each part of it is understood
  std::string text;                ///< normalised spelling

  /// RZ, or -RZ, without bars and suffix.
  bool is_zero(bool with_minus = false) const {
    return kind == OperandKind::general_register && index == zero_register && negated == with_minus && !absolute &&
           !inverted && suffix.empty();
  }
  /// PT, or !PT.
  bool is_true(bool complemented = false) const {
    return kind == OperandKind::predicate && index == true_predicate && inverted == complemented;
  }

  /// Every field; two NaN immediates of one spelling are equal.
  friend bool operator==(const Operand& a, const Operand& b);
};

/// `@P0`, `@!P0`, `@UP0`. The default, PT, lets every lane pass.
struct Guard {
  std::uint8_t index = true_predicate;
  bool negated = false;
  bool uniform = false;

  constexpr bool always() const { return index == true_predicate && !negated; }
  friend bool operator==(const Guard&, const Guard&) = default;
};

/// Scheduling control of one instruction (Kepler and later; docs/model.md, control-words).
struct ControlWord {
  std::uint8_t stall = 0;             ///< cycles until the next instruction may issue
  bool yield = false;                 ///< the scheduler may switch to another warp
  std::uint8_t write_scoreboard = 7;  ///< scoreboard set until the result is written; 7 = none
  std::uint8_t read_scoreboard = 7;   ///< scoreboard set until the sources are read; 7 = none
  std::uint8_t wait_mask = 0;         ///< bit i: wait for scoreboard i
  std::uint8_t reuse = 0;             ///< bit i: keep source operand i in the reuse cache
  bool dual_issue = false;            ///< Kepler: issues together with the next instruction
  std::uint32_t raw = 0;              ///< the field as encoded: 8 bits on Kepler, 21 from Maxwell on

  friend bool operator==(const ControlWord&, const ControlWord&) = default;
};

/// Rows that are missing between an instruction and the next one.
enum class Gap : std::uint8_t {
  none,
  elided,  ///< a `...` row is there
  jump,    ///< the addresses jump
};

struct Instruction {
  std::uint64_t address = 0;  ///< bytes from the start of the function
  Guard guard;
  std::string mnemonic;                 ///< opcode and modifiers as written: "ISETP.LT.AND"
  std::vector<Operand> operands;        ///< in the order written, destinations first
  std::optional<std::uint64_t> target;  ///< address of the label operand, if there is one
  /// Where an indirect branch may go, if the listing notes it (`(*"BRANCH_TARGETS .L_1,.L_2"*)`).
  std::vector<std::uint64_t> noted_targets;
  std::optional<ControlWord> control;
  std::array<std::uint64_t, 2> words{};  ///< the encoding, low word first
  std::uint8_t word_count = 0;           ///< 0 (no hex in the dump), 1 (64 bits) or 2 (128 bits)
  Gap gap_after = Gap::none;
  std::int32_t source_note = -1;  ///< index into Function::source_notes; -1 = no line note
  std::uint32_t line = 0;         ///< place in the listing, from 1
  std::uint32_t column = 0;

  /// "ISETP" of "ISETP.LT.AND".
  std::string_view opcode() const { return std::string_view(mnemonic).substr(0, mnemonic.find('.')); }
  /// Whether ".LT" is among the modifiers of "ISETP.LT.AND".
  bool has_modifier(std::string_view modifier) const;

  /// Every field but the place in the listing.
  friend bool operator==(const Instruction& a, const Instruction& b);
};

/// `//## File "a.cu", line 7`, optionally inlined at another place.
struct SourceNote {
  std::string file;
  std::uint32_t line = 0;
  std::string inlined_at;  ///< the rest of the note, verbatim; empty if none

  friend bool operator==(const SourceNote&, const SourceNote&) = default;
};

/// One function of a listing: what control flow and emulation work on.
struct Function {
  std::string name;  ///< empty if the listing names none
  std::string arch;  ///< "sm_90", "sm_100a"; empty if the listing names none
  std::vector<Instruction> instructions;
  std::vector<SourceNote> source_notes;

  /// Index of the instruction at an address; nothing if no row is there.
  std::optional<std::size_t> find(std::uint64_t address) const;

  friend bool operator==(const Function&, const Function&) = default;
};

/// The number in "sm_90a"; nothing if the text is not an architecture.
std::optional<int> arch_number(std::string_view arch);

/// Numbers of the architectures that were made, in order.
std::span<const int> architecture_numbers();

/// Whether there is such an architecture: "sm_35", "sm_90a", "sm_100f".
bool is_architecture(std::string_view arch);

/// Bytes of one instruction: 16 from sm_70 on, 8 before.
constexpr int instruction_bytes(int arch_number) { return arch_number >= 70 ? 16 : 8; }

/// Instructions between two control words of the code: 7 on Kepler, 3 on Maxwell and Pascal; 0 where no such word
/// exists (Fermi; Volta and later keep the control in the instruction).
constexpr int instructions_per_control_word(int arch_number) {
  if (arch_number < 30 || arch_number >= 70) return 0;
  return arch_number < 50 ? 7 : 3;
}

/// Whether a control word is at an address: one is before every group of instructions.
constexpr bool is_place_of_control_word(int arch_number, std::uint64_t address) {
  const int between = instructions_per_control_word(arch_number);
  return between != 0 && address % (8 * (static_cast<std::uint64_t>(between) + 1)) == 0;
}

}  // namespace reconverge::sass
