#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace reconverge::timing {

/// The nearest instruction cache: which lines of code it still holds. The line that was not used for
/// longest leaves. One that was never fetched counts as held, since first passes are not modelled.
class CodeCache {
 public:
  /// @param ahead  lines that come along with each
  CodeCache(std::size_t lines_of_code, std::int32_t capacity, std::int32_t ahead)
      : used_(lines_of_code, 0), capacity_(capacity), ahead_(static_cast<std::size_t>(ahead)) {}

  bool holds(std::uint32_t line) const {
    if (used_[line] == 0 || std::ssize(used_) <= capacity_) return true;
    return std::ranges::count_if(used_, [&](std::uint64_t use) { return use > used_[line]; }) < capacity_;
  }

  void fetch(std::uint32_t line) {
    if (line == current_) return;
    current_ = line;
    ++clock_;
    const std::size_t end = std::min(used_.size(), line + std::size_t{1} + ahead_);
    std::fill(used_.begin() + line, used_.begin() + static_cast<std::ptrdiff_t>(end), clock_);
  }

 private:
  std::vector<std::uint64_t> used_;  ///< by line: when it was fetched last; 0: never
  std::ptrdiff_t capacity_;
  std::size_t ahead_;
  std::uint64_t clock_ = 0;
  std::uint32_t current_ = 0xFFFF'FFFF;
};

}  // namespace reconverge::timing
