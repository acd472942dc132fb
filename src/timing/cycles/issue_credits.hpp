// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "timing/cycles/cycle_count.hpp"
#include "timing/cycles/cycle_record.hpp"

namespace reconverge::timing {

/// The credits of the warps of one sub-partition, by which those that compete issue about as often. Rule issue-choice.
/// The record must outlive it.
class IssueCredits {
 public:
  explicit IssueCredits(const CycleRecord& record) : rule_(&record.multiprocessor) {}

  /// A warp issues, not before the last issue. It pays one credit; if it has none, none is paid, but all keep half of
  /// theirs and get those of a round.
  void issue(std::size_t warp, Cycle cycle) {
    if (states_.size() > 1 && states_[1].seen_from <= cycle) std::ranges::rotate(states_, states_.begin() + 1);
    else states_.emplace_back();
    State& now = states_.back();
    now.credits = (states_.end() - 2)->credits;
    now.seen_from = cycle + cycles(rule_->credit_paid_after);
    if (warp >= now.credits.size()) now.credits.resize(warp + 1, rule_->first_credits);
    if (std::int32_t& own = now.credits[warp]; own > 0) --own;
    else
      for (std::int32_t& credits : now.credits) credits = rule_->round_credits + credits / 2;
  }
  /// What a warp has where one is chosen for a cycle, after the last issue.
  std::int32_t of(std::size_t warp, Cycle cycle) const {
    const auto seen = std::find_if(states_.rbegin(), states_.rend() - 1,
                                   [&](const State& state) { return state.seen_from <= cycle; });
    return warp < seen->credits.size() ? seen->credits[warp] : rule_->first_credits;
  }

 private:
  struct State {
    Cycle seen_from = 0;
    std::vector<std::int32_t> credits = {};  ///< by warp; those beyond have not issued
  };

  const MultiprocessorTiming* rule_;
  std::vector<State> states_{State{}};  ///< after each issue that may not be seen yet, and the one before
};

}  // namespace reconverge::timing
