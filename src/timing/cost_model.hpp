// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/result.hpp"
#include "emulator/listener.hpp"
#include "timing/generation.hpp"

namespace reconverge::timing {

/// Whether spills and reloads are charged each where it happens, and not together at the spill: so as soon as a
/// generation has a cost of either.
bool prices_apart(const Generation& generation);

/// Prices the events of one run by the record of one generation. Events never depend on it.
///
/// cycles = base + divergent branches x cost + spills x cost of a spill and its reload
/// A generation that prices spill and reload apart (`--cost spill=... --cost reload=...`) is charged
/// for each where it happens.
class CostModel final : public emulator::Listener {
 public:
  /// @param kernel  name under which the generation may know a base; may be empty
  explicit CostModel(const Generation& generation, std::string kernel = "");

  bool sums_up() const override { return true; }
  emulator::EventKinds hears() const override { return emulator::heard_by<CostModel>(); }
  void branched(const emulator::Branched& event) override { divergent_branches_ += event.diverged() ? event.times : 0; }
  void spilled(const emulator::Spilled&) override { ++spills_; }
  void reloaded(const emulator::Reloaded&) override { ++reloads_; }
  /// Events that another listener has counted.
  void add(std::uint64_t divergent_branches, std::uint64_t spills, std::uint64_t reloads) {
    divergent_branches_ += divergent_branches;
    spills_ += spills;
    reloads_ += reloads;
  }

  /// Cycles that divergence adds: the paper's emulator column, less the pushes of SSY, which a base already contains.
  /// An error names the cost that is missing.
  core::Result<double> divergence_cycles() const;
  /// With the base of the kernel.
  core::Result<double> total_cycles() const;

 private:
  core::Result<double> charge(std::uint64_t count, std::string_view cost_name) const;

  const Generation& generation_;
  std::string kernel_;
  std::uint64_t divergent_branches_ = 0;
  std::uint64_t spills_ = 0;
  std::uint64_t reloads_ = 0;
};

}  // namespace reconverge::timing
