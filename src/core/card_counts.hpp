// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/lane_mask.hpp"

namespace reconverge::core {

/// A card's counts of one instruction over a whole grid, with names and meanings of NVIDIA's SASS metrics.
struct CardCounts {
  std::uint64_t warp_instructions = 0;         ///< smsp__sass_inst_executed
  std::uint64_t thread_instructions = 0;       ///< smsp__sass_thread_inst_executed: active lanes
  std::uint64_t thread_instructions_true = 0;  ///< smsp__sass_thread_inst_executed_pred_on: executing lanes
  std::uint64_t branches = 0;                  ///< smsp__sass_inst_executed_op_branch
  std::uint64_t divergent = 0;                 ///< smsp__sass_branch_targets_threads_divergent
  std::uint64_t uniform = 0;                   ///< smsp__sass_branch_targets_threads_uniform

  CardCounts& operator+=(const CardCounts& other) {
    warp_instructions += other.warp_instructions;
    thread_instructions += other.thread_instructions;
    thread_instructions_true += other.thread_instructions_true;
    branches += other.branches;
    divergent += other.divergent;
    uniform += other.uniform;
    return *this;
  }
  /// Lane slots without an active lane: 32 an executed warp instruction, less the active lanes.
  std::uint64_t idle_lanes() const { return lane_count * warp_instructions - thread_instructions; }
  friend bool operator==(const CardCounts&, const CardCounts&) = default;
};

}  // namespace reconverge::core
