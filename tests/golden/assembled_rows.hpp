// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "timing/cycles/cycle_count.hpp"

namespace reconverge::golden {

inline constexpr std::size_t sub_partitions = 4;

/// A row of a kernel that was assembled for a measurement.
struct AssembledRow {
  timing::Cycle stall = 1;
  bool yields = false;
  bool reads_clock = false;
  std::optional<std::size_t> target = {};  ///< row that a BRA goes to
};

/// "2y* 5y>4": a clock read with a stall of 2 and the yield bit clear, and a BRA to the fifth row. Behind all five NOPs
/// with the longest stall.
std::vector<AssembledRow> rows_of(const std::string& text);

using Stamps = std::vector<std::vector<timing::Cycle>>;  // of each warp of a sub-partition

/// The clock reads, in the order of the rows, of warps that execute such rows, by the issue port, the lookups of lines
/// and the issue interval of CS2R alone.
/// @param starts  of the warps, which have every fourth number
Stamps issue(const std::vector<AssembledRow>& rows, const std::vector<timing::Cycle>& starts);

}  // namespace reconverge::golden
