// SPDX-License-Identifier: MIT
#include "emulator/state_table.hpp"

#include <algorithm>

namespace reconverge::emulator {
namespace {

/// Products that do not wait for one another.
std::uint64_t hash_of_words(std::span<const std::uint32_t> words) {
  std::uint64_t sum = 0, factor = 0x9E37'79B9'7F4A'7C15u;
  for (const std::uint32_t word : words) {
    sum += (word + std::uint64_t{1}) * factor;
    factor += 0xD1B5'4A32'D192'ED02u;  // stays odd
  }
  return (sum ^ sum >> 29) * 0x9E37'79B9'7F4A'7C15u >> 20;
}

}  // namespace

StateTable::Number StateTable::number_of_words() {
  ++written_;
  if (2 * states_.size() >= places_.size()) make_room();
  const std::uint64_t hash = hash_of_words(state_);
  const std::size_t last = places_.size() - 1;  // all ones: the size is a power of two
  std::size_t at = hash & last;
  for (; places_[at] != 0; at = (at + 1) & last)
    if (states_[places_[at]].hash == hash && std::ranges::equal(words_of(places_[at]), state_)) return places_[at];
  places_[at] = static_cast<Number>(states_.size());
  states_.push_back({words_.size(), state_.size(), hash});
  words_.insert(words_.end(), state_.begin(), state_.end());
  return places_[at];
}

void StateTable::make_room() {
  places_.assign(std::max<std::size_t>(64, 2 * places_.size()), 0);
  const std::size_t last = places_.size() - 1;
  for (Number number = 1; number < states_.size(); ++number) {
    std::size_t at = states_[number].hash & last;
    while (places_[at] != 0) at = (at + 1) & last;
    places_[at] = number;
  }
}

}  // namespace reconverge::emulator
