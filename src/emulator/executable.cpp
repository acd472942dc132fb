#include "emulator/executable.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <set>

#include "emulator/opcodes/opcode.hpp"
#include "emulator/reconvergence/mechanism.hpp"

namespace reconverge::emulator {
namespace {

using core::Diagnostic;
using core::Failure;
using sass::Operand;
using sass::OperandKind;

/// Decodes the rows of one function into an Executable.
class Decoder {
 public:
  Decoder(Executable& executable, const Mechanism& mechanism, const Constants& constants,
          const std::string& source)
      : executable_(executable), mechanism_(mechanism), constants_(constants), source_(source) {}

  core::Result<core::Done> run() {
    const auto& rows = executable_.function.instructions;
    if (rows.size() >= past_the_end)
      return Diagnostic{.message = "the function has too many instructions", .where = {source_}};
    executable_.instructions.resize(rows.size());
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
      index_ = i;
      if (auto decoded = decode_row(rows[i]); !decoded) return decoded.error();
    }
    link_rows();
    return core::Done{};
  }

 private:
  DecodedInstruction& out() { return executable_.instructions[index_]; }

  core::Result<core::Done> decode_row(const sass::Instruction& row) {
    out().guard = row.guard.index;
    out().guard_negated = row.guard.negated;
    if (row.guard.uniform) {
      problem(row, "uniform guards are not executed by this mechanism",
              "uniform predicates exist from sm_75 on: is this a listing of an older generation?");
      return core::Done{};
    }
    const auto control = mechanism_.control_part(row);
    if (control) {
      if (auto decoded = decode_control(row, *control); !decoded) return decoded;
    }
    if (!control || control->carrier) decode_data(row, control.has_value());
    return core::Done{};
  }

  core::Result<core::Done> decode_control(const sass::Instruction& row, const ControlPart& part) {
    out().control.operation = part.operation;
    out().control.before_data = part.before_data;
    if (part.never_predicated && out().predicated())
      problem(row, fmt::format("{} cannot be predicated", row.mnemonic),
              "it pushes for every active lane: was the guard copied from another row?");
    if (part.reads_register) decode_indirect(row);
    if (!part.carrier && !part.reads_register) check_control_operands(row, part);
    if (!part.needs_target) return core::Done{};
    if (!row.target) return failure(row, fmt::format("{} has no target", row.mnemonic),
                                      "write the address it names as its last operand");
    out().control.target = executable_.index_of(*row.target);
    if (out().control.target == no_index && !lies_in_gap(*row.target))
      return failure(row, fmt::format("target 0x{:x} of {} is no instruction", *row.target, row.mnemonic),
                     "check the address, or whether rows were lost when the listing was copied");
    return core::Done{};
  }

  /// A label where one is needed, and nothing else: `BRA CC.LT, 0x10` depends on a condition code,
  /// which no instruction here writes.
  void check_control_operands(const sass::Instruction& row, const ControlPart& part) {
    for (const Operand& operand : row.operands) {
      const bool is_target = part.needs_target && operand.kind == OperandKind::label;
      if (!is_target && operand.text != "CC.T") return unknown_operands(row);
    }
  }

  void decode_indirect(const sass::Instruction& row) {
    const auto base = std::ranges::find(row.operands, OperandKind::general_register, &Operand::kind);
    if (base == row.operands.end())
      return problem(row, fmt::format("{} through this operand is not implemented", row.mnemonic),
                     "the target has to be in a general register");
    out().source[0] = static_cast<Slot>(base->index);
    for (const Operand& operand : row.operands)
      if (operand.kind == OperandKind::integer_immediate || operand.kind == OperandKind::label)
        out().offset = static_cast<std::int32_t>(operand.value);
  }

  void decode_data(const sass::Instruction& row, bool is_carrier) {
    const Opcode* opcode = find_opcode(row.opcode());
    if (opcode == nullptr) return unknown(row);
    Modifiers modifiers(row.mnemonic);
    if (is_carrier) modifiers.take("S");
    out().execute = opcode->select(modifiers, row);
    if (out().execute == nullptr || !modifiers.all_taken()) {
      out().execute = nullptr;
      return unknown(row);
    }
    if (!bind_operands(row, opcode->layout)) {
      out().execute = nullptr;
      unknown_operands(row);
    }
  }

