// SPDX-License-Identifier: MIT
#include "emulator/memory/deferred_reductions.hpp"

#include <cstring>

namespace reconverge::emulator {

bool ReductionsOfWord::add(const Reduction& reduction, std::uint64_t operand) {
  Step& last = others_.empty() ? first_ : others_.back();
  if (last.reduction == &reduction && reduction.folds) {
    last.operand = reduction.combine(last.operand, operand);
    return false;
  }
  others_.push_back({&reduction, operand});
  return true;
}

void ReductionsOfWord::apply(std::uint8_t* at) const {
  std::uint64_t value = 0;
  std::memcpy(&value, at, bytes());
  value = first_.reduction->combine(value, first_.operand);
  for (const Step& step : others_) value = step.reduction->combine(value, step.operand);
  std::memcpy(at, &value, bytes());
}

bool DeferredReductions::add(std::size_t offset, const Reduction& reduction, std::uint64_t operand) {
  const std::size_t word = offset / word_bytes;
  if (find(word) != nullptr) return waiting_[place_[word]].add(reduction, operand);
  held_[word / 64] |= std::uint64_t{1} << word % 64;
  place_[word] = static_cast<std::uint16_t>(waiting_.size());
  waiting_.emplace_back(reduction, operand);
  return true;
}

bool DeferredReductions::has_other_width(std::size_t offset, std::size_t bytes) const {
  const std::size_t even = offset / word_bytes & ~std::size_t{1};
  const ReductionsOfWord* const first = find(even);
  return (first != nullptr && first->bytes() != bytes) || (bytes == 2 * word_bytes && find(even + 1) != nullptr);
}

const ReductionsOfWord* DeferredReductions::take(std::size_t offset) {
  const std::size_t word = offset / word_bytes;
  const ReductionsOfWord* const found = find(word);
  held_[word / 64] &= ~(std::uint64_t{1} << word % 64);
  return found;
}

}  // namespace reconverge::emulator
