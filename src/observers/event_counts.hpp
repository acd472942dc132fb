// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

#include "emulator/listener.hpp"

namespace reconverge::observers {

/// How often each kind of event happened. Instructions are counted as the paper does, over the re-convergence region:
/// from the first push to the last pop.
class EventCounts final : public emulator::Listener {
 public:
  bool sums_up() const override { return true; }
  emulator::EventKinds hears() const override { return emulator::heard_by<EventCounts>(); }
  void branched(const emulator::Branched& event) override {
    branches += event.times;
    divergent_branches += event.diverged() ? event.times : 0;
  }
  void pushed(const emulator::Pushed& event) override {
    if (pushes++ == 0) first_step = event.at.step;
    depth = std::max(depth, event.depth);
  }
  void popped(const emulator::Popped& event) override {
    ++pops;
    last_step = event.at.step;
  }
  void spilled(const emulator::Spilled& event) override {
    ++spills;
    spilled_entries += event.entries;
  }
  void reloaded(const emulator::Reloaded& event) override {
    ++reloads;
    reloaded_entries += event.entries;
  }

  /// Those of another warp.
  void add(const EventCounts& more) {
    depth = std::max(depth, more.depth);
    pushes += more.pushes;
    pops += more.pops;
    branches += more.branches;
    divergent_branches += more.divergent_branches;
    spills += more.spills;
    spilled_entries += more.spilled_entries;
    reloads += more.reloads;
    reloaded_entries += more.reloaded_entries;
    first_step = first_step == 0 ? more.first_step : first_step;
    last_step = std::max(last_step, more.last_step);
  }

  /// Warp instructions from the first push to the last pop, both included; 0 without a region.
  std::uint64_t instructions() const { return pops == 0 ? 0 : last_step - first_step + 1; }

  std::uint32_t depth = 0;  ///< most tokens on the stack at one time
  std::uint64_t pushes = 0;
  std::uint64_t pops = 0;
  std::uint64_t branches = 0;            ///< predicated and indirect branches executed
  std::uint64_t divergent_branches = 0;  ///< of these, those that split the active lanes
  std::uint64_t spills = 0;              ///< chunks moved out
  std::uint64_t spilled_entries = 0;
  std::uint64_t reloads = 0;  ///< chunks moved back in
  std::uint64_t reloaded_entries = 0;
  std::uint64_t first_step = 0;  ///< step of the first push; steps count from 1
  std::uint64_t last_step = 0;   ///< step of the last pop
};

}  // namespace reconverge::observers
