// SPDX-License-Identifier: MIT
#include "emulator/decoding/literal_pool.hpp"

#include <limits>

namespace reconverge::emulator {

std::optional<Slot> LiteralPool::slot_of(std::span<const std::uint32_t> words) {
  const std::size_t next = values_.size();
  const std::size_t place = words.size() == 2
                                ? pairs_.try_emplace(std::uint64_t{words[1]} << 32 | words[0], next).first->second
                                : words_.try_emplace(words[0], next).first->second;
  const std::size_t slot = first_literal + place;
  if (slot + words.size() > std::numeric_limits<Slot>::max()) return {};
  if (place == next)
    for (const std::uint32_t word : words) values_.push_back(broadcast(word));
  return static_cast<Slot>(slot);
}

}  // namespace reconverge::emulator
