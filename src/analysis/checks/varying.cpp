// SPDX-License-Identifier: MIT
#include "analysis/checks/varying.hpp"

#include <algorithm>
#include <bitset>

#include "analysis/checks/thread_values.hpp"

namespace reconverge::analysis {
namespace {

using emulator::Slot;

/// What on every path here differs from lane to lane by computation from the number of the lane or thread.
struct Varying {
  std::bitset<emulator::first_literal> slots;
  std::uint16_t predicates = 0;
  ThreadValues known;
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
  const auto value = use.writes.size() == 1 ? value_of(row, varying.known) : std::nullopt;
  const auto predicate = use.predicate_writes != 0 ? predicate_of(row, varying.known) : std::nullopt;
  const auto reads = std::ranges::count_if(use.reads, [&](Slot slot) { return varying.slots.test(slot); });
  const bool alone = reads == 1 && use.reads.size() == 1 && use.predicate_reads == 0;
  const bool may_vary = reads_lane_number(row) || (alone && keeps_order(row));
  const bool is_certain = row.guard.always();
  for (const Slot slot : use.writes) {
    varying.slots.set(slot, is_certain && (value ? value->differs_in_a_warp() : may_vary));
    varying.known.erase(slot);
    if (value && is_certain) varying.known.emplace(slot, *value);
  }
  if (is_certain && (predicate ? predicate->differs_in_a_warp() : may_vary)) varying.predicates |= use.predicate_writes;
  else varying.predicates &= static_cast<std::uint16_t>(~use.predicate_writes);
}

bool join(Varying& into, const Varying& from) {
  const auto slots = into.slots;
  const auto predicates = into.predicates;
  into.slots &= from.slots;
  into.predicates &= from.predicates;
  const auto gone = std::erase_if(into.known, [&](const auto& entry) {
    const auto other = from.known.find(entry.first);
    return other == from.known.end() || !(other->second == entry.second);
  });
  return slots != into.slots || predicates != into.predicates || gone > 0;
}

bool names_all(const sass::Instruction& row, const ThreadValues& known) {
  if (row.opcode() != "WARPSYNC") return false;
  if (row.has_modifier("ALL")) return true;
  if (row.operands.empty()) return false;
  constexpr std::uint32_t all = 0xFFFF'FFFF;
  const sass::Operand& mask = row.operands.front();
  if (mask.kind == sass::OperandKind::integer_immediate) return static_cast<std::uint32_t>(mask.value) == all;
  const auto found = mask.kind == sass::OperandKind::general_register && mask.index != sass::zero_register
                         ? known.find(static_cast<Slot>(mask.index))
                         : known.end();
  return found != known.end() && found->second.constant() == all;
}

}  // namespace

ByLane by_lane(const Code& code) {
  ByLane found{.guarded = {}, .names_all_lanes = std::vector<bool>(code.size(), false)};
  const auto walk = [&](std::size_t index, Varying& varying) { vary(code, index, varying); };
  const auto before = solve(
      code, Varying{}, walk, [](const Varying&) { return Varying{}; }, join);
  visit(code, before, walk, [&](std::size_t index, const Varying& varying) {
    const auto& decoded = code.executable.instructions[index];
    if (decoded.predicated() && (varying.predicates >> decoded.guard & 1) != 0 && !code.row(index).has_modifier("U"))
      found.guarded.push_back(index);
    found.names_all_lanes[index] = names_all(code.row(index), varying.known);
  });
  std::ranges::sort(found.guarded);
  return found;
}

}  // namespace reconverge::analysis
