// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "emulator/memory/access.hpp"
#include "timing/cycles/cycle_count.hpp"
#include "timing/cycles/cycle_record.hpp"

namespace reconverge::timing {

/// Lines that the first level has lost because a warp stored to each twice in close succession: rule l1-access of
/// docs/model.md. The accesses of one warp to global and local memory, in their order.
class LostLines {
 public:
  /// @param cycle  at which it issued; not before that of the last store
  void store(const emulator::Access& access, Cycle cycle, const LevelOneTiming& rule);
  /// Whether a load misses because its line was lost. What it reads is there from then on.
  bool load(const emulator::Access& access, const LevelOneTiming& rule);
  /// Whether a load can change anything.
  bool concern_loads() const { return !kept_.empty() || !recent_.empty(); }

 private:
  /// The last store to a line.
  struct Recent {
    std::uint64_t line = 0;
    Cycle from = 0, until = 0;  ///< another one that issues then loses the line
    bool before_load = false;   ///< a load came behind it
  };
  void store_placed(const emulator::Access& access, Cycle cycle, const LevelOneTiming& rule);
  bool load_placed(const emulator::Access& access, const LevelOneTiming& rule);
  void lose(std::uint64_t line, const LevelOneTiming& rule);
  void keep(std::uint64_t address, std::uint64_t bytes, const LevelOneTiming& rule);

  std::vector<Recent> recent_;
  /// Sectors of lost lines, with the bytes that were stored since.
  std::unordered_map<std::uint64_t, std::unordered_set<std::uint64_t>> kept_;
};

}  // namespace reconverge::timing
