// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace reconverge::timing {

/// A set of numbers that mostly has few: those are in place, and only more of them take memory from the heap.
class NumberSet {
 public:
  void insert(std::uint64_t number) {
    if (contains(number)) return;
    if (table_.empty() && count_ < few_.size()) few_[count_] = number;
    else add(number);
    ++count_;
  }
  bool contains(std::uint64_t number) const {
    if (table_.empty()) {
      bool is_in = false;
      for (std::size_t i = 0; i < count_; ++i) is_in |= few_[i] == number;
      return is_in;
    }
    return number == nobody ? has_nobody_ : table_[place_of(number)] == number;
  }
  std::size_t size() const { return count_; }
  bool empty() const { return count_ == 0; }

 private:
  static constexpr std::uint64_t nobody = ~std::uint64_t{0};  ///< an empty place
  static constexpr std::size_t first_places = 64;

  /// Where a number is or belongs.
  std::size_t place_of(std::uint64_t number) const {
    const std::size_t last = table_.size() - 1;  // all ones: the size is a power of two
    std::size_t at = (number * 0x9E37'79B9'7F4A'7C15u >> 32) & last;
    while (table_[at] != nobody && table_[at] != number) at = (at + 1) & last;
    return at;
  }
  void put(std::uint64_t number) {
    if (number == nobody) has_nobody_ = true;
    else table_[place_of(number)] = number;
  }
  /// One that is not in it, to those that are more than few.
  void add(std::uint64_t number) {
    if (2 * count_ >= table_.size()) {
      const std::vector<std::uint64_t> before = std::exchange(table_, {});
      table_.assign(std::max(first_places, 2 * before.size()), nobody);
      if (before.empty()) std::ranges::for_each(few_, [&](std::uint64_t one) { put(one); });
      for (const std::uint64_t one : before)
        if (one != nobody) put(one);
    }
    put(number);
  }

  std::size_t count_ = 0;
  std::array<std::uint64_t, 16> few_{};
  std::vector<std::uint64_t> table_;  ///< by a hash, or behind that; empty: all are in `few_`
  bool has_nobody_ = false;           ///< that number is in the set, beside the table
};

}  // namespace reconverge::timing
