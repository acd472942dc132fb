// SPDX-License-Identifier: MIT
#include "run/block_run.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>

#include "sass/source_lines.hpp"
#include "sass/user_frame.hpp"

namespace reconverge::run {
namespace {

using emulator::Ending;

constexpr std::uint64_t turn_steps = 1'000'000;
/// Instructions of a block that are executed in the order of their issue; a longer run may be endless.
constexpr std::uint64_t timed_steps = 4'000'000;
/// Of all warps in that order: a part of the instructions, so many of each at least.
constexpr std::uint64_t watched_part = 8, shortest_watch_of_warp = 4096;
constexpr std::uint32_t threads_of_warp = core::lane_count;
constexpr std::size_t barriers_of_block = 16;  // a warp that names another one stops

bool ended(const BlockWarp& warp) { return warp.ended(); }
bool waits(const BlockWarp& warp) { return warp.waits(); }
bool runs(const BlockWarp& warp) { return warp.runs(); }

/// "warp 1", "warps 1, 2 and 3 to 8".
std::string names_of_warps(const std::vector<std::size_t>& numbers) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t last = i;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    if (last < i + 2) last = i;
    parts.push_back(last == i ? fmt::format("{}", numbers[i]) : fmt::format("{} to {}", numbers[i], numbers[last]));
    i = last + 1;
  }
  const std::string tail = parts.size() > 1 ? " and " + parts.back() : "";
  if (parts.size() > 1) parts.pop_back();
  return fmt::format("warp{} {}{}", numbers.size() > 1 ? "s" : "", fmt::join(parts, ", "), tail);
}

}  // namespace

BlockRun::BlockRun(std::vector<BlockWarp> warps, const emulator::Executable& executable, std::string source_name,
                   timing::Multiprocessor* multiprocessor)
    : warps_(std::move(warps)),
      executable_(executable),
      source_name_(std::move(source_name)),
      multiprocessor_(multiprocessor),
      released_(warps_.size(), true) {
  if (multiprocessor == nullptr) return;
  for (std::size_t i = 0; i < warps_.size(); ++i) warps_[i].sub_partition = multiprocessor->rule().sub_partition_of(i);
  order_.emplace(warps_, *multiprocessor);
  slots_.emplace(executable.instructions.size(), multiprocessor->rule().sub_partition_count());
}

void BlockRun::restart() {
  for (BlockWarp& warp : warps_) {
    warp.result = {Ending::step_limit, 0, {}};
    warp.spins = false;
  }
  stopped_.reset();
  released_.assign(warps_.size(), true);
  arrivals_.clear();
}

std::optional<emulator::RunResult> BlockRun::round(const emulator::RunLimits& limits) {
  if (order_)
    if (auto stopped = issue_in_order(limits)) return stopped;
  std::uint64_t executed = steps();
  for (std::size_t i = 0; i < warps_.size() && !order_; ++i) {
    if (!released_[i] || ended(warps_[i])) continue;
    released_[i] = false;
    auto stopped = turn(i, limits, executed);
    released_[i] = runs(warps_[i]);
    if (stopped) return stopped;
  }
  if (!order_ && release_together()) return std::nullopt;
  if (std::ranges::all_of(warps_, ended)) return emulator::RunResult{ending(), steps(), {}};
  for (std::size_t i = 0; i < warps_.size(); ++i) released_[i] = !waits(warps_[i]);
  const bool any_runs = std::ranges::any_of(warps_, runs);
  release();
  const bool any_released = std::ranges::any_of(warps_, [&](const BlockWarp& warp) {
    return waits(warp) && released_[static_cast<std::size_t>(&warp - warps_.data())];
  });
  if (order_) align_released();
  if (spins()) return spinning();
  if (any_runs || any_released) return std::nullopt;
  return deadlock();
}

/// Whether all warps that have not ended wait at one barrier, for one another, as nearly always: they can continue.
bool BlockRun::release_together() {
  const emulator::BlockBarrierUse* use = nullptr;
  for (const BlockWarp& warp : warps_) {
    if (ended(warp)) continue;
    if (!waits(warp) || warp.barriers->reduces() || warp.barriers->may_have_arrived()) return false;
    const emulator::BlockBarrierUse& here = warp.barriers->use();
    if (here.threads != 0 || (use != nullptr && here.number != use->number)) return false;
    use = &here;
  }
  if (use == nullptr) return false;
  released_.assign(warps_.size(), true);
  return true;
}

/// Each warp that can run was proved to come back to its state, and memory that it uses is as it was then: the state of
/// all of them together comes back, in whichever order they run. One that changes memory meanwhile has to run alone.
bool BlockRun::spins() const {
  std::size_t spinning = 0;
  bool changes = false;
  for (std::size_t i = 0; i < warps_.size(); ++i) {
    if (!can_run(i)) continue;
    if (!warps_[i].spins || !warps_[i].run->still_spins()) return false;
    changes |= warps_[i].run->spin()->changes_memory;
    ++spinning;
  }
  return spinning == 1 || (spinning > 0 && !changes);
}

