// SPDX-License-Identifier: MIT
#include "timing/cycles/register_use.hpp"

#include <algorithm>
#include <functional>
#include <string_view>

namespace reconverge::timing {
namespace {

using sass::Operand;
using sass::OperandKind;

bool is_predicate(const Operand& operand) {
  return operand.kind == OperandKind::predicate || operand.kind == OperandKind::uniform_predicate;
}

/// Comparisons write predicates alone.
bool writes_register(const sass::Instruction& instruction) {
  constexpr std::array<std::string_view, 5> comparisons{"ISETP", "FSETP", "DSETP", "HSETP2", "PLOP3"};
  return std::ranges::find(comparisons, instruction.opcode()) == comparisons.end();
}

bool writes_pair(const sass::Instruction& instruction) {
  return instruction.has_modifier("WIDE") || (instruction.opcode() == "CS2R" && !instruction.has_modifier("32"));
}

bool is_one_of(std::string_view opcode, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, opcode) != names.end();
}

/// Most instruction words have their sources in the order in which they are printed. A single source of
/// some is in the second slot, and the second one of sums of floats and of comparisons of halves in the third.
std::uint8_t slot_of(std::string_view opcode, std::uint8_t place, std::ptrdiff_t sources) {
  if (place == 0) return sources == 1 && is_one_of(opcode, {"MOV", "IABS", "I2FP", "F2FP", "I2I"}) ? 1 : 0;
  return place == 1 && is_one_of(opcode, {"FADD", "HADD2", "HSET2", "HSETP2"}) ? 2 : place;
}

}  // namespace

RegisterUse registers_of(const sass::Instruction& instruction) {
  RegisterUse use;
  bool is_destination = writes_register(instruction);
  const std::ptrdiff_t sources =
      std::ranges::count_if(instruction.operands, std::not_fn(is_predicate)) - (is_destination ? 1 : 0);
  std::uint8_t place = 0;
  for (const Operand& operand : instruction.operands) {
    if (is_predicate(operand)) continue;
    const bool is_register = operand.kind == OperandKind::general_register && operand.index != sass::zero_register;
    const auto index = static_cast<std::uint8_t>(operand.index);
    if (is_destination) {
      is_destination = false;
      if (!is_register) continue;
      use.written = index;
      use.written_count = writes_pair(instruction) ? 2 : 1;
    } else {
      const bool is_pair = place == 2 && instruction.has_modifier("WIDE");
      const std::uint8_t slot = std::min<std::uint8_t>(slot_of(instruction.opcode(), place, sources), 2);
      const bool by_word = instruction.control && (instruction.control->reuse >> slot & 1) != 0;
      const bool reuse = operand.reuse || by_word;  // scheduling text does not say it
      if (is_register && use.source_count < use.sources.size())
        use.sources[use.source_count++] = {.index = index,
                                           .place = place,
                                           .slot = slot,
                                           .registers = static_cast<std::uint8_t>(is_pair ? 2 : 1),
                                           .reuse = reuse};
      ++place;
    }
  }
  for (std::size_t i = 1; i < use.source_count; ++i)
    for (std::size_t j = 0; j < i; ++j) use.shares |= use.sources[i].index == use.sources[j].index;
  return use;
}

void RegisterAges::write(const RegisterUse& registers, std::uint64_t cycle, std::uint64_t second_issue,
                         const Unit& by) {
  for (std::size_t i = 0; i < registers.written_count; ++i) {
    const bool is_last = i + 1 == registers.written_count;
    writes_[(registers.written + i) % writes_.size()] = {cycle + (is_last ? second_issue : 0), true, by.forwarding};
  }
}

void RegisterAges::forget(const RegisterUse& registers) {
  for (std::size_t i = 0; i < registers.written_count; ++i) writes_[(registers.written + i) % writes_.size()] = {};
}

}  // namespace reconverge::timing
