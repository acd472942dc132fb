// SPDX-License-Identifier: MIT
#include "analysis/checks/varying.hpp"

#include <algorithm>
#include <bitset>

namespace reconverge::analysis {
namespace {

using emulator::Slot;

/// What on every path here differs from lane to lane by computation from the number of the lane or thread.
struct Varying {
  std::bitset<emulator::first_literal> slots;
  std::uint16_t predicates = 0;
};

bool reads_lane_number(const sass::Instruction& row) {
  if (row.opcode() != "S2R") return false;
  return std::ranges::any_of(row.operands, [](const sass::Operand& operand) {
    return operand.text == "SR_TID.X" || operand.text == "SR_LANEID";
  });
}

/// Operations that keep different numbers different, or order them.
bool keeps_order(const sass::Instruction& row) {
  constexpr std::string_view opcodes[] = {"MOV", "IADD3", "IADD", "ISETP", "VIADD", "IMAD"};
  return std::ranges::find(opcodes, row.opcode()) != std::end(opcodes);
}

void vary(const Code& code, std::size_t index, Varying& varying) {
  const sass::Instruction& row = code.row(index);
  const observers::ValueUse& use = code.uses[index];
  const auto reads = std::ranges::count_if(use.reads, [&](Slot slot) { return varying.slots.test(slot); });
  const bool alone = reads == 1 && use.reads.size() == 1 && use.predicate_reads == 0;
  const bool varies = reads_lane_number(row) || (alone && keeps_order(row));
  const bool certain = varies && row.guard.always();
  for (const Slot slot : use.writes) varying.slots.set(slot, certain);
  if (certain) varying.predicates |= use.predicate_writes;
  else varying.predicates &= static_cast<std::uint16_t>(~use.predicate_writes);
}

}  // namespace

std::vector<std::size_t> rows_guarded_by_lane(const Code& code) {
  const auto walk = [&](std::size_t index, Varying& varying) { vary(code, index, varying); };
  const auto before = solve(
      code, Varying{}, walk, [](const Varying&) { return Varying{}; },
      [](Varying& into, const Varying& from) {
        const Varying old = into;
        into.slots &= from.slots;
        into.predicates &= from.predicates;
        return old.slots != into.slots || old.predicates != into.predicates;
      });
  std::vector<std::size_t> rows;
  visit(code, before, walk, [&](std::size_t index, const Varying& varying) {
    const auto& decoded = code.executable.instructions[index];
    if (decoded.predicated() && (varying.predicates >> decoded.guard & 1) != 0 && !code.row(index).has_modifier("U"))
      rows.push_back(index);
  });
  std::ranges::sort(rows);
  return rows;
}

}  // namespace reconverge::analysis
