// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "timing/cycles/cycle_count.hpp"
#include "timing/cycles/cycle_record.hpp"
#include "timing/cycles/issue_credits.hpp"

namespace reconverge::timing {

/// The issue port that the warps of one sub-partition share. Rule issue-choice. The record must outlive it.
class IssuePort {
 public:
  explicit IssuePort(const CycleRecord& record) : credits_(record) {}

  /// First cycle in which it can issue the next instruction.
  Cycle free() const { return free_; }
  /// An instruction of a warp issues. @param yields  its control word has the yield bit clear
  void issue(std::size_t warp, Cycle cycle, bool yields) {
    free_ = cycle + 1;
    last_ = warp;
    if (warp >= yields_.size()) yields_.resize(warp + 1, true);
    yields_[warp] = yields;
    credits_.issue(warp, cycle);
  }
  /// Of warps that can issue at one cycle that of the lowest rank does: the one that issued last unless that yielded,
  /// else one that has not yielded before one that has or is new; of these the one with the most credits, and of
  /// equals the one of the highest number.
  std::uint64_t rank_of(std::size_t warp, Cycle cycle) const {
    const bool yields = warp >= yields_.size() || yields_[warp];
    const std::uint64_t turn = yields ? 3 : last_ == warp ? 1 : 2;
    return turn * above_credits - number(credits_.of(warp, cycle)) * above_warps - warp;
  }
  bool goes_before(std::size_t warp, std::size_t other, Cycle cycle) const {
    return rank_of(warp, cycle) < rank_of(other, cycle);
  }

 private:
  static constexpr std::uint64_t above_warps = 1u << 16, above_credits = above_warps << 16;

  IssueCredits credits_;
  Cycle free_ = 0;
  std::vector<std::uint8_t> yields_;  ///< by warp: whether its last one did
  std::optional<std::size_t> last_;
};

}  // namespace reconverge::timing
