#include "run/block_run.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace reconverge::run {
namespace {

using emulator::Ending;

constexpr std::uint64_t turn_steps = 1'000'000;
constexpr std::uint32_t threads_of_warp = core::lane_count;

bool ended(const BlockWarp& warp) {
  return warp.result.ending == Ending::exited || warp.result.ending == Ending::left_listing;
}
bool waits(const BlockWarp& warp) { return warp.result.ending == Ending::at_block_barrier; }

class Block {
 public:
  Block(std::vector<BlockWarp>& warps, const emulator::Executable& executable, const emulator::RunLimits& limits,
        const std::string& source_name)
      : warps_(warps), executable_(executable), limits_(limits), source_name_(source_name) {}

  emulator::RunResult run() {
    std::vector<bool> released(warps_.size(), true);
    while (true) {
      for (std::size_t i = 0; i < warps_.size(); ++i) {
        if (!released[i] || ended(warps_[i])) continue;
        if (auto stopped = turn(i)) return *std::move(stopped);
      }
      if (std::ranges::all_of(warps_, ended)) return {ending(), steps(), {}};
      for (std::size_t i = 0; i < warps_.size(); ++i) released[i] = !waits(warps_[i]);
      const bool any_runs =
          std::ranges::any_of(warps_, [](const BlockWarp& warp) { return !ended(warp) && !waits(warp); });
      release(released);
      const bool any_released = std::ranges::any_of(warps_, [&](const BlockWarp& warp) {
        return waits(warp) && released[static_cast<std::size_t>(&warp - warps_.data())];
      });
      if (!any_runs && !any_released) return stopped(deadlock());
    }
  }

 private:
  std::uint64_t steps() const {
    std::uint64_t sum = 0;
    for (const BlockWarp& warp : warps_) sum += warp.result.steps;
    return sum;
  }

  Ending ending() const {
    const bool some_left =
        std::ranges::any_of(warps_, [](const BlockWarp& warp) { return warp.result.ending == Ending::left_listing; });
    return some_left ? Ending::left_listing : Ending::exited;
  }

  emulator::RunResult stopped(core::Diagnostic diagnostic) const {
    return {Ending::stopped, steps(), std::move(diagnostic), emulator::Fault::deadlock};
  }

  /// One turn of a warp; a result if the whole block stops.
  std::optional<emulator::RunResult> turn(std::size_t number) {
    BlockWarp& warp = warps_[number];
    if (holder_ != number) {
      std::swap(warps_[holder_].warp->global, warp.warp->global);
      std::swap(warps_[holder_].warp->shared, warp.warp->shared);
      holder_ = number;
    }
    const std::uint64_t others = steps() - warp.result.steps;
    const std::uint64_t left = limits_.steps > others ? limits_.steps - others : 0;
    const std::uint64_t mine = std::min(left, warp.result.steps + turn_steps);
    warp.result = warp.run->go_on({.steps = mine, .stop = limits_.stop}, true);
    if (!warp.result.diagnostic) return std::nullopt;
    const bool spins =
        warp.result.ending == Ending::step_limit && warp.result.steps < mine;  // till others change memory
    const bool turn_is_over =
        warp.result.ending == Ending::step_limit && mine < left && !(spins && nobody_else_runs(number));
    if (turn_is_over) return std::nullopt;
    auto diagnostic = *warp.result.diagnostic;
    if (warps_.size() > 1) diagnostic.message = fmt::format("warp {}: {}", number, diagnostic.message);
    return emulator::RunResult{warp.result.ending, steps(), std::move(diagnostic), warp.result.fault};
  }

  bool nobody_else_runs(std::size_t number) const {
    return std::ranges::all_of(
        warps_, [&](const BlockWarp& other) { return &other == &warps_[number] || ended(other) || waits(other); });
  }

  const sass::Instruction& row_of(const BlockWarp& warp) const {
    return executable_.function.instructions[warp.barriers->index()];
  }

