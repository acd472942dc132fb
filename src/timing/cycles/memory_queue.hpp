#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>

namespace reconverge::timing {

/// Loads and stores wait in line for the unit that executes them, one after another. An instruction can
/// issue while there is a place in the line.
class MemoryQueue {
 public:
  explicit MemoryQueue(int places) : begins_(static_cast<std::size_t>(places), 0) {}

  /// From when on there is a place.
  std::uint64_t next_place() const { return begins_.front(); }

  /// Joins the line at `cycle`; says when the unit begins with it.
  std::uint64_t enter(std::uint64_t cycle, std::uint64_t occupies) {
    const std::uint64_t begin = std::max(cycle, free_);
    free_ = begin + occupies;
    begins_.pop_front();
    begins_.push_back(begin);
    return begin;
  }

 private:
  std::deque<std::uint64_t> begins_;  ///< of the last ones, oldest first
  std::uint64_t free_ = 0;
};

}  // namespace reconverge::timing
