// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <vector>

#include "timing/cycles/cycle_count.hpp"
#include "timing/cycles/cycle_record.hpp"

namespace reconverge::timing {

/// The unit for re-convergence that all warps of a multiprocessor share: rule shared-unit. Its operations arrive in the
/// order of time, and are served one after another. One that no warp waits for (BSSY) yields to all others: it is
/// served in a free cycle, but before the next operation of its own warp.
class SharedUnit {
 public:
  explicit SharedUnit(const MultiprocessorTiming& rule)
      : rule_(rule), operation_(cycles(rule.shared_unit_operation)), last_(rule.sub_partition_count()) {}

  /// Operations that the warp waits for. Returns when the first of them begins.
  /// @param of_lanes  they are about lanes that a register names, and not about what the warp armed before
  Cycle use(std::size_t warp, Cycle cycle, std::int32_t operations, bool of_lanes = false) {
    if (operations == 0) return cycle;
    forget_before(cycle);
    const Cycle start = take(of_lanes ? cycle : serve_unawaited(warp, cycle));
    for (std::int32_t more = 1; more < operations; ++more) take(start + operation_);
    last_[rule_.sub_partition_of(warp)] = start;
    return start;
  }

  /// An operation that its warp does not wait for.
  void use_unawaited(std::size_t warp, Cycle cycle) {
    serve_unawaited(warp, cycle);
    if (warp >= unawaited_.size()) unawaited_.resize(warp + 1);
    unawaited_[warp] = cycle;
  }

  /// When it last served an operation that a warp of a sub-partition waited for; 0: never.
  Cycle last_of(std::size_t sub_partition) const { return last_[sub_partition]; }

 private:
  /// Within so many cycles, few of which a warp's own operations take, every unawaited operation is served.
  static constexpr Cycle remembered = 512;

  /// Takes the first free cycle for an operation, not before `cycle`.
  Cycle take(Cycle cycle) {
    Cycle start = cycle;
    auto next = std::ranges::upper_bound(begun_, start);
    if (next != begun_.begin()) start = std::max(start, *std::prev(next) + operation_);
    for (; next != begun_.end() && *next < start + operation_; ++next) start = *next + operation_;
    begun_.insert(next, start);
    return start;
  }

  /// Serves the unawaited operation of a warp, if there is one. Returns when the warp's next one may begin.
  Cycle serve_unawaited(std::size_t warp, Cycle cycle) {
    if (warp >= unawaited_.size() || !unawaited_[warp]) return cycle;
    const Cycle came = *unawaited_[warp];
    unawaited_[warp].reset();
    return came + remembered <= cycle ? cycle : std::max(cycle, take(came) + operation_);
  }

  void forget_before(Cycle cycle) {
    if (cycle <= 2 * remembered || begun_.empty() || begun_.front() + 4 * remembered > cycle) return;
    begun_.erase(begun_.begin(), std::ranges::lower_bound(begun_, cycle - 2 * remembered));
  }

  MultiprocessorTiming rule_;
  Cycle operation_;                              ///< cycles
  std::vector<Cycle> begun_;                     ///< when operations began, the earliest first
  std::vector<std::optional<Cycle>> unawaited_;  ///< by warp: when it arrived
  std::vector<Cycle> last_;                      ///< by sub-partition
};

}  // namespace reconverge::timing
