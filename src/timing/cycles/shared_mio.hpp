// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

namespace reconverge::timing {

/// What the address units of all sub-partitions of a multiprocessor have in common: one operation after another. They
/// come in the order of time.
class AddressUnits {
 public:
  /// An operation of a sub-partition comes and takes some cycles. Gives when it begins.
  std::uint64_t take(std::uint64_t cycle, std::uint64_t cycles) {
    const std::uint64_t start = std::max(cycle, free_);
    free_ = start + cycles;
    return start;
  }

 private:
  std::uint64_t free_ = 0;
};

}  // namespace reconverge::timing
