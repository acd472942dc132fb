// SPDX-License-Identifier: MIT
#include "unit/explorer/barrier_witness.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <vector>

#include "emulator/emulator.hpp"
#include "explorer/replay.hpp"
#include "explorer/scene.hpp"
#include "observers/barrier_timeline.hpp"

namespace reconverge::explorer {
namespace {

using core::LaneMask;

std::string in_words(LaneMask active, LaneMask executing, std::uint32_t row) {
  return fmt::format("row {} active {} executing {}", row, to_string(active), to_string(executing));
}

/// One line for a place, so that states can be compared and read: "B0 row 5 0x00000003".
std::string group_text(std::string_view what, std::uint32_t row, LaneMask mask) {
  return mask.empty() ? "" : fmt::format("; {} row {} {}", what, row, to_string(mask));
}

/// Lanes that wait at one place, whatever the order in which they came.
std::string sorted(std::vector<std::string> parts) {
  std::ranges::sort(parts);
  std::string text;
  for (const auto& part : parts) text += part;
  return text;
}

std::string state_of(const emulator::ConvergenceBarriers& barriers) {
  std::string text;
  std::vector<std::string> waits;
  for (std::size_t i = 0; i < barriers.barriers().size(); ++i) {
    const auto& barrier = barriers.barriers()[i];
    if (barrier.mask.any()) text += fmt::format("; B{} holds {}", i, to_string(barrier.mask));
    for (const auto& group : barrier.waiting)
      waits.push_back(group_text(fmt::format("B{}", i), group.index, group.mask));
  }
  for (const auto& gathering : barriers.warp_syncs())
    waits.push_back(group_text(gathering.collective ? "WARPSYNC.COLLECTIVE" : "WARPSYNC", gathering.waiting.index,
                               gathering.waiting.mask));
  for (const auto& group : barriers.at_block_barrier()) waits.push_back(group_text("BAR", group.index, group.mask));
  text += sorted(std::move(waits));
  for (const auto& group : barriers.yielded()) text += group_text("ready", group.index, group.mask);
  for (const auto& group : barriers.ready().groups()) text += group_text("ready", group.index, group.mask);
  return text + (barriers.ready().has_fast() ? " fast" : "");
}

/// A wait is told once more when others join it at the same instruction: those are one group.
std::string state_of(const WarpState& state) {
  std::string text;
  for (std::size_t i = 0; i < state.registers.size(); ++i)
    if (state.registers[i].any()) text += fmt::format("; B{} holds {}", i, to_string(state.registers[i]));
  std::vector<observers::Timeline::Blocked> groups;
  for (const auto& wait : state.blocked) {
    const auto same = std::ranges::find_if(groups, [&](const auto& group) {
      return wait.place == observers::Timeline::Place::barrier && group.place == wait.place &&
             group.barrier == wait.barrier && group.row == wait.row;
    });
    if (same == groups.end()) groups.push_back(wait);
    else same->mask |= wait.mask;
  }
  std::vector<std::string> waits;
  for (const auto& group : groups) waits.push_back(group_text(place_of(group), group.row, group.mask));
  text += sorted(std::move(waits));
  for (const auto& group : state.ready) text += group_text("ready", group.index, group.mask);
  return text + (state.fast ? " fast" : "");
}

class Witness final : public emulator::Listener {
 public:
  explicit Witness(const emulator::ConvergenceBarriers& barriers) : barriers_(barriers) {}
  bool wants_issued() const override { return true; }
  void issued(const emulator::Issued& event) override {
    seen.push_back(in_words(event.active, event.executing, event.at.index) + state_of(barriers_));
  }
  std::vector<std::string> seen;

 private:
  const emulator::ConvergenceBarriers& barriers_;
};

std::string first_difference(const observers::Timeline& timeline, const std::vector<std::string>& seen,
                             const std::string& at_end) {
  const auto rows = rows_of(timeline);
  if (timeline.steps != seen.size() || rows.size() != seen.size()) return "the timeline has other steps than the run";
  TimelineCursor replay(timeline);
  std::size_t event = 0;
  auto guarded = timeline.guarded.begin();
  const auto advance_to = [&](std::uint64_t step) {  // every change of the steps before it
    while (event < timeline.events.size() && timeline.events[event].step < step) {
      const auto advanced = replay.advance();
      while (event < timeline.events.size() && timeline.events[event].step == advanced) ++event;
    }
  };
  for (std::uint64_t step = 1; step <= seen.size(); ++step) {
    advance_to(step);
    const bool partial = guarded != timeline.guarded.end() && guarded->step == step;
    const LaneMask active = replay.state().active;
    const std::string told =
        in_words(active, partial ? (guarded++)->executing : active, rows[step - 1]) + state_of(replay.state());
    if (told != seen[step - 1])
      return fmt::format("step {}\n  run:       {}\n  timeline:  {}", step, seen[step - 1], told);
  }
  advance_to(seen.size() + 1);
  if (state_of(replay.state()) != at_end)
    return fmt::format("at the end\n  run:       {}\n  timeline:  {}", at_end, state_of(replay.state()));
  return {};
}

}  // namespace

Witnessed witness(const emulator::Executable& executable, emulator::Warp& warp, LaneMask live,
                  const emulator::BarrierPolicy& policy) {
  emulator::ConvergenceBarriers barriers(policy);
  Witnessed result;
  Witness seen(barriers);
  observers::BarrierTimelineRecorder recorder(barriers, executable, result.timeline);
  emulator::Listener* const listeners[] = {&seen, &recorder};
  emulator::run(executable, warp, barriers, emulator::Events(listeners), {.steps = 200'000}, live, "witnessed");
  recorder.run_ended();
  result.difference = first_difference(result.timeline, seen.seen, state_of(barriers));
  return result;
}

}  // namespace reconverge::explorer