  /// Matches the operands against an opcode's layout (Opcode::layout).
  bool bind_operands(const sass::Instruction& row, std::string_view layout) {
    std::size_t sources = 0, destinations = 0, predicates = 0, next = 0;
    std::vector<const Operand*> operands;
    for (const Operand& operand : row.operands)
      if (operand.text != "CC.T") operands.push_back(&operand);  // the always-true condition code
    if (operands.size() != layout.size()) return false;
    for (const char letter : layout) {
      const Operand& operand = *operands[next++];
      switch (letter) {
        case 'd':
          if (!bind_destination(operand, out().destination[destinations++])) return false;
          break;
        case 's':
          if (!bind_source(row, operand, sources++)) return false;
          break;
        case 'f':
          if (!bind_float_source(row, operand, sources++)) return false;
          break;
        case 'p':
          if (operand.kind != OperandKind::predicate) return false;
          out().predicate_destination[predicates++] = static_cast<std::uint8_t>(operand.index);
          break;
        case 'q':
          if (operand.kind != OperandKind::predicate) return false;
          out().predicate_source = static_cast<std::uint8_t>(operand.index);
          out().predicate_source_negated = operand.inverted;
          break;
        case 'm':
          if (!bind_memory(operand, sources++)) return false;
          break;
        case 'r':
          if (!bind_special(operand)) return false;
          break;
        default: return false;
      }
    }
    return true;
  }

  static bool bind_destination(const Operand& operand, Slot& slot) {
    if (operand.kind != OperandKind::general_register) return false;
    if (!operand.suffix.empty() && operand.suffix != "CC") return false;
    slot = operand.index == sass::zero_register ? discard_slot : static_cast<Slot>(operand.index);
    return true;
  }

  bool bind_source(const sass::Instruction& row, const Operand& operand, std::size_t i) {
    std::uint8_t modifier = 0;
    if (operand.negated) modifier |= negate;
    if (operand.absolute) modifier |= absolute;
    if (operand.inverted) modifier |= invert;
    out().source_modifier[i] = modifier;
    switch (operand.kind) {
      case OperandKind::general_register:
        if (!operand.suffix.empty()) return false;
        out().source[i] = static_cast<Slot>(operand.index);
        return true;
      case OperandKind::integer_immediate:
        // The written sign is part of the value, not a modifier.
        out().source_modifier[i] = 0;
        return bind_literal(static_cast<std::uint32_t>(operand.value), i);
      case OperandKind::float_immediate:
        out().source_modifier[i] = 0;
        return bind_literal(std::bit_cast<std::uint32_t>(static_cast<float>(operand.real)), i);
      case OperandKind::constant: return bind_constant(row, operand, i);
      default: return false;
    }
  }

  /// Disassemblers print the float 2.0 as `2`. A hexadecimal immediate is refused: some print the
  /// whole word, some only the bits that the encoding holds.
  bool bind_float_source(const sass::Instruction& row, const Operand& operand, std::size_t i) {
    if (operand.kind != OperandKind::integer_immediate) return bind_source(row, operand, i);
    if (operand.text.find('x') != std::string::npos) return false;
    return bind_literal(std::bit_cast<std::uint32_t>(static_cast<float>(operand.real)), i);
  }

  bool bind_constant(const sass::Instruction& row, const Operand& operand, std::size_t i) {
    const auto known = constants_.find({operand.index, operand.value});
    if (known == constants_.end()) {
      problem(row, fmt::format("constant {} has no value", operand.text),
              fmt::format("--const '{}=VALUE'", operand.text));
      return bind_literal(0, i);
    }
    return bind_literal(known->second, i);
  }

  bool bind_literal(std::uint32_t value, std::size_t i) {
    const auto slot = first_literal + executable_.literals.size();
    if (slot > std::numeric_limits<Slot>::max()) return false;
    executable_.literals.push_back(broadcast(value));
    out().source[i] = static_cast<Slot>(slot);
    return true;
  }

  bool bind_memory(const Operand& operand, std::size_t i) {
    if (operand.kind != OperandKind::memory || operand.index < 0) return false;
    out().source[i] = static_cast<Slot>(operand.index);
    out().offset = static_cast<std::int32_t>(operand.value);
    return true;
  }

  bool bind_special(const Operand& operand) {
    const int special = find_special_register(operand.text);
    out().special = static_cast<std::uint8_t>(special);
    return operand.kind == OperandKind::special_register && special >= 0;
  }

  /// Sets where each row falls through to, and finds the preamble of an excerpt.
  void link_rows() {
    auto& rows = executable_.function.instructions;
    auto& code = executable_.instructions;
    bool control_seen = false;
    for (std::uint32_t i = 0; i < code.size(); ++i) {
      control_seen = control_seen || code[i].control.operation != 0;
      const bool is_last = i + 1 == code.size();
      const bool crosses_preamble = rows[i].gap_after == sass::Gap::elided && !control_seen && !is_last &&
                                    control_follows(i + 1);
      executable_.has_preamble = executable_.has_preamble || crosses_preamble;
      if (is_last)
        code[i].next = past_the_end;
      else
        code[i].next = rows[i].gap_after == sass::Gap::none || crosses_preamble ? i + 1 : no_index;
    }
  }

