// SPDX-License-Identifier: MIT
#include "cli/commands/lane_watch.hpp"

#include <algorithm>
#include <iterator>
#include <memory>

#include "observers/absent_lanes.hpp"
#include "observers/partial_groups.hpp"

namespace reconverge::cli {
namespace {

/// Collects findings on absent lanes in a run on the stack, and delivers them when the run is over.
class LaneWatch final : public emulator::Listener {
 public:
  LaneWatch(const run::SimulationSpec& spec, const emulator::Warp& warp, std::vector<observers::Finding>& findings)
      : partial_(spec.executable->function, spec.start.live),
        absent_(*spec.executable, warp, spec.start.live),
        findings_(findings) {}
  bool wants_issued() const override { return true; }
  std::uint32_t rows_at_once(std::uint32_t first, core::LaneMask active) override {
    return absent_.rows_at_once(first, active);
  }
  bool wants_runs() const override { return true; }
  emulator::EventKinds hears() const override { return emulator::heard_by<LaneWatch>(); }
  void issued(const emulator::Issued& event) override { absent_.issued(event); }
  void issued_run(const emulator::IssuedRun& run) override { partial_.issued_run(run); }
  void lanes_exited(const emulator::LanesExited& event) override {
    partial_.lanes_exited(event);
    absent_.lanes_exited(event);
  }
  void run_ended() override {
    findings_ = partial_.findings();
    std::ranges::copy(absent_.findings(), std::back_inserter(findings_));
  }

 private:
  observers::PartialGroups partial_;
  observers::AbsentLanes absent_;
  std::vector<observers::Finding>& findings_;
};

}  // namespace

/// The warp of the run is the one that it prepares.
void watch_lanes(run::SimulationSpec& spec, std::vector<run::ListenerFactory>& listeners,
                 std::vector<observers::Finding>& findings) {
  auto warp = std::make_shared<const emulator::Warp*>(nullptr);
  spec.prepare = [warp, prepare = spec.prepare](emulator::Warp& prepared) {
    if (prepare) prepare(prepared);
    *warp = &prepared;
  };
  listeners.emplace_back([warp, &spec, &findings](const emulator::TokenStack&) {
    return std::make_unique<LaneWatch>(spec, **warp, findings);
  });
}

}  // namespace reconverge::cli
