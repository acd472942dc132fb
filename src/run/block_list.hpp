// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace reconverge::run {

/// Which blocks of a grid are run, by their numbers.
class BlockList {
 public:
  /// First and last of a range, both included.
  using Range = std::pair<std::uint64_t, std::uint64_t>;

  /// Ranges in any order; a block in several counts once.
  explicit BlockList(std::vector<Range> ranges);
  static BlockList first(std::uint64_t count);

  std::uint64_t count() const { return count_; }
  /// The block at a place of the list, in the order of their numbers.
  std::uint64_t at(std::uint64_t place) const;
  bool contains(std::uint64_t block) const;
  /// Those up to a block, which is in it.
  BlockList up_to(std::uint64_t block) const;
  const std::vector<Range>& ranges() const { return ranges_; }

 private:
  std::vector<Range> ranges_;  ///< ascending, with gaps between them
  std::uint64_t count_ = 0;
};

}  // namespace reconverge::run
