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
  /// Of so many warps a sub-partition it is known which one issues; of more that is an estimate.
  static constexpr std::size_t most_followed = 2;

  struct Issue {
    bool yields = false;     ///< its control word has the yield bit clear
    bool contested = false;  ///< other warps could have issued
  };

  explicit IssuePort(const CycleRecord& record) : rule_(&record.multiprocessor), fetch_(&record.fetch) {}

  /// So many warps issue here.
  void share(std::size_t warps) { is_crowded_ = warps > most_followed; }
  bool is_crowded() const { return is_crowded_; }

  /// First cycle in which it can issue the next instruction.
  Cycle free() const { return free_; }
  /// An instruction of a warp issues.
  void issue(std::size_t warp, Cycle cycle, Issue issue) {
    free_ = cycle + 1;
    if (is_crowded_ && issue.contested && last_ && *last_ != warp) lose(rule_->switch_loss);
    last_ = warp;
    if (warp >= turns_.size()) turns_.resize(warp + 1);
    turns_[warp] = {++issued_, issue.yields};
  }
  /// A branch lands, once the fetch has done with the landing of another warp. Returns the cycle.
  Cycle land(Cycle cycle) {
    landed_ = is_crowded_ ? land_in_crowd(cycle) : land_beside_one(cycle);
    return *landed_;
  }
  /// Of warps that can issue at one cycle that of the lowest rank does. Of two: the one that issued last unless that
  /// yielded, else one that has not yielded, else that of the higher number. Of more: the least recently issued.
  std::uint64_t rank_of(std::size_t warp) const {
    const Turn turn = turn_of(warp);
    if (is_crowded_) return turn.number;
    const std::uint64_t rank = turn.yields ? 2 : last_ == warp ? 0 : 1;
    return (rank + 1) * most_warps - warp;
  }
  bool goes_before(std::size_t warp, std::size_t other) const { return rank_of(warp) < rank_of(other); }

 private:
  static constexpr std::uint64_t thousand = 1000, most_warps = 1u << 16;
  struct Turn {
    std::uint64_t number = 0;  ///< among all instructions; 0: none
    bool yields = false;
  };

  Turn turn_of(std::size_t warp) const { return warp < turns_.size() ? turns_[warp] : Turn{}; }
  Cycle land_in_crowd(Cycle cycle) {
    lose(rule_->landing_loss);
    return std::max(cycle, landed_.value_or(0) + cycles(rule_->landing_fetch));
  }
  /// The fetch looks up the line of a landing and the next ones, one after another. Meanwhile another landing waits for
  /// the end of a lookup that is not the last one, and as long as where it finds its line in flight.
  Cycle land_beside_one(Cycle cycle) const {
    const Cycle lookup = cycles(fetch_->held_lookup), lines = cycles(fetch_->lines_ahead);
    const Cycle all = (lines + 1) * lookup;
    if (!landed_ || cycle >= *landed_ + all) return cycle;
    const Cycle from = std::max(cycle, *landed_), within = from - *landed_;
    const Cycle left = within < lines * lookup ? (lookup - within % lookup) % lookup : 0;
    return from + left + cycles(fetch_->poll_interval);
  }
  /// @param slots  thousandths
  void lose(std::int32_t slots) {
    lost_ += number(slots);
    free_ += lost_ / thousand;
    lost_ %= thousand;
  }

  const MultiprocessorTiming* rule_;
  const FetchTiming* fetch_;
  bool is_crowded_ = false;
  Cycle free_ = 0;
  std::optional<Cycle> landed_;  ///< when a branch did last
  std::uint64_t lost_ = 0;       ///< thousandths of a slot
  std::uint64_t issued_ = 0;
  std::vector<Turn> turns_;  ///< by warp: its last one
  std::optional<std::size_t> last_;
};

}  // namespace reconverge::timing
