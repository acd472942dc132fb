// SPDX-License-Identifier: MIT
#include "observers/partial_groups.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "emulator/run_use.hpp"

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
  auto code = std::make_shared<Code>();
  for (std::size_t i = 0; i < function.instructions.size(); ++i) {
    const auto& row = function.instructions[i];
    const bool sums = row.opcode() == "REDUX" && is_asked_behind(function.instructions, i);
    code->rows.push_back(asks_who_is_here(row)           ? Code::Row::asks
                         : looks_at_others(row) && !sums ? Code::Row::looks_at_others
                                                         : Code::Row::other);
  }
  code->next = emulator::next_rows(code->rows.size(), [&](std::size_t i) { return code->rows[i] != Code::Row::other; });
  return code;
}

void PartialGroups::know_each_other(core::LaneMask group) {
  for (std::size_t lane = 0; lane < known_.size(); ++lane)
    if (group.contains(static_cast<int>(lane))) known_[lane] = group;
}

void PartialGroups::look_at(std::uint32_t index, core::LaneMask active, core::LaneMask executing) {
  const Code::Row row = rows_->rows[index];
  if (row == Code::Row::other || executing.empty()) return;
  if (row == Code::Row::asks) return know_each_other(executing);
  const auto& instruction = function_.instructions[index];
  if (known_[static_cast<std::size_t>(executing.lowest())] == executing && instruction.opcode() != "BAR") return;
  Finding& finding = found_[index];
  if (finding.count++ > 0) return;
  finding.kind = "partial-group";
  finding.index = index;
  finding.lanes = executing;
  finding.missing = live_.without(active);
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
