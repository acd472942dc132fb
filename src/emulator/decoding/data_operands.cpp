#include "emulator/decoding/data_operands.hpp"

#include <fmt/core.h>

#include <bit>
#include <limits>

#include "emulator/opcodes/opcode.hpp"

namespace reconverge::emulator {
namespace {

using sass::Operand;
using sass::OperandKind;

/// Matches the operands of one row against an opcode's layout (Opcode::layout).
class OperandBinder {
 public:
  OperandBinder(const sass::Instruction& row, const DataContext& context, DecodedInstruction& out)
      : row_(row), context_(context), out_(out) {}

  bool bind(std::string_view layout) {
    std::size_t sources = 0, destinations = 0, predicates = 0, predicate_sources = 0, next = 0;
    std::vector<const Operand*> operands;
    for (const Operand& operand : row_.operands)
      if (operand.text != "CC.T") operands.push_back(&operand);  // the always-true condition code
    if (operands.size() != layout.size()) return false;
    for (const char letter : layout) {
      const Operand& operand = *operands[next++];
      switch (letter) {
        case 'd':
          if (!bind_destination(operand, out_.destination[destinations++])) return false;
          break;
        case 's':
          if (!bind_source(operand, sources++)) return false;
          break;
        case 'f':
          if (!bind_float_source(operand, sources++)) return false;
          break;
        case 'p':
          if (operand.kind != OperandKind::predicate) return false;
          out_.predicate_destination[predicates++] = static_cast<std::uint8_t>(operand.index);
          break;
        case 'q':
          if (operand.kind != OperandKind::predicate) return false;
          out_.predicate_source[predicate_sources++] = {static_cast<std::uint8_t>(operand.index), operand.inverted};
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

  /// A problem that an operand of the right form has: a constant without a value.
  const std::optional<DecodingProblem>& problem() const { return problem_; }

 private:
  static bool bind_destination(const Operand& operand, Slot& slot) {
    if (operand.kind != OperandKind::general_register) return false;
    if (!operand.suffix.empty() && operand.suffix != "CC") return false;
    slot = operand.index == sass::zero_register ? discard_slot : static_cast<Slot>(operand.index);
    return true;
  }

  bool bind_source(const Operand& operand, std::size_t i) {
    std::uint8_t modifier = 0;
    if (operand.negated) modifier |= negate;
    if (operand.absolute) modifier |= absolute;
    if (operand.inverted) modifier |= invert;
    out_.source_modifier[i] = modifier;
    switch (operand.kind) {
      case OperandKind::general_register:
        if (!operand.suffix.empty()) return false;
        out_.source[i] = static_cast<Slot>(operand.index);
        return true;
      case OperandKind::integer_immediate:
        // The written sign is part of the value, not a modifier.
        out_.source_modifier[i] = 0;
        return bind_literal(static_cast<std::uint32_t>(operand.value), i);
      case OperandKind::float_immediate:
        out_.source_modifier[i] = 0;
        return bind_literal(std::bit_cast<std::uint32_t>(static_cast<float>(operand.real)), i);
      case OperandKind::constant: return bind_constant(operand, i);
      default: return false;
    }
  }

  /// Disassemblers print the float 2.0 as `2`. A hexadecimal immediate is refused: some print the
  /// whole word, some only the bits that the encoding holds.
  bool bind_float_source(const Operand& operand, std::size_t i) {
    if (operand.kind != OperandKind::integer_immediate) return bind_source(operand, i);
    if (operand.text.find('x') != std::string::npos) return false;
    return bind_literal(std::bit_cast<std::uint32_t>(static_cast<float>(operand.real)), i);
  }

  bool bind_constant(const Operand& operand, std::size_t i) {
    const auto known = context_.constants.find({operand.index, operand.value});
    if (known == context_.constants.end()) {
      if (!problem_)
        problem_ = {fmt::format("constant {} has no value", operand.text), fmt::format("--const '{}=VALUE'", operand.text)};
      return bind_literal(0, i);
    }
    return bind_literal(known->second, i);
  }

  bool bind_literal(std::uint32_t value, std::size_t i) {
    const auto slot = first_literal + context_.literals.size();
    if (slot > std::numeric_limits<Slot>::max()) return false;
    context_.literals.push_back(broadcast(value));
    out_.source[i] = static_cast<Slot>(slot);
    return true;
  }

  bool bind_memory(const Operand& operand, std::size_t i) {
    if (operand.kind != OperandKind::memory || operand.index < 0) return false;
    out_.source[i] = static_cast<Slot>(operand.index);
    out_.offset = static_cast<std::int32_t>(operand.value);
    return true;
  }

  bool bind_special(const Operand& operand) {
    const int special = find_special_register(operand.text);
    out_.special = static_cast<std::uint8_t>(special);
    return operand.kind == OperandKind::special_register && special >= 0;
  }

  const sass::Instruction& row_;
  const DataContext& context_;
  DecodedInstruction& out_;
  std::optional<DecodingProblem> problem_;
};

}  // namespace

std::optional<DecodingProblem> decode_data_part(const sass::Instruction& row, bool is_carrier,
                                                const DataContext& context, DecodedInstruction& out) {
  const Opcode* opcode = find_opcode(row.opcode());
  if (opcode == nullptr) return unknown_opcode(row);
  Modifiers modifiers(row.mnemonic);
  if (is_carrier) modifiers.take("S");
  const DataOperation operation = opcode->select(modifiers, row);
  if (operation == nullptr || !modifiers.all_taken()) return unknown_opcode(row);
  OperandBinder binder(row, context, out);
  if (!binder.bind(opcode->layout)) return binder.problem() ? binder.problem() : unknown_operands(row);
  out.execute = operation;
  return binder.problem();
}

DecodingProblem unknown_opcode(const sass::Instruction& row) {
  return {fmt::format("'{}' cannot be executed: no such instruction is implemented", row.mnemonic),
          "check the spelling; `reconverge list opcodes` shows what can be executed"};
}

DecodingProblem unknown_operands(const sass::Instruction& row) {
  return {fmt::format("operands of {} are not of the form this tool executes", row.mnemonic),
          "compare their number and kinds with what a disassembler prints for it"};
}

}  // namespace reconverge::emulator