bool BlockRun::changes_memory_meanwhile() const {
  return std::ranges::any_of(warps_, [](const BlockWarp& warp) {
    return runs(warp) && warp.spins && warp.run->spin() && warp.run->spin()->changes_memory;
  });
}

std::optional<emulator::RunResult> BlockRun::spinning() const {
  const auto first =
      std::ranges::find_if(warps_, [](const BlockWarp& warp) { return runs(warp) && warp.spins && warp.run->spin(); });
  if (first == warps_.end()) return std::nullopt;
  emulator::RunResult result = first->result;
  result.steps = steps();
  if (warps_.size() == 1) return result;
  const auto can_run_of = [&](const BlockWarp& warp) {
    return can_run(static_cast<std::size_t>(&warp - warps_.data()));
  };
  const bool alone = std::ranges::count_if(warps_, can_run_of) == 1;
  result.diagnostic->message =
      fmt::format("no progress: {} the same instructions with the same registers and memory; {}",
                  alone ? "the only warp that can run repeats" : "all warps that can run repeat", standing({}));
  return result;
}

/// Where a warp is: its lanes that wait, and those that spin.
std::string BlockRun::standing_of(const BlockWarp& warp) const {
  if (waits(warp))
    return fmt::format("all lanes wait at barrier {} (0x{:x}{})", warp.barriers->use().number, row_of(warp).address,
                       line_of(row_of(warp)));
  std::string text = warp.run->waits();
  if (const auto spin = warp.run->spin(); spin && warp.spins) {
    const sass::Instruction& row = executable_.function.instructions[spin->row];
    text += fmt::format("{}lanes {} spin at {} (0x{:x}{})", text.empty() ? "" : "; ", to_string(spin->lanes),
                        row.mnemonic, row.address, line_of(row));
  }
  return text;
}

/// The same of all warps that have not ended; those that stand alike together.
std::string BlockRun::standing(std::optional<std::size_t> without) const {
  std::vector<std::pair<std::string, std::vector<std::size_t>>> places;
  for (std::size_t i = 0; i < warps_.size(); ++i) {
    if (i == without || ended(warps_[i])) continue;
    std::string text = standing_of(warps_[i]);
    if (text.empty()) continue;
    auto place = std::ranges::find(places, text, [](const auto& one) { return one.first; });
    if (place == places.end()) place = places.insert(places.end(), {std::move(text), {}});
    place->second.push_back(i);
  }
  std::string all;
  constexpr std::size_t most_named = 4;
  for (std::size_t i = 0; i < std::min(places.size(), most_named); ++i)
    all += fmt::format("{}{}: {}", i == 0 ? "" : "; ", names_of_warps(places[i].second), places[i].first);
  return places.size() > most_named ? all + fmt::format("; others at {} more places", places.size() - most_named) : all;
}

std::optional<std::size_t> BlockRun::stopped_warp() const {
  if (stopped_ || std::ranges::all_of(warps_, ended)) return stopped_;
  const auto stands = [](const BlockWarp& warp) { return waits(warp) || (runs(warp) && warp.spins); };
  const auto first = std::ranges::find_if(warps_, stands);
  return first == warps_.end() ? std::nullopt : std::optional(static_cast<std::size_t>(first - warps_.begin()));
}

std::uint64_t BlockRun::steps() const {
  std::uint64_t sum = 0;
  for (const BlockWarp& warp : warps_) sum += warp.result.steps;
  return sum;
}

Ending BlockRun::ending() const {
  const bool some_left =
      std::ranges::any_of(warps_, [](const BlockWarp& warp) { return warp.result.ending == Ending::left_listing; });
  return some_left ? Ending::left_listing : Ending::exited;
}

/// In time order any warp may change what another one reads, so that a state that comes back is no proof. If it does
/// for all that run, at one time, then they take long turns from there on, which prove it.
void BlockRun::look_for_spins(std::uint64_t now) {
  if (watched_until_ && now >= *watched_until_) end_watch();
  if (watched_until_ || now < next_watch_) return;
  std::uint64_t running = 0;
  for (const BlockWarp& warp : warps_) {
    if (!runs(warp)) continue;
    warp.run->watch();
    ++running;
  }
  seen_ = 0;
  watched_until_ = now + std::max(now / watched_part, shortest_watch_of_warp * running);
  next_watch_ = 2 * now;
}

void BlockRun::end_watch() {
  watched_until_.reset();
  for (const BlockWarp& warp : warps_) warp.run->end_watch();
}

