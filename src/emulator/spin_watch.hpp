// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>

#include "core/diagnostic.hpp"
#include "emulator/emulator.hpp"
#include "emulator/reconvergence/mechanism.hpp"
#include "emulator/warp.hpp"

namespace reconverge::emulator {

class SpinWatch;

/// Detects that a run makes no progress: its state repeats, and so every state from there on. It watches an
/// eighth of the steps, each time twice as late: this costs little, and finds any period in the end (R. P.
/// Brent, BIT 20, 1980). A proof needs that only the run itself changes memory meanwhile; all that is given must
/// outlive it.
class SpinSearch {
 public:
  SpinSearch(const Executable& executable, Warp& warp, const Mechanism& mechanism, std::uint64_t step);
  /// As if made anew at a step.
  void restart(std::uint64_t step) {
    if (watch_ != nullptr || proof_ != nullptr || spin_) forget();
    next_ = std::max(step + shortest_watch, first_look);
    until_ = 0;
  }
  ~SpinSearch();
  SpinSearch(const SpinSearch&) = delete;
  SpinSearch& operator=(const SpinSearch&) = delete;

  /// Whether look() begins to watch at a step.
  bool is_due(std::uint64_t step) const { return step >= next_; }
  /// Called now and then: begins to watch when due.
  void look(std::uint64_t step, const Flow& flow) {
    if (is_due(step)) begin(step, flow);
  }
  /// Begins to watch at once, until it is given up or proved.
  void watch(const Flow& flow);
  void give_up();
  bool is_watching() const { return watch_ != nullptr; }
  /// After each instruction while it watches: which row, the lanes that were active, and what comes next. A diagnostic,
  /// without a place, once it is proved that the run never ends.
  std::optional<core::Diagnostic> executed(std::uint32_t index, core::LaneMask active, std::uint64_t step,
                                           const Flow& next);
  /// Of a run, before executed() of the instruction behind it. None of them accesses memory, reads the clock or moves
  /// control.
  void passed(const IssuedRun& run);
  /// From a row on, how many come before that at which it began to watch; if none do, there is no limit.
  std::uint64_t rows_to_begin(std::uint32_t index) const;
  /// What was proved last; nothing: no spin was.
  const std::optional<Spin>& proved() const { return spin_; }
  /// Whether memory that the spin uses is as it was when it was proved: if nobody changes it, it goes on for ever.
  bool still_holds() const;

 private:
  static constexpr std::uint64_t first_look = 1u << 14, shortest_watch = 4096;

  void forget();
  void begin(std::uint64_t step, const Flow& flow);

  const Executable& executable_;
  Warp& warp_;
  const Mechanism& mechanism_;
  std::unique_ptr<SpinWatch> watch_, proof_;
  std::optional<Spin> spin_;
  std::uint64_t next_ = 0;   ///< step at which it begins to watch again
  std::uint64_t until_ = 0;  ///< step at which it stops
};

}  // namespace reconverge::emulator
