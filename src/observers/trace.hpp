// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>

#include "core/lane_mask.hpp"
#include "emulator/listener.hpp"
#include "emulator/reconvergence/mechanism.hpp"

namespace reconverge::observers {

/// Every executed instruction with the state before it, passed on row by row so that a long trace needs no
/// memory.
class Trace final : public emulator::Listener {
 public:
  struct Row {
    emulator::Moment at;
    core::LaneMask active;
    core::LaneMask executing;
    std::string waiting;  ///< Mechanism::describe()
  };
  using Consumer = std::function<void(const Row&)>;

  /// The mechanism must outlive the trace.
  Trace(const emulator::Mechanism& mechanism, Consumer consumer)
      : mechanism_(mechanism), consumer_(std::move(consumer)) {}

  bool wants_issued() const override { return true; }
  void issued(const emulator::Issued& event) override {
    consumer_({event.at, event.active, event.executing, mechanism_.describe()});
  }

 private:
  const emulator::Mechanism& mechanism_;
  Consumer consumer_;
};

}  // namespace reconverge::observers
