// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "timing/cycles/cycle_count.hpp"
#include "timing/cycles/cycle_record.hpp"

namespace reconverge::timing {

/// The issue port and the fetch of branch targets, which the warps of one sub-partition share. Rule issue-choice. The
/// record must outlive it.
class IssuePort {
 public:
  explicit IssuePort(const MultiprocessorTiming& rule) : rule_(&rule) {}

  /// First cycle in which it can issue the next instruction.
  Cycle free() const { return free_; }
  /// An instruction of a warp issues.
  /// @param contested  other warps could have issued
  void issue(std::size_t warp, Cycle cycle, bool contested) {
    free_ = cycle + 1;
    if (contested && last_ && *last_ != warp) lose(rule_->switch_loss);
    last_ = warp;
    if (warp >= turns_.size()) turns_.resize(warp + 1);
    turns_[warp] = ++issued_;
  }
  /// A branch lands, once the fetch of the previous one is done. Returns the cycle.
  Cycle land(Cycle cycle) {
    const Cycle start = std::max(cycle, fetch_free_);
    fetch_free_ = start + cycles(rule_->landing_fetch);
    lose(rule_->landing_loss);
    return start;
  }
  /// Whether of two ready warps the first is the least recently issued.
  bool goes_before(std::size_t warp, std::size_t other) const { return turn_of(warp) < turn_of(other); }

 private:
  static constexpr std::uint64_t thousand = 1000;
  std::uint64_t turn_of(std::size_t warp) const { return warp < turns_.size() ? turns_[warp] : 0; }
  /// @param slots  thousandths
  void lose(std::int32_t slots) {
    lost_ += number(slots);
    free_ += lost_ / thousand;
    lost_ %= thousand;
  }

  const MultiprocessorTiming* rule_;
  Cycle free_ = 0, fetch_free_ = 0;
  std::uint64_t lost_ = 0;  ///< thousandths of a slot
  std::uint64_t issued_ = 0;
  std::vector<std::uint64_t> turns_;  ///< by warp: its last one; 0: none
  std::optional<std::size_t> last_;
};

}  // namespace reconverge::timing
