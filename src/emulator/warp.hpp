// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/lane_mask.hpp"
#include "core/lane_pattern.hpp"
#include "emulator/barrier_reduction.hpp"
#include "emulator/condition_code.hpp"
#include "emulator/lane_vector.hpp"
#include "emulator/launch/extent.hpp"
#include "emulator/memory/access.hpp"
#include "emulator/memory/block_memory.hpp"
#include "emulator/memory/constant_banks.hpp"
#include "emulator/memory/scratch_memory.hpp"
#include "emulator/memory/windows.hpp"
#include "sass/program.hpp"

namespace reconverge::emulator {

/// Index of a value vector: 0..254 are registers, `zero_slot` reads as 0, then come the uniform
/// registers, and from `first_literal` on the immediates and constants of the executable, one vector
/// each. A uniform register has the same value in every element of its vector.
using Slot = std::uint16_t;
inline constexpr Slot zero_slot = sass::zero_register;
inline constexpr Slot discard_slot = 256;                                       ///< where writes to RZ and URZ go
inline constexpr Slot first_uniform = 257;                                      ///< UR0
inline constexpr Slot first_literal = first_uniform + sass::zero_register + 1;  ///< after the other half of UR254

/// UP0 in Warp::predicates; UPT is 7 further on.
inline constexpr std::uint8_t first_uniform_predicate = 8;

/// The architectural state of the 32 lanes that data instructions read and write. Active lanes and program counter are
/// the mechanism's.
struct Warp {
  std::vector<LaneVector> values;
  /// P0..P6, PT (all lanes), UP0..UP6, UPT. A uniform predicate holds for all lanes or for none.
  std::array<core::LaneMask, 16> predicates{};
  ConditionCode code;                   ///< CC, before sm_70
  std::shared_ptr<BlockMemory> memory;  ///< of its block: all warps there have this
  LocalMemory local;
  int matched_values = 0;  ///< that the last MATCH.ANY found; 0 once they are reported
  Windows windows;
  Access access;               ///< the last one: set by every instruction that is marked `accesses_memory`
  BarrierReduction reduction;  ///< of the last BAR.RED: of the warp's lanes, in a block of all that arrived
  const ConstantBanks* constants = nullptr;   ///< of the executable that runs
  std::uint64_t clock = 0;                    ///< what SR_CLOCK reads: see Clock
  std::uint32_t first_thread = 0;             ///< number of lane 0 in its block
  Extent block_size = most_threads_of_block;  ///< threads
  Extent block_place = {0, 0, 0};             ///< of its block in the grid

  /// @param registers  all zero; with room for the literals of the executable that will run none has to be moved
  explicit Warp(std::vector<LaneVector> registers,
                std::shared_ptr<BlockMemory> of_block = std::make_shared<BlockMemory>())
      : values(std::move(registers)), memory(std::move(of_block)) {
    begin_predicates();
  }
  Warp() : Warp(std::vector<LaneVector>(first_literal)) {}
  Warp(Warp&&) = default;
  Warp& operator=(Warp&&) = default;
  /// As if made anew, with the same local memory, threads and block memory. Its registers are zero again already.
  void restart() {
    begin_predicates();
    code = {};
    local.resize(local.end());
    matched_values = 0;
    access.lanes = access.faulting = core::LaneMask::none();
    access.fault = AccessFault::none;
    reduction = {};
    clock = 0;
  }

  GlobalMemory& global() { return memory->global; }
  const GlobalMemory& global() const { return memory->global; }
  SharedMemory& shared() { return memory->shared; }
  const SharedMemory& shared() const { return memory->shared; }

  /// The lanes for which a predicate, or its negation, holds.
  core::LaneMask predicate(std::uint8_t index, bool negated) const {
    return negated ? ~predicates[index] : predicates[index];
  }

  void set_register(int index, const core::LaneValues& lane_values) {
    values[static_cast<std::size_t>(index)].lane = lane_values;
  }
  const LaneVector& register_value(int index) const { return values[static_cast<std::size_t>(index)]; }

 private:
  void begin_predicates() {
    predicates.fill(core::LaneMask::none());
    predicates[sass::true_predicate] = core::LaneMask::all();
    predicates[first_uniform_predicate + sass::true_predicate] = core::LaneMask::all();
  }
};

}  // namespace reconverge::emulator
