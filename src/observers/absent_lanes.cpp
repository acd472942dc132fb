// SPDX-License-Identifier: MIT
#include "observers/absent_lanes.hpp"

#include <fmt/core.h>

#include "core/each_lane.hpp"
#include "emulator/opcodes/shuffle.hpp"
#include "emulator/reconvergence/barrier_opcodes.hpp"
#include "emulator/reconvergence/lane_groups.hpp"
#include "emulator/run_use.hpp"

namespace reconverge::observers {

using core::LaneMask;
using emulator::DecodedInstruction;

AbsentLanes::Rows AbsentLanes::rows_of(const emulator::Executable& executable) {
  return std::make_shared<const std::vector<std::uint32_t>>(
      emulator::next_rows(executable.instructions.size(), [&](std::size_t i) {
        const std::string_view opcode = executable.function.instructions[i].opcode();
        return !executable.instructions[i].stops && (opcode == "SHFL" || opcode == "WARPSYNC");
      }));
}

void AbsentLanes::issued(const emulator::Issued& event) {
  if ((*rows_)[event.at.index] != event.at.index || event.executing.empty()) return;
  if (executable_.function.instructions[event.at.index].opcode() == "SHFL") return look_at_shuffle(event);
  Wait& wait = waits_[event.at.index];
  wait.come |= event.executing;
  wait.awaited |= named_lanes(executable_.instructions[event.at.index], event.executing);
}

/// All masks that the lanes hold.
LaneMask AbsentLanes::named_lanes(const DecodedInstruction& instruction, LaneMask lanes) const {
  if (instruction.control.condition == emulator::condition_all) return LaneMask::all();
  if (instruction.control.condition == emulator::condition_literal)
    return LaneMask(static_cast<std::uint32_t>(instruction.offset));
  LaneMask named;
  const bool inverted = (instruction.source_modifier[0] & emulator::invert) != 0;
  core::for_each_lane(lanes, [&](std::size_t lane) {
    const LaneMask mask(warp_.values[instruction.source[0]][lane]);
    named |= inverted ? ~mask : mask;
  });
  return named;
}

/// Lanes that have met wait no longer. Where several masks meet separately, the rest keeps waiting. Only lanes that go
/// on rely on those that exited: others may wait for ever.
void AbsentLanes::transferred(const emulator::Transferred& event) {
  if (event.transfer != emulator::ControlTransfer::synchronised &&
      event.transfer != emulator::ControlTransfer::synchronised_last)
    return;
  const auto found = waits_.find(event.at.index);
  if (found == waits_.end()) return;
  Wait& wait = found->second;
  if (wait.gone.any()) {
    Finding& finding = note(event.at.index, "sync-completed-by-exit", wait.come, wait.gone);
    finding.missing |= wait.gone;
    finding.message = fmt::format("{} names lanes that never arrived: it continues only because they exit",
                                  executable_.function.instructions[event.at.index].mnemonic);
  }
  wait.come = wait.come.without(event.group);
  if (wait.come.empty()) waits_.erase(found);
}

void AbsentLanes::lanes_exited(const emulator::LanesExited& event) {
  live_ = live_.without(event.mask);
  for (auto& [index, wait] : waits_) {
    const LaneMask gone = (event.mask & wait.awaited).without(wait.come);
    if (!wait.come.without(event.mask).empty()) wait.gone |= gone;
  }
}

void AbsentLanes::look_at_shuffle(const emulator::Issued& event) {
  const DecodedInstruction& instruction = executable_.instructions[event.at.index];
  const emulator::LaneVector& by = warp_.values[instruction.source[1]];
  const emulator::LaneVector& limit = warp_.values[instruction.source[2]];
  LaneMask to_exited, to_inactive, exited, inactive;
  core::for_each_lane(event.executing, [&](std::size_t lane) {
    const auto source = emulator::shuffle_source(static_cast<emulator::Shuffle>(instruction.variant),
                                                 static_cast<int>(lane), by[lane], limit[lane]);
    if (!source.inside || event.executing.contains(source.lane)) return;
    const bool lives = live_.contains(source.lane);
    (lives ? to_inactive : to_exited) |= LaneMask::lane(static_cast<int>(lane));
    (lives ? inactive : exited) |= LaneMask::lane(source.lane);
  });
  const std::string& mnemonic = executable_.function.instructions[event.at.index].mnemonic;
  if (exited.any())
    note(event.at.index, "shuffle-from-exited-lane", to_exited, exited).message =
        fmt::format("{} reads lanes that have exited, or never were: what comes from them is undefined", mnemonic);
  if (inactive.any())
    note(event.at.index, "shuffle-from-inactive-lane", to_inactive, inactive).message =
        fmt::format("{} reads lanes that do not execute it: what comes from them is undefined", mnemonic);
}

Finding& AbsentLanes::note(std::uint32_t index, std::string_view kind, LaneMask lanes, LaneMask missing) {
  Finding& finding = found_[{index, kind}];
  if (finding.count++ > 0) return finding;
  finding.kind = kind;
  finding.index = index;
  finding.lanes = lanes;
  finding.missing = missing;
  return finding;
}

std::vector<Finding> AbsentLanes::findings() const {
  std::vector<Finding> findings;
  for (const auto& [place, finding] : found_) findings.push_back(finding);
  return findings;
}

}  // namespace reconverge::observers