/// After an instruction of a watched warp: whether all have been seen to spin.
bool BlockRun::sees_spins(const BlockWarp& stepped) {
  if (stepped.run->is_watched()) return false;
  if (stepped.run->spin() && std::cmp_less(++seen_, std::ranges::count_if(warps_, runs))) return false;
  end_watch();
  return std::ranges::all_of(
      warps_, [](const BlockWarp& warp) { return !runs(warp) || (warp.run->spin() && warp.run->still_spins()); });
}

void BlockRun::leave_time_order() {
  end_watch();
  order_.reset();
  count_ahead();
  for (const BlockWarp& warp : warps_) warp.clock->lose_others();
}

/// What has executed and will not issue any more.
void BlockRun::count_ahead() {
  for (BlockWarp& warp : warps_) warp.result.steps += std::exchange(warp.ahead.count, 0);
}

/// The next instruction of a warp issues, and executes unless it has done so: rows that touch registers alone do
/// together, when the first of them issues, unless a limit can be reached in time order. A result as of Run::step().
std::optional<emulator::RunResult> BlockRun::issue(BlockWarp& warp, std::uint64_t now,
                                                   const emulator::RunLimits& limits) {
  emulator::IssuedRun& ahead = warp.ahead;
  if (ahead.count == 0 && timed_steps < limits.steps) ahead = warp.run->execute_ahead();
  if (ahead.count == 0) {
    const std::uint64_t others = now - warp.result.steps;
    return warp.run->step({.steps = limits.steps > others ? limits.steps - others : 0, .stop = limits.stop});
  }
  warp.clock->issue({ahead.first, ahead.active, ahead.active});
  ahead.first = {ahead.first.step + 1, ahead.first.index + 1};
  --ahead.count;
  return std::nullopt;
}

/// Until a warp ends or reaches BAR. A result if the whole block stops.
std::optional<emulator::RunResult> BlockRun::issue_in_order(const emulator::RunLimits& limits) {
  for (std::uint64_t now = steps(); const std::optional<std::size_t> number = order_->next(); ++now) {
    BlockWarp& warp = warps_[*number];
    if (now >= timed_steps) {
      leave_time_order();
      return std::nullopt;
    }
    look_for_spins(now);
    const bool is_watched = warp.run->is_watched();
    const std::uint32_t row = warp.next_row();
    const std::uint64_t operations = warp.clock->shared_unit_operations();
    auto result = issue(warp, now, limits);
    if (row != emulator::no_index && (!result || !result->diagnostic))
      slots_->issued(warp.sub_partition, row, warp.clock->now(), warp.clock->shared_unit_operations() - operations);
    order_->changed(*number);
    if (!result) {
      ++warp.result.steps;
      if (!is_watched || !sees_spins(warp)) continue;
      leave_time_order();
      return std::nullopt;
    }
    if (watched_until_) end_watch();
    warp.result = *std::move(result);
    warp.end_turn();
    if (!warp.result.diagnostic) return std::nullopt;
    count_ahead();
    stopped_ = *number;
    return stopped_by(*number);
  }
  return std::nullopt;
}

/// BAR releases its warps when the last of them has arrived. They arrive one after another: rule shared-unit.
void BlockRun::align_released() {
  std::map<std::uint32_t, std::vector<std::size_t>> come;
  for (std::size_t i = 0; i < warps_.size(); ++i)
    if (waits(warps_[i]) && released_[i]) come[warps_[i].barriers->use().number].push_back(i);
  for (const auto& [number, warps] : come) {
    std::vector<std::uint64_t> cycles;
    for (const std::size_t warp : warps) cycles.push_back(warps_[warp].clock->now());
    const std::uint64_t complete = multiprocessor_->bar_complete(std::move(cycles));
    for (const std::size_t warp : warps) {
      warps_[warp].clock->wait_at_bar(complete);
      warps_[warp].result.ending = Ending::step_limit;  // it runs
      order_->changed(warp);
    }
  }
}

/// One turn of a warp; a result if the whole block stops.
/// @param executed  steps of all warps
std::optional<emulator::RunResult> BlockRun::turn(std::size_t number, const emulator::RunLimits& limits,
                                                  std::uint64_t& executed) {
  BlockWarp& warp = warps_[number];
  const std::uint64_t others = executed - warp.result.steps;
  const std::uint64_t left = limits.steps > others ? limits.steps - others : 0;
  const std::uint64_t mine = std::min(left, warp.result.steps + turn_steps);
  warp.run->go_on({.steps = mine, .stop = limits.stop}, true, warp.result);
  executed = others + warp.result.steps;
  warp.end_turn();
  warp.spins = warp.result.diagnostic && warp.result.ending == Ending::step_limit && warp.result.steps < mine;
  if (!warp.result.diagnostic) return std::nullopt;
  const bool turn_is_over = warp.result.ending == Ending::step_limit && (warp.spins || mine < left);
  if (turn_is_over) return std::nullopt;
  stopped_ = number;
  return stopped_by(number);
}

