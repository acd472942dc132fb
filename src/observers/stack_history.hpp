// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "emulator/listener.hpp"
#include "emulator/reconvergence/token_stack.hpp"

namespace reconverge::observers {

/// Depth of the re-convergence stack before every executed instruction.
class StackHistory final : public emulator::Listener {
 public:
  struct Sample {
    std::uint64_t step = 0;      ///< from 1
    std::uint32_t depth = 0;     ///< tokens on the stack
    std::uint32_t resident = 0;  ///< of these, on chip
  };

  /// Stack and samples must outlive the history.
  StackHistory(const emulator::TokenStack& stack, std::vector<Sample>& samples) : stack_(stack), samples_(samples) {}

  bool wants_issued() const override { return true; }
  void issued(const emulator::Issued& event) override {
    samples_.push_back({event.at.step, static_cast<std::uint32_t>(stack_.tokens().size()),
                        static_cast<std::uint32_t>(stack_.resident())});
  }

 private:
  const emulator::TokenStack& stack_;
  std::vector<Sample>& samples_;
};

}  // namespace reconverge::observers
