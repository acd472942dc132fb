// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace reconverge::timing {

/// A sorted set of at most `most` numbers, kept in place, since clocks make one at every memory access. A number that
/// is larger than all others, as addresses nearly always are, is appended.
template <std::size_t most> class FewNumbers {
 public:
  void insert(std::uint64_t number) {
    if (count_ == 0 || numbers_[count_ - 1] < number) {
      numbers_[count_++] = number;
      return;
    }
    const auto end = numbers_.begin() + static_cast<std::ptrdiff_t>(count_);
    const auto at = std::lower_bound(numbers_.begin(), end, number);
    if (*at == number) return;
    std::copy_backward(at, end, end + 1);
    *at = number;
    ++count_;
  }

  std::size_t size() const { return count_; }
  bool empty() const { return count_ == 0; }
  const std::uint64_t* begin() const { return numbers_.data(); }
  const std::uint64_t* end() const { return numbers_.data() + count_; }
  std::uint64_t front() const { return numbers_[0]; }
  std::uint64_t back() const { return numbers_[count_ - 1]; }

 private:
  std::array<std::uint64_t, most> numbers_;  // NOLINT: not written before it is used
  std::size_t count_ = 0;
};

}  // namespace reconverge::timing
