// SPDX-License-Identifier: MIT
#include "run/grid_run.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <system_error>
#include <thread>
#include <utility>

#include "emulator/memory/resident_limit.hpp"

namespace reconverge::run {
namespace {

using emulator::Ending;
using emulator::GlobalMemory;
using emulator::RunResult;

/// A block that is run before its turn may run for so many steps, and for so many times those of the longest one
/// until then: it may be waiting for an earlier block.
constexpr std::uint64_t steps_ahead = 1u << 20, times_longest = 8;
/// After so many steps a block may be waiting for a later one, even if it was not seen to spin.
constexpr std::uint64_t patience = 1u << 26;
/// Blocks that take turns; each keeps all of its registers.
constexpr std::size_t most_resident = 1024;
/// Blocks of a batch, for each thread: enough that the threads end nearly together.
constexpr std::uint64_t widest_per_job = 32;
constexpr std::uint64_t longest_penalty = 4096;

/// "block 5", in a grid of more dimensions with its place: "block 5 (1, 1, 0)".
std::string name_of(std::uint64_t block, const emulator::Extent& grid) {
  const emulator::Extent place = grid.at(block);
  return grid.y * std::uint64_t{grid.z} == 1 ? fmt::format("block {}", block)
                                             : fmt::format("block {} ({}, {}, {})", block, place.x, place.y, place.z);
}

core::Diagnostic memory_is_full() {
  return {.failure = core::Failure::emulation,
          .message = fmt::format("the blocks have written to {} MiB of memory, and no argument of the kernel names any",
                                 emulator::most_resident_bytes >> 20),
          .hint = "give the buffers by --arg"};
}

/// Calls a function for 0 to count - 1 on several threads, this one among them. The system may refuse threads, for want
/// of memory or by a limit of the user: those that started do the work.
template <typename Function> void for_each_on_threads(std::uint64_t count, std::uint64_t threads, Function function) {
  std::atomic<std::uint64_t> next = 0;
  const auto work = [&] {
    for (std::uint64_t i = next++; i < count; i = next++) function(i);
  };
  std::vector<std::jthread> others;
  try {
    for (std::uint64_t i = 1; i < std::min(threads, count); ++i) others.emplace_back(work);
  } catch (const std::system_error&) {
  }
  work();
}

}  // namespace

GridRun::GridRun(const KernelPlan& plan, GlobalMemory memory, const std::vector<KernelListener>& first_listeners)
    : plan_(plan),
      memory_(std::move(memory)),
      first_listeners_(first_listeners),
      blocks_(plan.spec.blocks.value_or(BlockList::first(plan.blocks))) {}

/// Its listeners are to observe one run of it.
bool GridRun::is_watched(std::uint64_t place) const {
  return (place == 0 && !first_listeners_.empty()) ||
         ((plan_.spec.timeline != nullptr || plan_.spec.timelines != nullptr) &&
          block_at(place) == plan_.spec.timeline_block);
}

Attached GridRun::attached_to(std::uint64_t place) const {
  Attached attached;
  if (place == 0) attached.to_first = &first_listeners_;
  if (block_at(place) == plan_.spec.timeline_block) {
    attached.timeline = plan_.spec.timeline;
    attached.timelines = plan_.spec.timelines;
  }
  attached.timeline_warp = plan_.spec.timeline_warp;
  return attached;
}

std::unique_ptr<KernelBlock> GridRun::start(std::uint64_t place, GlobalMemory memory) const {
  std::unique_ptr<KernelBlock> block;
  if (!is_watched(place)) {
    const std::lock_guard lock(ended_mutex_);
    if (!ended_.empty()) {
      block = std::move(ended_.back());
      ended_.pop_back();
    }
  }
  if (block == nullptr)
    return std::make_unique<KernelBlock>(plan_, block_at(place), std::move(memory), marked_, attached_to(place));
  block->restart(block_at(place), std::move(memory), marked_);
  return block;
}

/// A block has ended, and nothing of it is needed any more.
void GridRun::keep(std::unique_ptr<KernelBlock> block) const {
  if (block->number() == block_at(0) || !block->can_restart()) return;
  const std::lock_guard lock(ended_mutex_);
  ended_.push_back(std::move(block));
}

RunResult GridRun::run() {
  // Printed text, the heap and marks of unknown clock values pass from block to block.
  const bool in_order = (plan_.reads_time && plan_.spec.looks_for_faults) || plan_.calls_runtime;
  const auto jobs = static_cast<std::uint64_t>(std::max(plan_.spec.jobs, 1));
  if (plan_.spec.progress) plan_.spec.progress(0, blocks_.count());
  while (has_more() && !stopped_) {
    std::uint64_t size = 1;
    if (next_ > 0 && !in_order && jobs > 1 && one_by_one_ == 0) size = std::min(width_, blocks_.count() - next_);
    for (std::uint64_t i = 0; i < size; ++i)
      if (is_watched(next_ + i)) size = std::max<std::uint64_t>(i, 1);
    if (one_by_one_ > 0) --one_by_one_;
    else if (width_ == 1) width_ = jobs;
    written_.clear();
    if (size == 1) run_next();
    else run_batch(size);
    if (plan_.spec.progress) plan_.spec.progress(next_, blocks_.count());
  }
  if (stopped_) return *stopped_;
  return {left_listing_ ? Ending::left_listing : Ending::exited, steps_, {}};
}

/// The next block by itself, after all before it. False: later ones had to run beside it.
bool GridRun::run_next() {
  marked_->shared.clear();
  auto block = start(next_, GlobalMemory::view_of(memory_));
  const bool has_later = next_ + 1 < blocks_.count();
  std::optional<RunResult> result;
  while (!result) {
    result = block->round(plan_.spec.limits);
    const bool may_wait = block->spins() || (!result && block->steps() > patience);
    if (!may_wait || !has_later) continue;
    take_turns(std::move(block));
    return false;
  }
  const GlobalMemory memory = block->exchange_memory({});
  block->add_sums_to(sums_);
  commit(block->number(), block->steps(), memory);
  ++next_;
  end(*block);
  if (result->diagnostic && !stopped_) stop(block->number(), *std::move(result));
  else left_listing_ |= result->ending == Ending::left_listing;
  keep(std::move(block));
  return true;
}

GridRun::Outcome GridRun::run_alone(std::uint64_t place) const {
  Outcome outcome;
  try {
    auto block = start(place, GlobalMemory::view_of(memory_));
    emulator::RunLimits limits = plan_.spec.limits;
    limits.steps = std::min(limits.steps, std::max(steps_ahead, times_longest * longest_));
    outcome.run = block->run(limits);
    outcome.memory = block->exchange_memory({});
    block->add_sums_to(outcome.sums);
    if (!outcome.run.diagnostic) keep(std::move(block));
  } catch (...) {
    outcome.error = std::current_exception();
  }
  return outcome;
}

/// Several blocks at once. One that could not be run ahead, or that others have overtaken, is run again in order.
void GridRun::run_batch(std::uint64_t size) {
  std::vector<Outcome> outcomes(size);
  const std::uint64_t first = next_;
  for_each_on_threads(size, static_cast<std::uint64_t>(plan_.spec.jobs),
                      [&](std::uint64_t i) { outcomes[i] = run_alone(first + i); });
  std::uint64_t again = 0;
  for (std::uint64_t i = 0; i < size && !stopped_; ++i) {
    Outcome& outcome = outcomes[i];
    if (outcome.error) std::rethrow_exception(outcome.error);
    const bool is_interrupted = outcome.run.ending == Ending::interrupted;
    const bool overtaken = outcome.memory.view()->has_read(written_);
    if (overtaken || (outcome.run.diagnostic && !is_interrupted)) {
      ++again;
      if (!run_next()) break;
    } else {
      const std::uint64_t block = block_at(next_++);
      sums_.add(outcome.sums);
      commit(block, outcome.run.steps, outcome.memory);
      if (is_interrupted) stop(block, outcome.run);
      else left_listing_ |= outcome.run.ending == Ending::left_listing;
    }
    outcome = {};
  }
  adapt(size, again);
}

/// How many blocks are run at once from here on. It changes how long the launch takes, and nothing else.
void GridRun::adapt(std::uint64_t size, std::uint64_t again) {
  const auto jobs = static_cast<std::uint64_t>(plan_.spec.jobs);
  if (again * 2 < size) {
    after_conflict_ = 16;
    width_ = std::min(std::max(width_, jobs) * 2, jobs * widest_per_job);
    return;
  }
  width_ = 1;
  one_by_one_ = after_conflict_;
  after_conflict_ = std::min(after_conflict_ * 2, longest_penalty);
}

void GridRun::commit(std::uint64_t block, std::uint64_t steps, const GlobalMemory& memory) {
  const emulator::MemoryView& view = *memory.view();
  contested_.add(block, view, plan_.spec.executable->function);
  memory_.commit(view);
  view.add_written(written_);
  count(steps);
  if (memory_.resident_bytes() >= emulator::most_resident_bytes)
    stop(block, {Ending::stopped, steps_, memory_is_full(), emulator::Fault::access_outside});
}

/// Of a block whose sums are added.
void GridRun::count(std::uint64_t steps) {
  steps_ += steps;
  longest_ = std::max(longest_, steps);
}

/// The block will not go on. Of the first one of the list it is kept how its first warp ended.
void GridRun::end(KernelBlock& block) {
  block.end();
  if (auto shown = block.shown_sums()) shown_sums_ = std::move(shown);
  if (block.number() != block_at(0)) return;
  WatchedWarp& first = block.first_warp();
  if (first.unknown) unknown_registers_ = first.unknown->unknown_registers();
  for (const auto& warp : block.warps())
    if (warp->unknown && unknown_because_.empty()) unknown_because_ = warp->unknown->because();
  first_warp_ = std::move(first.warp);
}

void GridRun::stop(std::uint64_t block, RunResult result) {
  result.steps = steps_;
  result.diagnostic->message =
      fmt::format("{}: {}", name_of(block, plan_.spec.launch.grid), result.diagnostic->message);
  stopped_ = std::move(result);
}

/// A block that may be waiting for later ones continues beside them.
void GridRun::take_turns(std::unique_ptr<KernelBlock> first) {
  const GlobalMemory view = first->exchange_memory({});
  contested_.add(first->number(), *view.view(), plan_.spec.executable->function);
  memory_.commit(*view.view());
  std::vector<std::unique_ptr<KernelBlock>> resident;
  resident.push_back(std::move(first));
  ++next_;
  while (!resident.empty()) {
    const std::size_t before = resident.size();
    for (auto& block : resident) {
      RunResult result;
      if (!take_turn(*block, result)) continue;
      if (result.diagnostic) {
        const std::uint64_t number = block->number();
        stop_turns(resident);
        return stop(number, std::move(result));
      }
      left_listing_ |= result.ending == Ending::left_listing;
      block->add_sums_to(sums_);
      count(block->steps());
      end(*block);
      block = nullptr;
    }
    std::erase(resident, nullptr);
    if (resident.empty() || resident.size() < before) continue;
    if (has_more() && resident.size() < most_resident) {
      resident.push_back(start(next_++, {}));
    } else if (all_spin(resident)) {
      RunResult result = nobody_gets_on(resident);
      stop_turns(resident);
      result.steps = steps_;
      stopped_ = std::move(result);
      return;
    }
  }
}

/// Whether the block has ended or stopped; one that spins continues when others have changed memory.
bool GridRun::take_turn(KernelBlock& block, RunResult& result) {
  block.exchange_memory(std::move(memory_));
  auto ended = block.round(plan_.spec.limits);
  const bool spins = block.spins();
  memory_ = block.exchange_memory({});
  if (!ended || (ended->diagnostic && spins)) return false;
  result = *std::move(ended);
  return true;
}

/// None has changed memory that another one spins on since, and none does while it spins.
bool GridRun::all_spin(const std::vector<std::unique_ptr<KernelBlock>>& resident) {
  return std::ranges::all_of(resident, [&](const auto& block) {
    block->exchange_memory(std::move(memory_));
    const bool spins = block->spins();
    memory_ = block->exchange_memory({});
    return spins && (resident.size() == 1 || !block->changes_memory_meanwhile());
  });
}

/// The work done until now counts.
void GridRun::stop_turns(const std::vector<std::unique_ptr<KernelBlock>>& resident) {
  for (const auto& block : resident) {
    if (block == nullptr) continue;
    block->add_sums_to(sums_);
    count(block->steps());
    end(*block);
  }
}

RunResult GridRun::nobody_gets_on(const std::vector<std::unique_ptr<KernelBlock>>& resident) const {
  const auto names = [&] {
    std::string text;
    constexpr std::size_t most_named = 4;
    for (std::size_t i = 0; i < std::min(resident.size(), most_named); ++i)
      text += (i == 0 ? "" : ", ") + name_of(resident[i]->number(), plan_.spec.launch.grid);
    return resident.size() > most_named ? text + fmt::format(" and {} more", resident.size() - most_named) : text;
  };
  RunResult result = *resident.front()->spinning();
  core::Diagnostic& diagnostic = *result.diagnostic;
  if (resident.size() == 1) diagnostic.message = fmt::format("{}: {}", names(), diagnostic.message);
  else
    diagnostic.message =
        fmt::format("{} wait for something that no block does; the first: {}", names(), diagnostic.message);
  if (has_more())
    diagnostic.hint = fmt::format("{} blocks take turns at most, and they wait for later ones", most_resident);
  result.steps = steps_;
  return result;
}

}  // namespace reconverge::run
