// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "timing/cycles/constant_lines.hpp"
#include "timing/cycles/cycle_count.hpp"
#include "timing/cycles/fetch_port.hpp"
#include "timing/cycles/lookup_unit.hpp"
#include "timing/cycles/shared_unit.hpp"
#include "timing/cycles/sub_partition.hpp"

namespace reconverge::timing {

/// The units that the warps of a block share: rule shared-unit, and issue-choice if there are more warps than
/// sub-partitions. The record must outlive it.
class Multiprocessor {
 public:
  explicit Multiprocessor(const CycleRecord& record)
      : sub_partitions_(record.multiprocessor.sub_partition_count(), SubPartition(record)),
        rule_(record.multiprocessor),
        shared_unit_(rule_),
        lookup_unit_(rule_),
        shared_mio_(record),
        fetch_port_(rule_),
        known_ahead_(cycles(record.mio.data_ready + record.mio.register_read)) {
    for (std::size_t i = 0; i < sub_partitions_.size(); ++i) {
      sub_partitions_[i].mio.share(shared_mio_, sub_partitions_[i].reads);
      sub_partitions_[i].code.share(fetch_port_, i);
    }
  }
  Multiprocessor(const Multiprocessor&) = delete;
  Multiprocessor& operator=(const Multiprocessor&) = delete;

  /// A warp issues on its sub-partition.
  SubPartition& add(std::size_t warp, WarpReady& ready) {
    of_warp(warp).add(ready);
    any_fetches_alone_ = std::ranges::any_of(sub_partitions_, &SubPartition::fetches_alone);
    return of_warp(warp);
  }
  const MultiprocessorTiming& rule() const { return rule_; }
  SubPartition& of_warp(std::size_t warp) { return sub_partitions_[rule_.sub_partition_of(warp)]; }
  const SubPartition& of_warp(std::size_t warp) const { return sub_partitions_[rule_.sub_partition_of(warp)]; }
  const std::vector<SubPartition>& sub_partitions() const { return sub_partitions_; }
  std::vector<SubPartition>& sub_partitions() { return sub_partitions_; }
  FirstLevelLines& first_level() { return first_level_; }
  ConstantLines& constants() { return constants_; }

  SharedUnit& shared_unit() { return shared_unit_; }
  LookupUnit& lookup_unit() { return lookup_unit_; }

  /// Does all MIO operations that ask for what sub-partitions share before a cycle, in the order of time. Of those that
  /// ask at the same time, that of the sub-partition goes first whose last one was longest ago. Whose data wait is
  /// decided ahead of time, since arithmetic that issues in that cycle meets what the port reads later.
  void advance(Cycle cycle);

  /// Looks up all lines of code that are to be looked up before the end of a cycle, in the order of time: rule
  /// shared-fetch. Of sub-partitions of several warps that of one of them: rule shared-lookups.
  void advance_code(std::size_t warp, Cycle cycle) {
    if (any_fetches_alone_) advance_code_alone(cycle);
    of_warp(warp).lookups.advance(cycle);
  }

  /// Whether warps share a sub-partition: their cycles are an estimate then.
  static bool is_crowded(const CycleRecord& record, std::size_t warps) {
    return warps > record.multiprocessor.sub_partition_count();
  }

  /// When a BAR is complete that warps have issued in these cycles: they arrive at it one after another.
  Cycle bar_complete(std::vector<Cycle> issued) const {
    const Cycle apart = cycles(rule_.bar_arrival);
    std::ranges::sort(issued);
    Cycle complete = issued.front();
    for (std::size_t i = 1; i < issued.size(); ++i) complete = std::max(complete + apart, issued[i]);
    return complete;
  }

  /// Of warps that can issue at one cycle, those of the sub-partition go first that the shared unit served longest ago:
  /// when it did so last.
  Cycle turn_of(std::size_t sub_partition) const { return shared_unit_.last_of(sub_partition); }

 private:
  void advance_code_alone(Cycle cycle);

  std::vector<SubPartition> sub_partitions_;
  FirstLevelLines first_level_;
  ConstantLines constants_;
  const MultiprocessorTiming& rule_;
  SharedUnit shared_unit_;
  LookupUnit lookup_unit_;
  SharedMio shared_mio_;
  FetchPort fetch_port_;
  bool any_fetches_alone_ = false;  ///< a sub-partition of one warp, whose lines are looked up in the order of time
  Cycle known_ahead_;  ///< from an issue until its data can be handed over: what began before is decided until then
};

}  // namespace reconverge::timing
