// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "timing/cycles/cycle_count.hpp"
#include "timing/cycles/cycle_record.hpp"

namespace reconverge::timing {

/// The scoreboards of one warp, which the units of Mio clear.
struct Scoreboards {
  static constexpr std::size_t count = 6;

  struct Result {
    Cycle clear = 0;             ///< unless it contends with other results
    std::uint8_t registers = 0;  ///< that it writes; 0: it contends with none
    std::uint8_t first = 0;
    Writer writer{};
    std::int32_t write_to_release = 0;  ///< from the last register's write until the scoreboard is clear
    bool in_pairs = false;              ///< two registers are written at once
    std::uint8_t predicate = 0;         ///< cycles for which it writes one, beside its last register
    Cycle returned = 0;  ///< when its predicate would come back on the path that sub-partitions share; 0: on none
  };
  struct Scoreboard {
    Cycle set = 0;    ///< when it was set, having been clear
    int pending = 0;  ///< whose time is not known yet
    std::vector<Result> results;
  };

  /// See clock_state.hpp.
  template <typename Self, typename State> static void exchange(Self& self, State& state) {
    for (auto& held : self.all) {
      state.cycle(held.set);
      state.value(held.pending);
      state.size_of(held.results);
      for (auto& result : held.results) {
        state.cycle(result.clear);
        state.value(result.registers);
        state.value(result.first);
        state.value(result.writer);
        state.value(result.write_to_release);
        state.value(result.in_pairs);
        state.value(result.predicate);
      }
    }
  }

  Scoreboard& operator[](std::size_t number) { return all[number]; }
  const Scoreboard& operator[](std::size_t number) const { return all[number]; }

  std::array<Scoreboard, count> all{};
};

}  // namespace reconverge::timing
