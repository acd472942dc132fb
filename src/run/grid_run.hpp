// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "run/block_list.hpp"
#include "run/contested_words.hpp"
#include "run/kernel_block.hpp"

namespace reconverge::run {

/// Runs the blocks of a grid as if one after another, in the order of their numbers.
///
/// Several run at once, each on a view of memory as it was before them. They are committed in order: one that has read
/// words that an earlier one has written meanwhile is run again. A block that never ends by itself, because it waits
/// for a later one, is joined by the next ones: from there on those take turns on one thread and see each other's
/// writes, until all of them have ended.
class GridRun {
 public:
  /// @param first_listeners  of the first warp of the first block
  GridRun(const KernelPlan& plan, emulator::GlobalMemory memory, const std::vector<KernelListener>& first_listeners);

  /// Until all blocks have ended, or one of them stops.
  emulator::RunResult run();

  /// Of the blocks that were run, in order.
  const Sums& sums() const { return sums_; }
  /// Of the warps whose timelines are written; nothing if their block was not run.
  std::optional<Sums>& shown_sums() { return shown_sums_; }
  std::uint64_t blocks_run() const { return next_; }
  std::vector<observers::Finding> contested() const { return contested_.findings(); }
  const emulator::GlobalMemory& memory() const { return memory_; }
  emulator::GlobalMemory take_memory() { return std::move(memory_); }
  const emulator::MarkedMemory& marked() const { return *marked_; }
  /// The first warp of the first block, as it was at its end. Its listeners are gone.
  emulator::Warp take_first_warp() { return std::move(first_warp_); }
  const std::map<int, core::LaneMask>& unknown_registers() const { return unknown_registers_; }
  const std::string& unknown_because() const { return unknown_because_; }

 private:
  /// A block that was run by itself.
  struct Outcome {
    emulator::RunResult run;
    Sums sums;
    emulator::GlobalMemory memory;
    std::exception_ptr error;
  };

  std::uint64_t block_at(std::uint64_t place) const { return blocks_.at(place); }
  bool has_more() const { return next_ < blocks_.count(); }
  bool is_watched(std::uint64_t place) const;
  Attached attached_to(std::uint64_t place) const;
  std::unique_ptr<KernelBlock> start(std::uint64_t place, emulator::GlobalMemory memory) const;
  void keep(std::unique_ptr<KernelBlock> block) const;

  bool run_next();
  void run_batch(std::uint64_t size);
  Outcome run_alone(std::uint64_t place) const;
  void adapt(std::uint64_t size, std::uint64_t again);

  void commit(std::uint64_t block, std::uint64_t steps, const emulator::GlobalMemory& memory);
  void count(std::uint64_t steps);
  void end(KernelBlock& block);
  void stop(std::uint64_t block, emulator::RunResult result);

  void take_turns(std::unique_ptr<KernelBlock> first);
  bool take_turn(KernelBlock& block, emulator::RunResult& result);
  bool all_spin(const std::vector<std::unique_ptr<KernelBlock>>& resident);
  void stop_turns(const std::vector<std::unique_ptr<KernelBlock>>& resident);
  emulator::RunResult nobody_gets_on(const std::vector<std::unique_ptr<KernelBlock>>& resident) const;

  const KernelPlan& plan_;
  emulator::GlobalMemory memory_;  ///< as the committed blocks left it
  const std::vector<KernelListener>& first_listeners_;
  BlockList blocks_;
  std::shared_ptr<emulator::MarkedMemory> marked_ = std::make_shared<emulator::MarkedMemory>();
  mutable std::mutex ended_mutex_;
  mutable std::vector<std::unique_ptr<KernelBlock>> ended_;  ///< blocks, for later ones
  std::uint64_t next_ = 0;                                   ///< place in the list of the block that is run next
  Sums sums_;
  std::optional<Sums> shown_sums_;
  std::uint64_t steps_ = 0;
  std::uint64_t longest_ = 0;  ///< steps of a block
  bool left_listing_ = false;
  ContestedWords contested_;
  emulator::Sectors written_;  ///< by the blocks of a batch that are committed
  std::optional<emulator::RunResult> stopped_;
  emulator::Warp first_warp_;
  std::map<int, core::LaneMask> unknown_registers_;
  std::string unknown_because_;
  std::uint64_t width_ = 1;       ///< blocks that are run at once
  std::uint64_t one_by_one_ = 0;  ///< blocks to run so before several are tried again
  std::uint64_t after_conflict_ = 16;
};

}  // namespace reconverge::run
