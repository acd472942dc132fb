// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "emulator/listener.hpp"

namespace reconverge::emulator::testing {

/// Wants each instruction before it executes, so that none executes in a run.
class OneByOne final : public Listener {
 public:
  bool wants_issued() const override { return true; }
  void issued(const Issued& event) override { last_ = event.at.step; }
  /// The step that was told last.
  std::uint64_t last() const { return last_; }

 private:
  std::uint64_t last_ = 0;
};

}  // namespace reconverge::emulator::testing
