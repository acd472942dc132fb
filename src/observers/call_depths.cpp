// SPDX-License-Identifier: MIT
#include "observers/call_depths.hpp"

#include <algorithm>

#include "core/each_lane.hpp"

namespace reconverge::observers {
CallDepths::Changes CallDepths::changes_of(const sass::Function& function) {
  std::vector<Change> changes(function.instructions.size());
  std::ranges::transform(function.instructions, changes.begin(), [](const sass::Instruction& row) {
    return row.opcode() == "CALL" ? Change::calls : row.opcode() == "RET" ? Change::returns : Change::none;
  });
  return std::make_shared<const std::vector<Change>>(std::move(changes));
}

/// Lanes that fall through have neither called nor returned, even if the next row is where others go.
void CallDepths::transferred(const emulator::Transferred& event) {
  using emulator::ControlTransfer;
  if (event.transfer != ControlTransfer::fell_through && event.transfer != ControlTransfer::diverged_fall_through_first)
    go_on(event.at, event.group, event.index);
}

/// Of lanes that wait to continue, those at this instruction or the next one have not jumped yet.
void CallDepths::parked(const emulator::Parked& event) {
  if (event.index != event.at.index && event.index != event.at.index + 1) go_on(event.at, event.mask, event.index);
}

void CallDepths::go_on(emulator::Moment at, core::LaneMask lanes, std::uint32_t index) {
  const Change change = (*changes_)[at.index];
  if (change == Change::none) return;
  for_each_lane(lanes, [&](std::size_t lane) { depth_[lane] += change == Change::calls ? 1 : -1; });
  if (change == Change::calls) enter(at, lanes, index);
  else leave(lanes);
}

/// Lanes that are in a function already call it again while others are in it less, or more, often.
void CallDepths::enter(emulator::Moment at, core::LaneMask lanes, std::uint32_t entry) {
  for_each_lane(lanes, [&](std::size_t lane) { inside_[lane].enter(entry); });
  const int times = inside_[static_cast<std::size_t>(lanes.lowest())].times_in(entry);
  core::LaneMask others;
  for_each_lane(live_.without(lanes), [&](std::size_t lane) {
    const int its = inside_[lane].times_in(entry);
    if (its > 0 && its != times) others |= core::LaneMask::lane(static_cast<int>(lane));
  });
  if (others.any())
    note(at.index, lanes | others, "recursion-at-two-depths",
         "lanes are in one function at two depths of its calls: the card can lose convergence here, and cycles are not "
         "reliable");
}

void CallDepths::leave(core::LaneMask lanes) {
  for_each_lane(lanes, [&](std::size_t lane) { inside_[lane].leave(); });
}

/// A program that only calls runs for ever; calls beyond `deepest` are counted, not noted.
void CallDepths::Inside::enter(std::uint32_t entry) {
  if (entries.size() >= deepest) {
    ++unnoted;
    return;
  }
  entries.push_back(entry);
  ++times[entry];
}

void CallDepths::Inside::leave() {
  if (unnoted > 0) {
    --unnoted;
  } else if (!entries.empty()) {
    --times[entries.back()];
    entries.pop_back();
  }
}

int CallDepths::Inside::times_in(std::uint32_t entry) const {
  const auto found = times.find(entry);
  return found == times.end() ? 0 : found->second;
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
  note(at.index, lanes, "barrier-at-two-depths",
       "lanes are in one convergence barrier from two call depths: the card loses convergence here, and cycles are not "
       "reliable");
}

/// One finding for each row.
void CallDepths::note(std::uint32_t index, core::LaneMask lanes, std::string_view kind, std::string_view message) {
  Finding& finding = found_[index];
  if (finding.count++ > 0) return;
  finding.kind = kind;
  finding.index = index;
  finding.lanes = lanes;
  finding.message = message;
}

std::vector<Finding> CallDepths::findings() const {
  std::vector<Finding> findings;
  for (const auto& [index, finding] : found_) findings.push_back(finding);
  return findings;
}

}  // namespace reconverge::observers
