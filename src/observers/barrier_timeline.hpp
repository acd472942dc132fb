// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "emulator/reconvergence/convergence_barriers.hpp"
#include "observers/timeline.hpp"

namespace reconverge::observers {

/// Writes the timeline of a run under convergence barriers. The mechanism reports groups that diverge or
/// meet; the rest (lanes that leave a barrier, wait elsewhere than at one, or are ready) is read from
/// its state after every instruction that controls lanes. Mechanism, executable and timeline must
/// outlive it.
class BarrierTimelineRecorder final : public emulator::Listener {
 public:
  using Cycle = std::function<std::uint64_t()>;  ///< at which the last instruction issued

  BarrierTimelineRecorder(const emulator::ConvergenceBarriers& mechanism, const emulator::Executable& executable,
                          Timeline& out, Cycle cycle = {});

  bool wants_issued() const override { return true; }
  /// A clock may hear of an instruction only then: after issued(). Register this after the clock.
  bool wants_runs() const override { return cycle_ != nullptr; }
  void issued(const emulator::Issued& event) override;
  void issued_run(const emulator::IssuedRun& run) override;
  void branched(const emulator::Branched& event) override;
  void armed(const emulator::Armed& event) override;
  void released(const emulator::Released& event) override;
  void lanes_exited(const emulator::LanesExited& event) override;
  void run_ended() override;  ///< records what the last instruction did

 private:
  using Waits = std::vector<Timeline::Blocked>;

  void add(Timeline::Change change) { out_.events.push_back({out_.steps, std::move(change)}); }
  void record_changes();
  void tell_registers();
  core::LaneMask tell_waits();
  Waits waits_now() const;
  emulator::LaneGroups ready_now() const;
  void tell_ready(const emulator::LaneGroups& ready);
  void take_from_ready(core::LaneMask lanes);

  const emulator::ConvergenceBarriers& mechanism_;
  const emulator::Executable& executable_;
  Timeline& out_;
  Cycle cycle_;
  PathRecorder path_;
  core::LaneMask active_;       ///< as the changes so far have it
  emulator::LaneGroups ready_;  ///< likewise, the newest last
  bool fast_ = false;           ///< likewise, of the newest
  std::array<core::LaneMask, emulator::ConvergenceBarriers::barrier_count> registers_{};  ///< likewise
  Waits waits_;                                                                           ///< likewise
  bool controls_ = false;  ///< the last instruction may have moved lanes
};

}  // namespace reconverge::observers
