// SPDX-License-Identifier: MIT
#include "unit/explorer/recorded.hpp"

#include <stdexcept>

#include "sass/reader.hpp"
#include "study/support/context.hpp"

namespace reconverge::explorer {
namespace {

class Witness final : public emulator::Listener {
 public:
  Witness(const emulator::TokenStack& stack, std::vector<Seen>& out) : stack_(stack), out_(out) {}
  bool wants_issued() const override { return true; }
  void issued(const emulator::Issued& event) override {
    out_.push_back({event.at.step,
                    event.at.index,
                    event.active,
                    event.executing,
                    {stack_.tokens().begin(), stack_.tokens().end()},
                    static_cast<std::size_t>(stack_.resident())});
  }

 private:
  const emulator::TokenStack& stack_;
  std::vector<Seen>& out_;
};

}  // namespace

Recorded record(const std::string& listing, const std::vector<int>& bounds, int n, int capacity) {
  auto function = sass::read_function(listing, "listing");
  if (!function) throw std::runtime_error(to_string(function.error()));
  auto executable = emulator::decode(*function, emulator::TokenStack(), {}, "listing");
  if (!executable) throw std::runtime_error(to_string(executable.error()));
  Recorded recorded;
  run::SimulationSpec spec;
  spec.executable = run::share(std::move(executable).value());
  for (const int index : bounds) spec.start.registers[index] = core::staircase(n);
  spec.spill.capacity = capacity;
  spec.limits.steps = 20000;
  Run run{.pattern = "n = " + std::to_string(n), .generations = {0}, .mechanism = "token-stack", .spill = spec.spill};
  run.result =
      run::simulate(
          spec, {[&](const emulator::TokenStack& stack) {
                   return std::make_unique<observers::TimelineRecorder>(stack, run.timeline);
                 },
                 [&](const emulator::TokenStack& stack) { return std::make_unique<Witness>(stack, recorded.seen); }})
          .run;
  recorded.scene.kernels.push_back({function->name, function->name, *function});
  recorded.scene.generations.push_back({timing::kepler(), true});
  recorded.scene.runs.push_back(std::move(run));
  return recorded;
}

Recorded record_paper(const std::string& kernel, int n) {
  const auto* known = study::find_paper_kernel(kernel);
  if (known == nullptr) throw std::runtime_error("no kernel " + kernel);
  return record(std::string(known->listing), known->bound_registers, n);
}

}  // namespace reconverge::explorer
