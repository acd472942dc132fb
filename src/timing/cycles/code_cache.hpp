#pragma once

#include <cstdint>
#include <vector>

namespace reconverge::timing {

/// The nearest instruction cache: which lines of code it still holds. Lines leave in the order in
/// which they came. A line that was never fetched counts as held, since first passes are not modelled.
class CodeCache {
 public:
  CodeCache(std::size_t lines_of_code, std::int32_t capacity)
      : entered_(lines_of_code, 0), capacity_(static_cast<std::uint64_t>(capacity)) {}

  bool holds(std::uint32_t line) const { return entered_[line] == 0 || clock_ - entered_[line] < capacity_; }

  void fetch(std::uint32_t line) {
    if (entered_[line] == 0 || !holds(line)) entered_[line] = ++clock_;
  }

 private:
  std::vector<std::uint64_t> entered_;  ///< by line: how many lines had come when it came; 0: never
  std::uint64_t capacity_;
  std::uint64_t clock_ = 0;
};

}  // namespace reconverge::timing
