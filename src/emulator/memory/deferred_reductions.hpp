// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace reconverge::emulator {

/// What an atomic operation does to a word whose old value nobody reads.
struct Reduction {
  std::uint8_t bytes = 4;  ///< 4 or 8
  std::uint64_t (*combine)(std::uint64_t old, std::uint64_t operand) = nullptr;
  /// Whether two of them in a row are one with the combined operand, whatever was there before: so are sums of
  /// integers, and those of floats are not.
  bool folds = false;
};

/// The reductions that one word waits for, in their order.
class ReductionsOfWord {
 public:
  ReductionsOfWord(const Reduction& reduction, std::uint64_t operand) : first_{&reduction, operand} {}

  std::size_t bytes() const { return first_.reduction->bytes; }
  /// One more, of as many bytes. Whether it had to be kept beside those before it.
  bool add(const Reduction& reduction, std::uint64_t operand);
  /// Carries them out. At `at` are bytes() bytes.
  void apply(std::uint8_t* at) const;

 private:
  struct Step {
    const Reduction* reduction;
    std::uint64_t operand;
  };

  Step first_;
  std::vector<Step> others_;
};

/// The reductions that words of a page wait for.
class DeferredReductions {
 public:
  static constexpr std::size_t words = 256, word_bytes = 4;  ///< of a page

  /// @param offset  of the first byte, a multiple of the reduction's width
  /// @return whether it takes memory of its own, since it does not fold with one before it
  bool add(std::size_t offset, const Reduction& reduction, std::uint64_t operand);
  /// Whether something waits in the 8 bytes that hold an offset.
  bool any_near(std::size_t offset) const {
    return (held_[offset / 256] >> (offset / 4 % 64 & ~std::size_t{1}) & 3) != 0;
  }
  /// Whether something of another width waits in bytes of these.
  bool has_other_width(std::size_t offset, std::size_t bytes) const;
  /// What the word at an offset waits for, which then waits no longer; null if it is nothing.
  const ReductionsOfWord* take(std::size_t offset);

  /// function(offset, ReductionsOfWord), in the order of the offsets.
  template <typename Function> void for_each(Function function) const {
    for (std::size_t part = 0; part < held_.size(); ++part)
      for (std::uint64_t left = held_[part]; left != 0; left &= left - 1) {
        const std::size_t word = part * 64 + static_cast<std::size_t>(std::countr_zero(left));
        function(word * word_bytes, waiting_[place_[word]]);
      }
  }

 private:
  const ReductionsOfWord* find(std::size_t word) const {
    return (held_[word / 64] >> word % 64 & 1) == 0 ? nullptr : &waiting_[place_[word]];
  }

  std::array<std::uint64_t, words / 64> held_{};  ///< a bit a word: the first of a wide one
  std::array<std::uint16_t, words> place_{};      ///< in `waiting_`, of words that are held
  std::vector<ReductionsOfWord> waiting_;         ///< with those that were taken
};

}  // namespace reconverge::emulator
