// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "emulator/listener.hpp"
#include "observers/finding.hpp"
#include "sass/program.hpp"

namespace reconverge::observers {

/// Which instructions that look at other lanes ran while some live lanes were elsewhere.
///
/// Lanes that have read the active mask, or named each other at a WARPSYNC, expect it: neither that query (VOTE of PT)
/// nor later instructions of the same lanes together are findings. Compilers merge the atomics of a group in this way,
/// and so do programs with __activemask().
class PartialGroups final : public emulator::Listener {
 public:
  /// Kinds of the rows of a function. Warps of one code share them.
  struct Code {
    enum class Row : std::uint8_t { other, looks_at_others, asks };
    std::vector<Row> rows;
    std::vector<std::uint32_t> next;  ///< by row: from it on, the next that is not `other`
  };
  using Rows = std::shared_ptr<const Code>;
  static Rows rows_of(const sass::Function& function);

  PartialGroups(const sass::Function& function, core::LaneMask live)
      : PartialGroups(function, rows_of(function), live) {}
  PartialGroups(const sass::Function& function, Rows rows, core::LaneMask live)
      : function_(function), rows_(std::move(rows)), live_(live) {}

  bool wants_runs() const override { return true; }
  emulator::EventKinds hears() const override { return emulator::heard_by<PartialGroups>(); }
  void issued_run(const emulator::IssuedRun& run) override {
    if (run.active == live_ || rows_->next[run.first.index] > run.last()) return;
    run.for_each_row([&](std::uint32_t index, core::LaneMask executing) { look_at(index, run.active, executing); });
  }
  void transferred(const emulator::Transferred& event) override;
  void lanes_exited(const emulator::LanesExited& event) override { live_ = live_.without(event.mask); }

  /// One for each row, in their order.
  std::vector<Finding> findings() const;

 private:
  void look_at(std::uint32_t index, core::LaneMask active, core::LaneMask executing);
  void know_each_other(core::LaneMask group);

  const sass::Function& function_;
  Rows rows_;
  std::array<core::LaneMask, core::lane_count> known_{};  ///< by lane: the group that it knows it is in
  core::LaneMask live_;
  std::map<std::uint32_t, Finding> found_;
};

}  // namespace reconverge::observers
