// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>

namespace reconverge::emulator {

/// One reading of the paper's two sentences on spills (section "Analysis"): "during a push that
/// would overflow the stack, the four lowest entries are spilled"; "when popping the stack would
/// require access to elements that were spilled, they are loaded back". The paper leaves open when
/// they come back, how many at once, and whether the first entry ever leaves.
struct SpillRule {
  std::string_view name;
  std::string_view description;
  int pinned = 0;           ///< lowest entries that never leave the chip
  bool one_by_one = false;  ///< a reload brings one entry back instead of a chunk
  /// When a pop reloads: `on_demand` if it would find nothing; else after the pop, once...
  enum class Reload : std::uint8_t { on_demand, when_empty, when_chunk_is_free } reload = Reload::on_demand;
};

/// Every rule; the first is the default, the literal reading.
std::span<const SpillRule> spill_rules();
const SpillRule* find_spill_rule(std::string_view name);

/// Size of the on-chip part of the stack, in entries.
struct SpillSettings {
  std::optional<int> capacity = 16;  ///< nothing: unlimited, so that nothing is ever spilled
  int chunk = 4;                     ///< entries moved by one spill
  const SpillRule* rule = spill_rules().data();
};

/// Keeps book of how many entries are on chip and how many in memory. Which entries those are
/// follows: the chip holds the pinned ones and the topmost.
class SpillPolicy {
 public:
  explicit SpillPolicy(SpillSettings settings)
      : settings_(settings), capacity_(settings.capacity.value_or(std::numeric_limits<int>::max())) {}

  /// Entries moved by one push or pop; 0 = none.
  struct Movement {
    int spilled = 0;
    int reloaded = 0;
  };

  Movement push() {
    const int spilled = resident_ == capacity_ ? spill() : 0;
    ++resident_;
    return {.spilled = spilled};
  }
  /// Precondition: resident() + spilled() > 0.
  Movement pop() {
    if (spilled_ > 0) return pop_and_reload();
    --resident_;
    return {};
  }
  void clear() { resident_ = spilled_ = 0; }

  int resident() const { return resident_; }
  int spilled() const { return spilled_; }
  const SpillSettings& settings() const { return settings_; }

 private:
  int spill();
  int reload();
  Movement pop_and_reload();

  SpillSettings settings_;
  int capacity_;  ///< the largest number for unlimited
  int resident_ = 0;
  int spilled_ = 0;
};

}  // namespace reconverge::emulator
