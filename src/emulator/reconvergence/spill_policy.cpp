// SPDX-License-Identifier: MIT
#include "emulator/reconvergence/spill_policy.hpp"

#include <algorithm>
#include <array>

namespace reconverge::emulator {
namespace {

using Reload = SpillRule::Reload;

constexpr std::array rules = {
    SpillRule{.name = "lazy", .description = "a pop that finds nothing on chip brings one chunk back"},
    SpillRule{.name = "eager-empty",
              .description = "as soon as a pop leaves nothing on chip, one chunk comes back",
              .reload = Reload::when_empty},
    SpillRule{
        .name = "pinned-first", .description = "the first entry never leaves the chip; otherwise lazy", .pinned = 1},
    SpillRule{.name = "eager-free",
              .description = "as soon as a pop leaves one chunk of room on chip, one chunk comes back",
              .reload = Reload::when_chunk_is_free},
    SpillRule{.name = "single-entry",
              .description = "a pop that finds nothing on chip brings one entry back",
              .one_by_one = true},
};

}  // namespace

std::span<const SpillRule> spill_rules() { return rules; }

const SpillRule* find_spill_rule(std::string_view name) {
  const auto rule = std::ranges::find(rules, name, &SpillRule::name);
  return rule == rules.end() ? nullptr : &*rule;
}

int SpillPolicy::spill() {
  const int moved = std::min(settings_.chunk, resident_ - settings_.rule->pinned);
  resident_ -= moved;
  spilled_ += moved;
  return moved;
}

/// Entries are in memory.
SpillPolicy::Movement SpillPolicy::pop_and_reload() {
  Movement movement;
  // The topmost entry is in memory if nothing but pinned entries is on chip.
  if (resident_ <= settings_.rule->pinned) movement.reloaded += reload();
  --resident_;
  const int room_for_reload = settings_.rule->reload == Reload::when_empty ? 0
                              : settings_.rule->reload == Reload::when_chunk_is_free
                                  ? *settings_.capacity - settings_.chunk
                                  : -1;
  if (spilled_ > 0 && resident_ <= room_for_reload) movement.reloaded += reload();
  return movement;
}

int SpillPolicy::reload() {
  const int wanted = settings_.rule->one_by_one ? 1 : settings_.chunk;
  const int moved = std::min({wanted, spilled_, *settings_.capacity - resident_});
  spilled_ -= moved;
  resident_ += moved;
  return moved;
}

}  // namespace reconverge::emulator
