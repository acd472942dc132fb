// SPDX-License-Identifier: MIT
#include "run/block_list.hpp"

#include <algorithm>

namespace reconverge::run {

BlockList::BlockList(std::vector<Range> ranges) {
  std::ranges::sort(ranges);
  for (const Range& range : ranges) {
    if (!ranges_.empty() && range.first <= ranges_.back().second + 1)
      ranges_.back().second = std::max(ranges_.back().second, range.second);
    else ranges_.push_back(range);
  }
  for (const Range& range : ranges_) count_ += range.second - range.first + 1;
}

BlockList BlockList::first(std::uint64_t count) {
  return count == 0 ? BlockList({}) : BlockList({Range{0, count - 1}});
}

std::uint64_t BlockList::at(std::uint64_t place) const {
  for (const Range& range : ranges_) {
    const std::uint64_t size = range.second - range.first + 1;
    if (place < size) return range.first + place;
    place -= size;
  }
  return ranges_.empty() ? 0 : ranges_.back().second;
}

bool BlockList::contains(std::uint64_t block) const {
  return std::ranges::any_of(ranges_,
                             [&](const Range& range) { return range.first <= block && block <= range.second; });
}

BlockList BlockList::up_to(std::uint64_t block) const {
  std::vector<Range> ranges;
  for (const Range& range : ranges_)
    if (range.first <= block) ranges.emplace_back(range.first, std::min(range.second, block));
  return BlockList(std::move(ranges));
}

}  // namespace reconverge::run
