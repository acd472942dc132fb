// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <set>
#include <vector>

#include "timing/cycles/cycle_record.hpp"

namespace reconverge::timing {

/// The unit for re-convergence that all warps of a multiprocessor share: rule shared-unit. Its operations arrive in the
/// order of time, and are served one after another. One that no warp waits for (BSSY) yields to all others: it is
/// served in a free cycle, but before the next operation of its own warp. The record must outlive it.
class SharedUnit {
 public:
  explicit SharedUnit(const MultiprocessorTiming& rule)
      : operation_(static_cast<std::uint64_t>(rule.shared_unit_operation)),
        last_(static_cast<std::size_t>(rule.sub_partitions)) {}

  /// Operations that the warp waits for. Returns when the first of them begins.
  std::uint64_t use(std::size_t warp, std::uint64_t cycle, std::int32_t operations) {
    if (operations == 0) return cycle;
    forget_before(cycle);
    const std::uint64_t start = take(serve_unawaited(warp, cycle));
    for (std::int32_t more = 1; more < operations; ++more) take(start + operation_);
    last_[warp % last_.size()] = start;
    return start;
  }

  /// An operation that its warp does not wait for.
  void use_unawaited(std::size_t warp, std::uint64_t cycle) {
    serve_unawaited(warp, cycle);
    unawaited_[warp] = cycle;
  }

  /// When it last served an operation that a warp of the same sub-partition waited for; 0: never.
  std::uint64_t last_beside(std::size_t warp) const { return last_[warp % last_.size()]; }

 private:
  /// Within so many cycles, few of which a warp's own operations take, every unawaited operation is served.
  static constexpr std::uint64_t remembered = 512;

  /// Takes the first free cycle for an operation, not before `cycle`.
  std::uint64_t take(std::uint64_t cycle) {
    std::uint64_t start = cycle;
    auto next = begun_.upper_bound(start);
    if (next != begun_.begin()) start = std::max(start, *std::prev(next) + operation_);
    for (; next != begun_.end() && *next < start + operation_; ++next) start = *next + operation_;
    begun_.insert(start);
    return start;
  }

  /// Serves the unawaited operation of a warp, if there is one. Returns when the warp's next one may begin.
  std::uint64_t serve_unawaited(std::size_t warp, std::uint64_t cycle) {
    const auto found = unawaited_.find(warp);
    if (found == unawaited_.end()) return cycle;
    const std::uint64_t came = found->second;
    unawaited_.erase(found);
    return came + remembered <= cycle ? cycle : std::max(cycle, take(came) + operation_);
  }

  void forget_before(std::uint64_t cycle) {
    if (cycle > 2 * remembered) begun_.erase(begun_.begin(), begun_.lower_bound(cycle - 2 * remembered));
  }

  std::uint64_t operation_;                         ///< cycles
  std::set<std::uint64_t> begun_;                   ///< when operations began
  std::map<std::size_t, std::uint64_t> unawaited_;  ///< by warp: when it arrived
  std::vector<std::uint64_t> last_;                 ///< by sub-partition
};

}  // namespace reconverge::timing
