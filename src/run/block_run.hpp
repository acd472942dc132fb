// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "emulator/emulator.hpp"
#include "run/block_warp.hpp"
#include "run/issue_order.hpp"
#include "run/slot_account.hpp"
#include "timing/cycles/multiprocessor.hpp"

namespace reconverge::run {

/// Runs the warps of a block, one after another: each until it ends, waits at BAR, or has had a long turn, so that one
/// that spins does not block those that it waits for. They share one memory.
///
/// Warps that have clocks of one multiprocessor take turns of one instruction, the one that issues earliest first.
class BlockRun {
 public:
  /// The warps and the code have to outlive it.
  /// @param multiprocessor  that the clocks of the warps belong to; null: they have none
  BlockRun(std::vector<BlockWarp> warps, const emulator::Executable& executable, std::string source_name,
           timing::Multiprocessor* multiprocessor = nullptr);
  /// As if made anew, for warps that begin in place of those that were given; not of a multiprocessor.
  void restart();
  /// The issue slots of the multiprocessor until now; nothing: the warps are not timed together.
  std::optional<SlotAccount> slots() const { return slots_ ? std::optional(slots_->account()) : std::nullopt; }

  /// One turn of each warp that can continue. A result once the block ends or stops, with the steps of all warps; after
  /// one with spins() it may be called again.
  std::optional<emulator::RunResult> round(const emulator::RunLimits& limits);

  /// Whether no warp makes progress unless another block changes memory, which the block has to have.
  bool spins() const;
  /// Whether a warp that spins changes memory meanwhile, so that another block may see what it waits for.
  bool changes_memory_meanwhile() const;
  /// Why the first warp that spins does; nothing if none does.
  std::optional<emulator::RunResult> spinning() const;
  std::uint64_t steps() const;
  /// Its last turn or, until then, its state before the first.
  const BlockWarp& warp(std::size_t number) const { return warps_[number]; }
  /// Where the block stopped: the warp whose turn ended it, else the first that waits or spins; nothing: it has not.
  std::optional<std::size_t> stopped_warp() const;
  /// Whether instructions were executed in the order of their issue, to the end.
  bool is_in_time_order() const { return order_.has_value(); }

 private:
  static constexpr std::uint64_t first_watch = 1u << 14;

  /// Arrivals at one barrier.
  struct Come {
    std::uint32_t threads = 0;
    emulator::BarrierReduction reduction;
  };

  emulator::Ending ending() const;
  emulator::RunResult stopped_by(std::size_t number) const;
  std::optional<emulator::RunResult> turn(std::size_t number, const emulator::RunLimits& limits,
                                          std::uint64_t& executed);
  std::optional<emulator::RunResult> issue_in_order(const emulator::RunLimits& limits);
  void align_released();
  bool can_run(std::size_t number) const;
  void look_for_spins(std::uint64_t now);
  void end_watch();
  void leave_time_order();
  void count_ahead();
  std::optional<emulator::RunResult> issue(BlockWarp& warp, std::uint64_t now, const emulator::RunLimits& limits);
  bool issue_ahead(std::size_t number, std::uint64_t now, const emulator::RunLimits& limits);
  bool sees_spins(const BlockWarp& stepped);
  std::string standing(std::optional<std::size_t> without) const;
  std::string standing_of(const BlockWarp& warp) const;
  const sass::Instruction& row_of(const BlockWarp& warp) const;
  bool release_together();
  void release();
  emulator::RunResult deadlock() const;
  std::string line_of(const sass::Instruction& row) const;
  std::string awaited(std::size_t number, const emulator::BlockBarrierUse& use) const;

  std::vector<BlockWarp> warps_;  ///< does not grow: `order_` refers to it
  const emulator::Executable& executable_;
  std::string source_name_;
  timing::Multiprocessor* multiprocessor_;  ///< null: the clocks of the warps belong to none
  std::optional<SlotAccountant> slots_;
  std::optional<IssueOrder> order_;                  ///< nothing: warps take long turns
  std::optional<std::size_t> stopped_;               ///< by its own turn
  std::uint64_t next_watch_ = first_watch;           ///< of all warps in time order, after so many instructions
  std::optional<std::uint64_t> watched_until_;       ///< nothing: they are not watched
  std::size_t seen_ = 0;                             ///< of the watched warps, those that were seen to spin
  std::vector<bool> released_;                       ///< by warp: it can have a turn
  std::map<std::uint32_t, std::uint32_t> arrivals_;  ///< threads of BAR.ARV not yet waited for, by barrier
};

}  // namespace reconverge::run
