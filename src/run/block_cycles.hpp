// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/provenance.hpp"
#include "run/slot_account.hpp"
#include "timing/cycles/unit_demand.hpp"

namespace reconverge::run {

class KernelBlock;

/// How much is known of the time of one block of several warps on a multiprocessor. The three are never mixed.
enum class BlockAnswer {
  exact,     ///< each warp has a sub-partition to itself, and the rules hold for all that ran
  estimate,  ///< warps share sub-partitions, or units whose sharing is not measured; with its measured error
  bounds,    ///< a lower bound only
};
std::string_view to_string(BlockAnswer answer);

/// From the first issue of the block to its last.
struct BlockCycles {
  BlockAnswer answer = BlockAnswer::bounds;
  std::optional<std::uint64_t> cycles = {};  ///< nothing: only bounds are known
  std::string because = {};                  ///< why it is not exact; empty if it is
  double mean_error = 0, worst_error = 0;    ///< of an estimate: parts of the total
  core::Grade mean_grade = core::Grade::assumed, worst_grade = core::Grade::assumed;  ///< of these two
  SlotAccount slots = {};  ///< where they went; empty if only bounds are known
  timing::LowerBound at_least;
  std::string limit = {};  ///< what sets it: "latency", "issue", "shared-unit", or the name of a unit
};

/// Of a block that has run, whose warps were timed together.
/// @param unreliable  why no cycles of it can be relied on; empty: they can
BlockCycles block_cycles_of(const KernelBlock& block, const std::string& unreliable);

}  // namespace reconverge::run
