// SPDX-License-Identifier: MIT
#include "study/support/walk.hpp"

#include <fmt/core.h>

namespace reconverge::study {
namespace {

/// Takes a state before every instruction and keeps those at which the stack has changed.
class Walk final : public emulator::Listener {
 public:
  Walk(const emulator::TokenStack& stack, const emulator::Executable& executable, std::vector<WalkState>& states)
      : stack_(stack), executable_(executable), states_(states) {}

  bool wants_issued() const override { return true; }
  void issued(const emulator::Issued& event) override {
    if (!states_.empty() && !changed_) return;
    states_.push_back({event.at.step - 1,
                       executable_.address_of(event.at.index),
                       event.active,
                       {stack_.tokens().begin(), stack_.tokens().end()},
                       states_.empty() ? "entry" : pending_});
    changed_ = false;
  }
  void pushed(const emulator::Pushed& event) override {
    changed_ = true;
    pending_ = fmt::format("{} at 0x{:x} pushes {} {}", executable_.function.instructions[event.at.index].mnemonic,
                           executable_.address_of(event.at.index), to_string(event.kind), to_string(event.mask));
  }
  void popped(const emulator::Popped& event) override {
    changed_ = true;
    pending_ = fmt::format("{} at 0x{:x} pops {} {}", executable_.function.instructions[event.at.index].mnemonic,
                           executable_.address_of(event.at.index), to_string(event.kind), to_string(event.mask));
  }

 private:
  const emulator::TokenStack& stack_;
  const emulator::Executable& executable_;
  std::vector<WalkState>& states_;
  std::string pending_;
  bool changed_ = false;
};

}  // namespace

std::vector<WalkState> walk_single_loop(const Context& context, int n) {
  std::vector<WalkState> states;
  const run::SimulationSpec spec = context.specification(single_loop(), n);
  run::simulate(spec, {[&](const emulator::TokenStack& stack) {
                  return std::make_unique<Walk>(stack, *spec.executable, states);
                }});
  return states;
}

}  // namespace reconverge::study
