// SPDX-License-Identifier: MIT
#include "study/inference/stack_trace.hpp"

#include <utility>

namespace reconverge::study {
namespace {

class Recorder final : public emulator::Listener {
 public:
  explicit Recorder(std::vector<bool>& pushes) : pushes_(pushes) {}
  void pushed(const emulator::Pushed&) override { pushes_.push_back(true); }
  void popped(const emulator::Popped&) override { pushes_.push_back(false); }

 private:
  std::vector<bool>& pushes_;
};

}  // namespace

core::Result<StackTrace> record_stack(run::SimulationSpec spec) {
  StackTrace trace;
  spec.spill = {.capacity = std::nullopt};
  spec.generations.clear();
  const run::Simulation simulation =
      run::simulate(spec, {[&](const emulator::TokenStack&) { return std::make_unique<Recorder>(trace.pushes); }});
  if (simulation.run.diagnostic) return *simulation.run.diagnostic;
  trace.depth = simulation.counts.depth;
  trace.divergent_branches = simulation.counts.divergent_branches;
  trace.counts = simulation.counts;
  return trace;
}

std::uint64_t spills(const StackTrace& trace, const Candidate& candidate) {
  if (!candidate.capacity || *candidate.capacity >= static_cast<int>(trace.depth)) return 0;
  emulator::SpillPolicy policy(candidate.settings());
  std::uint64_t chunks = 0;
  for (const bool push : trace.pushes) {
    if (push) chunks += policy.push().spilled > 0 ? 1 : 0;
    else policy.pop();
  }
  return chunks;
}

}  // namespace reconverge::study
