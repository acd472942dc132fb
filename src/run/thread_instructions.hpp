// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "emulator/executable.hpp"
#include "emulator/listener.hpp"

namespace reconverge::run {

/// Instructions that a guard let run for some of the active lanes; control instructions apart.
struct GuardedInstructions {
  std::uint64_t instructions = 0;  ///< executed
  std::uint64_t lanes_off = 0;     ///< active lanes that they left out, summed
};

/// Instructions times the lanes that executed them, and the lanes that guards left out.
class ThreadInstructions final : public emulator::Listener {
 public:
  explicit ThreadInstructions(const emulator::Executable& executable) : executable_(executable) {}

  bool wants_runs() const override { return true; }
  bool sums_up() const override { return true; }
  emulator::EventKinds hears() const override { return emulator::heard_by<ThreadInstructions>(); }
  void issued_run(const emulator::IssuedRun& run) override {
    const std::uint64_t issued = run.times * run.count;
    const std::uint64_t lanes = static_cast<std::uint64_t>(run.active.count()) * issued;
    instructions += issued;
    count += lanes;
    active += lanes;
    for (const auto& [index, executing] : run.guarded)
      left_out(emulator::left_out_of(index, run.active, executing, run.times));
  }
  void left_out(const emulator::LeftOut& event) override {
    count -= event.lanes;
    if (executable_.instructions[event.index].control.operation != 0) return;
    guarded.instructions += event.partly;
    guarded.lanes_off += event.lanes_of_those;
  }

  /// As if made anew.
  void restart() {
    instructions = count = active = 0;
    guarded = {};
  }

  std::uint64_t instructions = 0;
  std::uint64_t count = 0;
  std::uint64_t active = 0;  ///< lanes, whether or not their guard held
  GuardedInstructions guarded;

 private:
  const emulator::Executable& executable_;
};

}  // namespace reconverge::run
