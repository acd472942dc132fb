#include "observers/partial_groups.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

namespace reconverge::observers {
namespace {

bool looks_at_others(const sass::Instruction& row) {
  constexpr std::array<std::string_view, 7> opcodes = {"SHFL", "VOTE", "VOTEU", "MATCH", "REDUX", "ELECT", "BAR"};
  return std::ranges::find(opcodes, row.opcode()) != opcodes.end();
}

}  // namespace

PartialGroups::PartialGroups(const sass::Function& function, core::LaneMask live)
    : function_(function), live_(live) {
  for (const auto& row : function.instructions) looks_at_others_.push_back(looks_at_others(row));
}

void PartialGroups::issued(const emulator::Issued& event) {
  if (!looks_at_others_[event.at.index] || event.active == live_ || event.executing.empty()) return;
  Finding& finding = found_[event.at.index];
  if (finding.count++ > 0) return;
  finding.kind = "partial-group";
  finding.index = event.at.index;
  finding.lanes = event.executing;
  finding.missing = live_.without(event.active);
  finding.message = fmt::format("{} ran for part of the live lanes: the others are not seen",
                                function_.instructions[event.at.index].mnemonic);
}

std::vector<Finding> PartialGroups::findings() const {
  std::vector<Finding> findings;
  for (const auto& [index, finding] : found_) findings.push_back(finding);
  return findings;
}

}  // namespace reconverge::observers
