// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/emulator.hpp"
#include "emulator/reconvergence/convergence_barriers.hpp"
#include "emulator/reconvergence/token_stack.hpp"

namespace reconverge::emulator::testing {

/// A listing from instructions one a line, without their ';' unless their encoding stands behind it. Lines that end in
/// ':' are labels and
/// "..." is a row left out; addresses are given as the architecture places its rows.
std::string listing(std::string_view rows, std::string_view arch);

/// "0134": the lanes of a set in order, by the digits 0..9 and letters a..v; "-" for none.
std::string lanes_of(core::LaneMask mask);

/// The name of a transfer: "diverged_taken_first".
std::string to_string(ControlTransfer transfer);

/// A program with the state to run it on, and what was heard while it ran. It re-converges as its
/// architecture does: by the token stack up to sm_62, by convergence barriers from sm_70 on.
class Scene {
 public:
  explicit Scene(std::string_view rows, std::string_view arch = "sm_20");

  /// Decodes and runs. A diagnostic of the decoder is a test failure.
  RunResult run();
  /// The decoder's diagnostic, or nothing if it accepts the program.
  std::optional<core::Diagnostic> decoding_error() const;

  /// The program for a mechanism of the caller's.
  core::Result<Executable> decoded(const Mechanism& mechanism) const;

  /// Every executed instruction as "mnemonic:lanes", blank-separated; lanes are those executing.
  std::string trace() const { return trace_; }
  /// Every push and pop: "+SYNC:0123 +DIV:23 -DIV:23".
  std::string stack_events() const { return stack_events_; }
  /// What happened to convergence barriers and groups: "arm B0:0123", "block B0:01 for 23",
  /// "release B0:0123", "park 23 0x40", "exit 3", "branch 01/23", and "PASSAGE 0123 0x50" for the group
  /// that goes on, one a line.
  std::string barrier_events() const { return barrier_events_; }

  Warp warp;
  core::LaneMask live = core::LaneMask(0xF);  ///< four lanes are enough to see
  SpillSettings spill;
  const CarrierOrder* order = carrier_orders().data();
  BarrierPolicy policy;
  Constants constants;
  RunLimits limits{.steps = 10'000};
  std::vector<Listener*> listeners;  ///< hear the run too

 private:
  class Recorder;

  std::unique_ptr<Mechanism> mechanism() const;

  std::string text_;
  int arch_ = 0;
  std::string trace_;
  std::string stack_events_;
  std::string barrier_events_;
};

/// The register of a run that a row writes. The row runs in 32 lanes before an EXIT.
LaneVector result_of(Scene& scene, int index);

/// A register with the same value in every lane.
core::LaneValues same(std::uint32_t value);
core::LaneValues same_float(float value);

}  // namespace reconverge::emulator::testing
