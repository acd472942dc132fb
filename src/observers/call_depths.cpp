#include "observers/call_depths.hpp"

namespace reconverge::observers {

CallDepths::CallDepths(const sass::Function& function) {
  for (const auto& row : function.instructions)
    changes_.push_back(row.opcode() == "CALL"  ? Change::calls
                       : row.opcode() == "RET" ? Change::returns
                                               : Change::none);
}

/// Lanes that execute the instruction again, or the next one, have neither called nor returned.
void CallDepths::go_on(emulator::Moment at, core::LaneMask lanes, std::uint32_t index) {
  const Change change = changes_[at.index];
  if (change == Change::none || index == at.index || index == at.index + 1) return;
  for (int lane = 0; lane < core::lane_count; ++lane)
    if (lanes.contains(core::LaneMask(1u << lane))) depth_[static_cast<std::size_t>(lane)] += change == Change::calls ? 1 : -1;
}

void CallDepths::blocked(const emulator::Blocked& event) {
  core::LaneMask& waiting = waiting_[event.barrier];
  waiting |= event.mask;
  look(event.at, waiting);
}

void CallDepths::released(const emulator::Released& event) {
  look(event.at, event.mask);
  core::LaneMask& waiting = waiting_[event.barrier];
  waiting = waiting.without(event.mask);
}

void CallDepths::look(emulator::Moment at, core::LaneMask lanes) {
  bool differ = false;
  const int first = lanes.any() ? depth_[static_cast<std::size_t>(lanes.lowest())] : 0;
  for (int lane = 0; lane < core::lane_count; ++lane)
    differ = differ || (lanes.contains(core::LaneMask(1u << lane)) && depth_[static_cast<std::size_t>(lane)] != first);
  if (!differ) return;
  Finding& finding = found_[at.index];
  if (finding.count++ > 0) return;
  finding.kind = "barrier-at-two-depths";
  finding.index = at.index;
  finding.lanes = lanes;
  finding.message = "lanes are in one convergence barrier from two call depths: the card loses convergence here, and cycles are not reliable";
}

std::vector<Finding> CallDepths::findings() const {
  std::vector<Finding> findings;
  for (const auto& [index, finding] : found_) findings.push_back(finding);
  return findings;
}

}  // namespace reconverge::observers
