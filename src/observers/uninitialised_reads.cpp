#include "observers/uninitialised_reads.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "emulator/decoding/register_use.hpp"

namespace reconverge::observers {
namespace {

using core::LaneMask;

/// Instructions that hand a value on without looking at it.
bool is_copy(const sass::Instruction& row) {
  constexpr std::array<std::string_view, 6> opcodes = {"MOV", "SEL", "STL", "PRMT", "SHFL", "FSEL"};
  return std::ranges::find(opcodes, row.opcode()) != opcodes.end() || row.mnemonic.starts_with("IMAD.MOV");
}

/// A comparison that is joined with a predicate: where that decides alone, compilers leave the operands
/// as they are.
bool may_not_matter(const sass::Instruction& row) {
  return row.opcode().ends_with("SETP") && !row.operands.empty() &&
         row.operands.back().kind == sass::OperandKind::predicate &&
         row.operands.back().index != sass::true_predicate;
}

}  // namespace

UninitialisedReads::UninitialisedReads(const sass::Function& function, const std::vector<int>& given) {
  const int architecture = sass::arch_number(function.arch).value_or(0);
  for (const auto& instruction : function.instructions) {
    auto use = emulator::register_use(instruction, architecture);
    rows_.push_back({std::move(use.reads), std::move(use.writes), is_copy(instruction) || may_not_matter(instruction),
                     instruction.opcode() == "SHFL"});
  }
  for (const int index : given) written_[static_cast<std::size_t>(index)] = LaneMask::all();
}

LaneMask UninitialisedReads::undefined_lanes(const Row& row, LaneMask lanes) const {
  LaneMask undefined;
  for (const int index : row.reads) undefined |= lanes.without(written_[static_cast<std::size_t>(index)]);
  return undefined;
}

void UninitialisedReads::issued(const emulator::Issued& event) {
  const Row& row = rows_[event.at.index];
  const LaneMask undefined = undefined_lanes(row, event.executing);
  if (undefined.any() && !row.copies) {
    for (const int index : row.reads) {
      const LaneMask lanes = event.executing.without(written_[static_cast<std::size_t>(index)]);
      if (lanes.empty()) continue;
      Finding& finding = found_[{event.at.index, index}];
      if (finding.count++ > 0) continue;
      finding.kind = "uninitialised-register";
      finding.index = event.at.index;
      finding.lanes = lanes;
      finding.message = fmt::format("R{} is used, but nothing has written it", index);
    }
  }
  // A shuffle takes values of other lanes: it copies nothing only if none of them has one.
  const bool takes_some = row.shuffles && undefined != event.executing;
  const LaneMask copied = row.copies && !takes_some ? undefined : LaneMask();
  for (const int index : row.writes) {
    LaneMask& written = written_[static_cast<std::size_t>(index)];
    written = (written | event.executing).without(copied);
  }
}

std::vector<Finding> UninitialisedReads::findings() const {
  std::vector<Finding> findings;
  for (const auto& [place, finding] : found_) findings.push_back(finding);
  return findings;
}

}  // namespace reconverge::observers