  bool control_follows(std::uint32_t from) const {
    return std::any_of(executable_.instructions.begin() + from, executable_.instructions.end(),
                       [](const DecodedInstruction& row) { return row.control.operation != 0; });
  }

  /// Whether rows that the listing leaves out could hold an address.
  bool lies_in_gap(std::uint64_t address) const {
    const auto& rows = executable_.function.instructions;
    const auto after = std::ranges::upper_bound(rows, address, {}, &sass::Instruction::address);
    if (after == rows.begin()) return true;  // an excerpt need not begin at the function's entry
    return std::prev(after)->gap_after != sass::Gap::none && after != rows.end();
  }

  Diagnostic at_row(const sass::Instruction& row, std::string message, std::string hint) const {
    return {.failure = Failure::input,
            .message = std::move(message),
            .hint = std::move(hint),
            .where = {source_, row.line, row.column}};
  }

  core::Result<core::Done> failure(const sass::Instruction& row, std::string message, std::string hint) const {
    return at_row(row, std::move(message), std::move(hint));
  }

  void problem(const sass::Instruction& row, std::string message, std::string hint) {
    out().stops = true;
    executable_.problems.try_emplace(index_, at_row(row, std::move(message), std::move(hint)));
  }

  void unknown_operands(const sass::Instruction& row) {
    problem(row, fmt::format("operands of {} are not of the form this tool executes", row.mnemonic),
            "compare their number and kinds with what a disassembler prints for it");
  }

  void unknown(const sass::Instruction& row) {
    problem(row, fmt::format("'{}' cannot be executed: no such instruction is implemented", row.mnemonic),
            "check the spelling; `reconverge list opcodes` shows what can be executed");
  }

  Executable& executable_;
  const Mechanism& mechanism_;
  const Constants& constants_;
  const std::string& source_;
  std::uint32_t index_ = 0;
};

}  // namespace

std::uint32_t Executable::index_of(std::uint64_t address) const {
  if (const auto index = function.find(address)) return static_cast<std::uint32_t>(*index);
  return address == address_of(past_the_end) ? past_the_end : no_index;
}

std::uint64_t Executable::address_of(std::uint32_t index) const {
  const auto& rows = function.instructions;
  if (index < rows.size()) return rows[index].address;
  const int arch = sass::arch_number(function.arch).value_or(0);
  return rows.empty() ? 0 : rows.back().address + static_cast<std::uint64_t>(sass::instruction_bytes(arch));
}

core::Result<Executable> decode(sass::Function function, const Mechanism& mechanism,
                                const Constants& constants, const std::string& source_name) {
  Executable executable;
  executable.function = std::move(function);
  Decoder decoder(executable, mechanism, constants, source_name);
  if (auto done = decoder.run(); !done) return done.error();
  return executable;
}

std::vector<int> registers_read_first(const sass::Function& function) {
  std::set<int> written, read_first;
  for (const auto& row : function.instructions) {
    const Opcode* opcode = find_opcode(row.opcode());
    const std::string_view layout = opcode == nullptr ? std::string_view() : opcode->layout;
    const std::size_t known = std::min(row.operands.size(), layout.size());
    const bool wide_data = layout.find('m') != std::string_view::npos && row.has_modifier("64");
    const auto registers_of = [&](std::size_t i) {
      const Operand& operand = row.operands[i];
      const bool is_register =
          operand.kind == OperandKind::general_register || operand.kind == OperandKind::memory;
      std::vector<int> registers;
      if (!is_register || operand.index < 0 || operand.index == sass::zero_register) return registers;
      registers.push_back(operand.index);
      const bool pair = layout[i] == 'm' ? row.has_modifier("E") : wide_data;
      if (pair && operand.index + 1 < sass::zero_register) registers.push_back(operand.index + 1);
      return registers;
    };
    for (std::size_t i = 0; i < known; ++i) {
      if (layout[i] != 's' && layout[i] != 'f' && layout[i] != 'm') continue;
      for (const int index : registers_of(i))
        if (!written.contains(index)) read_first.insert(index);
    }
    for (std::size_t i = 0; i < known; ++i)
      if (layout[i] == 'd' && row.guard.always())
        for (const int index : registers_of(i)) written.insert(index);
  }
  return {read_first.begin(), read_first.end()};
}

}  // namespace reconverge::emulator
