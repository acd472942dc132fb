// SPDX-License-Identifier: MIT
#include "observers/partial_groups.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

namespace reconverge::observers {
namespace {

/// ELECT does not: it names a leader of the lanes that are here, whichever those are.
bool looks_at_others(const sass::Instruction& row) {
  constexpr std::array<std::string_view, 6> opcodes = {"SHFL", "VOTE", "VOTEU", "MATCH", "REDUX", "BAR"};
  return std::ranges::find(opcodes, row.opcode()) != opcodes.end();
}

/// VOTE.ANY d, PT, PT and VOTEU.ANY: d is the active mask.
bool asks_who_is_here(const sass::Instruction& row) {
  const bool votes = row.opcode() == "VOTE" || row.opcode() == "VOTEU";
  if (!votes || row.operands.empty() || row.has_modifier("EQ")) return false;
  const sass::Operand& asked = row.operands.back();
  const bool is_predicate =
      asked.kind == sass::OperandKind::predicate || asked.kind == sass::OperandKind::uniform_predicate;
  return is_predicate && asked.index == sass::true_predicate && !asked.inverted;
}

/// Whether the code from a row on reads the active mask before control can be transferred: compilers that add up the
/// values of a group do so first, and then let one of its lanes add the sum.
bool is_asked_behind(const std::vector<sass::Instruction>& rows, std::size_t index) {
  constexpr std::array<std::string_view, 7> moves = {"BRA", "BRX", "JMP", "RET", "EXIT", "CALL", "BSYNC"};
  for (std::size_t i = index + 1; i < rows.size() && std::ranges::find(moves, rows[i].opcode()) == moves.end(); ++i)
    if (asks_who_is_here(rows[i])) return true;
  return false;
}

}  // namespace

PartialGroups::Rows PartialGroups::rows_of(const sass::Function& function) {
  std::vector<Row> rows;
  for (std::size_t i = 0; i < function.instructions.size(); ++i) {
    const auto& row = function.instructions[i];
    const bool sums = row.opcode() == "REDUX" && is_asked_behind(function.instructions, i);
    rows.push_back(asks_who_is_here(row)           ? Row::asks
                   : looks_at_others(row) && !sums ? Row::looks_at_others
                                                   : Row::other);
  }
  return std::make_shared<const std::vector<Row>>(std::move(rows));
}

void PartialGroups::know_each_other(core::LaneMask group) {
  for (std::size_t lane = 0; lane < known_.size(); ++lane)
    if (group.contains(static_cast<int>(lane))) known_[lane] = group;
}

void PartialGroups::issued(const emulator::Issued& event) {
  const Row row = (*rows_)[event.at.index];
  if (row == Row::other || event.active == live_ || event.executing.empty()) return;
  if (row == Row::asks) return know_each_other(event.executing);
  const auto& instruction = function_.instructions[event.at.index];
  if (known_[static_cast<std::size_t>(event.executing.lowest())] == event.executing && instruction.opcode() != "BAR")
    return;
  Finding& finding = found_[event.at.index];
  if (finding.count++ > 0) return;
  finding.kind = "partial-group";
  finding.index = event.at.index;
  finding.lanes = event.executing;
  finding.missing = live_.without(event.active);
  finding.message = fmt::format("{} ran for part of the live lanes: the others are not seen", instruction.mnemonic);
}

/// WARPSYNC: these lanes have named each other.
void PartialGroups::transferred(const emulator::Transferred& event) {
  if (event.transfer == emulator::ControlTransfer::synchronised ||
      event.transfer == emulator::ControlTransfer::synchronised_last)
    know_each_other(event.group);
}

std::vector<Finding> PartialGroups::findings() const {
  std::vector<Finding> findings;
  for (const auto& [index, finding] : found_) findings.push_back(finding);
  return findings;
}

}  // namespace reconverge::observers