  /// Whether a warp waits at BAR.RED. Its own lanes' reduction is known; that of all who came is wanted.
  bool reduces(const BlockWarp& warp) const { return row_of(warp).has_modifier("RED"); }

  /// What has come to one barrier.
  struct Come {
    std::uint32_t threads = 0;
    emulator::BarrierReduction reduction;
  };

  /// Marks the warps whose barrier has all it waits for. A warp that has ended is waited for no longer; every
  /// other one counts as 32 threads, also where some lanes have left or never were.
  void release(std::vector<bool>& released) {
    for (const BlockWarp& warp : warps_)
      for (const auto& [number, times] : warp.barriers->take_arrivals()) arrivals_[number] += times * threads_of_warp;
    std::map<std::uint32_t, Come> come;
    for (const auto& [number, threads] : arrivals_) come[number].threads = threads;
    std::uint32_t alive = 0;
    for (const BlockWarp& warp : warps_) {
      if (!ended(warp)) alive += threads_of_warp;
      if (!waits(warp)) continue;
      Come& here = come[warp.barriers->use().number];
      here.threads += threads_of_warp;
      if (!reduces(warp)) continue;
      here.reduction.threads += warp.warp->reduction.threads;
      here.reduction.holding += warp.warp->reduction.holding;
    }
    for (std::size_t i = 0; i < warps_.size(); ++i) {
      if (!waits(warps_[i])) continue;
      const emulator::BlockBarrierUse& use = warps_[i].barriers->use();
      const std::uint32_t wanted = use.threads.value_or(alive);
      released[i] = come[use.number].threads >= wanted;
      if (!released[i]) continue;
      arrivals_[use.number] = come[use.number].threads - wanted;
      if (!reduces(warps_[i])) continue;
      warps_[i].warp->reduction.threads = come[use.number].reduction.threads;
      warps_[i].warp->reduction.holding = come[use.number].reduction.holding;
    }
  }

  /// Every warp that has not ended waits, and none of their barriers is complete.
  core::Diagnostic deadlock() const {
    std::string text =
        warps_.size() > 1 ? "deadlock between the warps of the block: " : "deadlock in a block of one warp: ";
    const BlockWarp* first = nullptr;
    for (std::size_t i = 0; i < warps_.size(); ++i) {
      if (!waits(warps_[i])) continue;
      const emulator::BlockBarrierUse& use = warps_[i].barriers->use();
      text += fmt::format("{}warp {} waits at barrier {} (0x{:x}){}", first == nullptr ? "" : "; ", i, use.number,
                          row_of(warps_[i]).address, awaited(i, use));
      if (first == nullptr) first = &warps_[i];
    }
    return {.failure = core::Failure::emulation,
            .message = text,
            .hint = warps_.size() > 1
                        ? "every warp has to come to the same BAR, or to one that waits for as many threads as come"
                        : "start the block with all its threads: --block THREADS",
            .where = {source_name_, row_of(*first).line, row_of(*first).column}};
  }

  std::string awaited(std::size_t number, const emulator::BlockBarrierUse& use) const {
    if (use.threads) return fmt::format(" for {} threads", *use.threads);
    std::string names;
    for (std::size_t i = 0; i < warps_.size(); ++i) {
      if (i == number || ended(warps_[i]) || warps_[i].barriers->use().number == use.number) continue;
      names += fmt::format("{}{}", names.empty() ? " for warp " : ", ", i);
    }
    return names;
  }

  std::vector<BlockWarp>& warps_;
  const emulator::Executable& executable_;
  const emulator::RunLimits& limits_;
  const std::string& source_name_;
  std::map<std::uint32_t, std::uint32_t> arrivals_;  ///< threads of BAR.ARV that nobody has waited for, by barrier
  std::size_t holder_ = 0;                           ///< the warp that has the block's memory
};

}  // namespace

emulator::RunResult run_block(std::vector<BlockWarp>& warps, const emulator::Executable& executable,
                              const emulator::RunLimits& limits, const std::string& source_name) {
  return Block(warps, executable, limits, source_name).run();
}

}  // namespace reconverge::run
