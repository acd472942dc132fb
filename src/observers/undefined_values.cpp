// SPDX-License-Identifier: MIT
#include "observers/undefined_values.hpp"

namespace reconverge::observers {

using core::LaneMask;
using emulator::Slot;

UndefinedValues::UndefinedValues(LaneMask live)
    : live_(live), lanes_(emulator::first_literal, LaneMask::all()), origins_(emulator::first_literal) {
  for (Slot slot = 0; slot < emulator::first_literal; ++slot) {
    origins_[slot].number = slot;
    some_.set(slot);
  }
  define(emulator::zero_slot, LaneMask::all());
  for (std::uint8_t index = 0; index < predicates_.size(); ++index) {
    if ((index & sass::true_predicate) == sass::true_predicate) continue;
    set_predicate(index, LaneMask::all(), LaneMask::all(), {Origin::Kind::predicate, index, 0});
  }
}

void UndefinedValues::set(Slot slot, LaneMask lanes, const emulator::LaneVector& undefined, const Origin& origin) {
  const LaneMask some = lanes & emulator::lanes_where([&](std::size_t lane) { return undefined[lane] != 0; });
  define(slot, lanes);
  if (some.empty()) return;
  if (bits_.empty()) bits_.assign(emulator::first_literal, emulator::broadcast(all_bits));
  emulator::assign(bits_[slot], undefined, some);
  lanes_[slot] |= some;
  some_.set(slot, lanes_[slot].intersects(live_));
  origins_[slot] = origin;
}

void UndefinedValues::set_predicate(std::uint8_t index, LaneMask lanes, LaneMask undefined, const Origin& origin) {
  LaneMask& known = predicates_[index];
  known = known.without(lanes) | (undefined & lanes);
  if (undefined.intersects(lanes)) predicate_origins_[index] = origin;
  const auto bit = static_cast<std::uint16_t>(1u << index);
  some_predicates_ = static_cast<std::uint16_t>(known.any() ? some_predicates_ | bit : some_predicates_ & ~bit);
  some_.set(emulator::ValueSet::first_predicate + index, known.intersects(live_));
}

void UndefinedValues::leave(LaneMask lanes) {
  live_ = live_.without(lanes);
  if (live_.empty()) return;
  const emulator::ValueSet before = some_;
  before.any_common(before, [&](std::size_t value) {
    some_.set(value, lanes_of(value).intersects(live_));
    return false;
  });
}

}  // namespace reconverge::observers