/// By the last turn of a warp.
emulator::RunResult BlockRun::stopped_by(std::size_t number) const {
  emulator::RunResult result = warps_[number].result;
  result.steps = steps();
  if (warps_.size() == 1) return result;
  std::string& message = result.diagnostic->message;
  message = fmt::format("warp {}: {}", number, message);
  if (result.fault != emulator::Fault::no_end) return result;
  if (const std::string others = standing(number); !others.empty()) {
    message += "; " + others;
    result.diagnostic->hint = std::string(emulator::waits_at_no_end);
  }
  return result;
}

/// It has not ended, and waits for no other warp.
bool BlockRun::can_run(std::size_t number) const {
  return !ended(warps_[number]) && (!waits(warps_[number]) || released_[number]);
}

const sass::Instruction& BlockRun::row_of(const BlockWarp& warp) const {
  return executable_.function.instructions[warp.barriers->index()];
}

/// Marks the warps whose barrier has all it waits for. A warp that has ended is waited for no longer; every
/// other one counts as 32 threads, also where some lanes have left or never were.
void BlockRun::release() {
  for (const BlockWarp& warp : warps_) {
    if (!warp.barriers->may_have_arrived()) continue;
    for (const auto& [number, times] : warp.barriers->take_arrivals()) arrivals_[number] += times * threads_of_warp;
  }
  std::array<Come, barriers_of_block> come{};
  for (const auto& [number, threads] : arrivals_) come.at(number).threads = threads;
  std::uint32_t alive = 0;
  for (const BlockWarp& warp : warps_) {
    if (!ended(warp)) alive += threads_of_warp;
    if (!waits(warp)) continue;
    Come& here = come.at(warp.barriers->use().number);
    here.threads += threads_of_warp;
    if (!warp.barriers->reduces()) continue;  // its own lanes' reduction is known; that of all arrived warps is needed
    here.reduction.threads += warp.warp->reduction.threads;
    here.reduction.holding += warp.warp->reduction.holding;
  }
  for (std::size_t i = 0; i < warps_.size(); ++i) {
    if (!waits(warps_[i])) continue;
    const emulator::BlockBarrierUse& use = warps_[i].barriers->use();
    const std::uint32_t wanted = use.threads != 0 ? use.threads : alive;
    released_[i] = come[use.number].threads >= wanted;
    if (!released_[i]) continue;
    arrivals_[use.number] = come[use.number].threads - wanted;
    if (!warps_[i].barriers->reduces()) continue;
    warps_[i].warp->reduction.threads = come[use.number].reduction.threads;
    warps_[i].warp->reduction.holding = come[use.number].reduction.holding;
  }
}

/// ", a.cu:7": the user's line of a row, if it has one.
std::string BlockRun::line_of(const sass::Instruction& row) const {
  const std::string line = sass::line_of_user(executable_.function, row);
  return line.empty() ? line : ", " + line;
}

/// Every warp that has not ended waits, and none of their barriers is complete.
emulator::RunResult BlockRun::deadlock() const {
  std::string text =
      warps_.size() > 1 ? "deadlock between the warps of the block: " : "deadlock in a block of one warp: ";
  const BlockWarp* first = nullptr;
  for (std::size_t i = 0; i < warps_.size(); ++i) {
    if (!waits(warps_[i])) continue;
    const emulator::BlockBarrierUse& use = warps_[i].barriers->use();
    text += fmt::format("{}warp {} waits at barrier {} (0x{:x}{}){}", first == nullptr ? "" : "; ", i, use.number,
                        row_of(warps_[i]).address, line_of(row_of(warps_[i])), awaited(i, use));
    if (first == nullptr) first = &warps_[i];
  }
  core::Diagnostic diagnostic{
      .failure = core::Failure::emulation,
      .message = text,
      .hint = warps_.size() > 1
                  ? "every warp has to arrive at the same BAR, or at one that waits for as many threads as arrive"
                  : "start the block with all its threads: --block THREADS",
      .where = sass::location_of(executable_.function, row_of(*first), source_name_)};
  return {Ending::stopped, steps(), std::move(diagnostic), emulator::Fault::deadlock, first->barriers->index()};
}

std::string BlockRun::awaited(std::size_t number, const emulator::BlockBarrierUse& use) const {
  if (use.threads != 0) return fmt::format(" for {} threads", use.threads);
  std::string names;
  for (std::size_t i = 0; i < warps_.size(); ++i) {
    if (i == number || ended(warps_[i]) || warps_[i].barriers->use().number == use.number) continue;
    names += fmt::format("{}{}", names.empty() ? " for warp " : ", ", i);
  }
  return names;
}

}  // namespace reconverge::run
