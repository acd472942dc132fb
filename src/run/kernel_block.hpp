// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "run/block_run.hpp"
#include "run/watched_warp.hpp"

namespace reconverge::run {

/// One running block of a launch.
class KernelBlock {
 public:
  /// @param number  in the grid
  /// @param memory  global memory, or a view of it
  /// @param marked  words of memory that are not known
  KernelBlock(const KernelPlan& plan, std::uint64_t number, emulator::GlobalMemory memory,
              const std::shared_ptr<emulator::MarkedMemory>& marked, const Attached& attached = {});

  /// As if made anew, for another block of the launch. Only one that can_restart(), and has ended.
  void restart(std::uint64_t number, emulator::GlobalMemory memory,
               const std::shared_ptr<emulator::MarkedMemory>& marked);
  /// Whether nothing was attached to its warps, and they have no multiprocessor.
  bool can_restart() const;

  /// See BlockRun.
  std::optional<emulator::RunResult> round(const emulator::RunLimits& limits) { return turns_->round(limits); }
  /// Rounds until there is a result, which is the end.
  emulator::RunResult run(const emulator::RunLimits& limits);
  bool spins() const { return turns_->spins(); }
  bool changes_memory_meanwhile() const { return turns_->changes_memory_meanwhile(); }
  std::optional<emulator::RunResult> spinning() const { return turns_->spinning(); }
  std::uint64_t steps() const { return turns_->steps(); }
  bool is_timed_together() const { return multiprocessor_.has_value(); }
  /// See BlockRun.
  bool is_in_time_order() const { return turns_->is_in_time_order(); }
  /// See BlockRun.
  std::optional<SlotAccount> slots() const { return turns_->slots(); }
  std::uint64_t number() const { return number_; }

  /// Gives the block global memory, and returns the one it had.
  emulator::GlobalMemory exchange_memory(emulator::GlobalMemory memory);
  /// The block will not go on: tells those who listen to its warps.
  void end() const;

  /// The sums of its warps until now. It will not go on.
  void add_sums_to(Sums& sums);
  /// The same of those whose timelines are written alone; nothing if there are none.
  std::optional<Sums> shown_sums() const;
  /// The nearest instruction caches, by sub-partition; of a warp that is alone one. Its warps are timed.
  std::vector<const timing::CodeCache*> code_caches() const;
  WatchedWarp& first_warp() { return *warps_.front(); }
  const std::vector<std::unique_ptr<WatchedWarp>>& warps() const { return warps_; }

 private:
  void begin(const KernelPlan& plan, emulator::GlobalMemory memory);
  void remember(WatchedWarp& warp);
  void end_timeline(const WatchedWarp& warp) const;

  std::uint64_t number_;
  std::shared_ptr<emulator::BlockMemory> memory_ = std::make_shared<emulator::BlockMemory>();
  SharedNotes shared_;
  RunningSums rows_;        ///< of its warps, but for those whose timelines are written
  RunningSums shown_rows_;  ///< of these
  std::vector<bool> is_shown_;
  std::optional<BlockMemos::Lease> memo_;                 ///< of its warps
  std::optional<timing::Multiprocessor> multiprocessor_;  ///< if the warps are timed together
  std::vector<std::unique_ptr<WatchedWarp>> warps_;
  std::optional<BlockRun> turns_;
};

}  // namespace reconverge::run
