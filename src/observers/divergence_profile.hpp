// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>

#include "emulator/listener.hpp"

namespace reconverge::observers {

/// Branches, spills and reloads by row of the listing: "which branch costs most".
class DivergenceProfile final : public emulator::Listener {
 public:
  struct Row {
    std::uint64_t executed = 0;     ///< times the branch was executed by some active lane
    std::uint64_t divergent = 0;    ///< times it split the active lanes
    std::uint64_t lanes_taken = 0;  ///< lanes that jumped, summed over all executions
    std::uint64_t lanes_not_taken = 0;
    std::uint64_t spills = 0;   ///< chunks spilled by its pushes
    std::uint64_t reloads = 0;  ///< chunks reloaded by its pops
  };

  void branched(const emulator::Branched& event) override {
    Row& row = rows_[event.at.index];
    ++row.executed;
    row.divergent += event.diverged() ? 1 : 0;
    row.lanes_taken += static_cast<std::uint64_t>(event.taken.count());
    row.lanes_not_taken += static_cast<std::uint64_t>(event.not_taken.count());
  }
  void spilled(const emulator::Spilled& event) override { ++rows_[event.at.index].spills; }
  void reloaded(const emulator::Reloaded& event) override { ++rows_[event.at.index].reloads; }

  /// Those of another warp.
  void add(const DivergenceProfile& more) {
    for (const auto& [index, row] : more.rows_) {
      Row& sum = rows_[index];
      sum.executed += row.executed;
      sum.divergent += row.divergent;
      sum.lanes_taken += row.lanes_taken;
      sum.lanes_not_taken += row.lanes_not_taken;
      sum.spills += row.spills;
      sum.reloads += row.reloads;
    }
  }

  /// By index into Executable::instructions.
  const std::map<std::uint32_t, Row>& rows() const { return rows_; }

 private:
  std::map<std::uint32_t, Row> rows_;
};

}  // namespace reconverge::observers
