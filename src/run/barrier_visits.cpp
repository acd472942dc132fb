// SPDX-License-Identifier: MIT
#include "run/barrier_visits.hpp"

#include <algorithm>
#include <utility>

#include "emulator/reconvergence/barrier_opcodes.hpp"

namespace reconverge::run {
namespace {

bool arrives(const sass::Instruction& row) { return row.opcode() == "BAR" && row.has_modifier("ARV"); }

}  // namespace

bool BarrierVisits::arrive_in(const sass::Function& function) {
  return std::ranges::any_of(function.instructions, arrives);
}

void BarrierVisits::issued(const emulator::Issued& event) {
  if (event.executing.empty() || !arrives(executable_.function.instructions[event.at.index])) return;
  const std::uint32_t number = block_barrier_use(executable_, event.at.index, warp_, event.executing.lowest()).number;
  arriving_[number] |= event.executing;
  conclude(number);
}

void BarrierVisits::conclude(std::uint32_t number) {
  core::LaneMask& come = arriving_[number];
  if (come.empty() || !come.contains(mechanism_.live())) return;
  come = core::LaneMask::none();
  ++arrivals_[number];
}

void BarrierVisits::stopped_at(std::uint32_t row, int lane) {
  index_ = row;
  use_ = block_barrier_use(executable_, index_, warp_, lane);
  reduces_ = executable_.instructions[row].control.condition == emulator::condition_reduces;
}

std::map<std::uint32_t, std::uint32_t> BarrierVisits::take_arrivals() {
  for (const auto& [number, lanes] : arriving_) conclude(number);
  return std::exchange(arrivals_, {});
}

}  // namespace reconverge::run
