// SPDX-License-Identifier: MIT
#include "run/kernel_block.hpp"

#include <algorithm>
#include <utility>

#include "run/timing_premises.hpp"

namespace reconverge::run {

KernelBlock::KernelBlock(const KernelPlan& plan, std::uint64_t number, emulator::GlobalMemory memory,
                         const std::shared_ptr<emulator::MarkedMemory>& marked, const Attached& attached)
    : number_(number) {
  if (plan.is_timed_together()) {
    multiprocessor_.emplace(*record_of(plan.spec));
    for (std::size_t i = 0; i < plan.code_left.size(); ++i)
      multiprocessor_->sub_partitions()[i].code.begin_with(plan.code_left[i]);
  }
  if (plan.memos) memo_.emplace(plan.memos);
  begin(plan, std::move(memory));
  std::vector<BlockWarp> turns;
  for (int i = 0; i < plan.warps_of_block; ++i) {
    is_shown_.push_back(attached.timeline_of(i) != nullptr);
    WatchedWarp& warp = *warps_.emplace_back(std::make_unique<WatchedWarp>(
        plan, number, i, memory_, marked, shared_, is_shown_.back() ? shown_rows_ : rows_, attached,
        multiprocessor_ ? &*multiprocessor_ : nullptr, memo_ ? &(*memo_)->control : nullptr));
    turns.push_back({.run = &*warp.run, .warp = &warp.warp, .barriers = &warp.barriers, .clock = warp.together.get()});
    remember(warp);
  }
  turns_.emplace(std::move(turns), *plan.spec.executable, plan.spec.source_name,
                 multiprocessor_ ? &*multiprocessor_ : nullptr);
}

/// Its memory, and the memo without what a block that was not run to its end has left there.
void KernelBlock::begin(const KernelPlan& plan, emulator::GlobalMemory memory) {
  memory_->global = std::move(memory);
  memory_->shared.resize(plan.abi.shared_begin, plan.spec.launch.shared_bytes);
  if (!memo_) return;
  (*memo_)->control.take_tally();
  (*memo_)->legs.end_tally([](auto, auto) {});
}

void KernelBlock::remember(WatchedWarp& warp) {
  if (!memo_ || !warp.clock) return;
  warp.clock->remember((*memo_)->clock);
  if (warp.together) warp.together->look_up_shapes((*memo_)->clock.shapes(*record_of(warp.plan.spec)));
  if (warp.recall) warp.clock->look_up_legs((*memo_)->legs, *warp.accountant);
}

bool KernelBlock::can_restart() const {
  return !multiprocessor_ && std::ranges::none_of(warps_, [](const auto& warp) {
    return warp->timeline != nullptr || !warp->owned.empty();
  });
}

void KernelBlock::restart(std::uint64_t number, emulator::GlobalMemory memory,
                          const std::shared_ptr<emulator::MarkedMemory>& marked) {
  number_ = number;
  shared_ = {};
  rows_.clear();
  begin(warps_.front()->plan, std::move(memory));
  for (const auto& warp : warps_) {
    warp->restart(number, marked, shared_, rows_);
    remember(*warp);
  }
  turns_->restart();
}

emulator::RunResult KernelBlock::run(const emulator::RunLimits& limits) {
  std::optional<emulator::RunResult> result;
  while (!result) result = turns_->round(limits);
  end();
  return *std::move(result);
}

void KernelBlock::end() const {
  for (const auto& warp : warps_) {
    warp->events.run_ended();
    if (warp->timeline != nullptr) end_timeline(*warp);
  }
}

/// Lanes that wait for other warps at BAR do so in the mechanism's eyes no longer: all of the warp have arrived.
void KernelBlock::end_timeline(const WatchedWarp& warp) const {
  observers::Timeline& timeline = *warp.timeline;
  const auto number = static_cast<std::size_t>(warp.number);
  timeline.ending = turns_->warp(number).result.ending;
  timeline.is_where_block_stopped = turns_->stopped_warp() == number;
  if (!turns_->warp(number).waits()) return;
  const observers::Timeline::Blocked wait{.place = observers::Timeline::Place::block_barrier,
                                          .mask = warp.mechanism.live(),
                                          .row = warp.barriers.index(),
                                          .awaited = {}};
  timeline.events.push_back({timeline.steps, wait});
}

std::vector<const timing::CodeCache*> KernelBlock::code_caches() const {
  if (!multiprocessor_) return {&warps_.front()->clock->code_cache()};
  std::vector<const timing::CodeCache*> caches;
  for (const timing::SubPartition& sub : multiprocessor_->sub_partitions()) caches.push_back(&sub.code);
  return caches;
}

emulator::GlobalMemory KernelBlock::exchange_memory(emulator::GlobalMemory memory) {
  return std::exchange(memory_->global, std::move(memory));
}

void KernelBlock::add_sums_to(Sums& sums) {
  rows_.settle();
  sums.RunningSums::add(rows_);
  if (std::ranges::find(is_shown_, true) != is_shown_.end()) {
    RunningSums shown = shown_rows_;
    shown.settle();
    sums.RunningSums::add(shown);
  }
  for (const auto& warp : warps_) warp->add_to(sums);
  if (memo_) sums.legs[&(*memo_)->control].add((*memo_)->control.take_tally());
}

std::optional<Sums> KernelBlock::shown_sums() const {
  std::optional<Sums> sums;
  for (std::size_t i = 0; i < warps_.size(); ++i) {
    if (!is_shown_[i]) continue;
    if (!sums) {
      static_cast<RunningSums&>(sums.emplace()) = shown_rows_;
      sums->settle();
    }
    warps_[i]->add_to(*sums);
  }
  return sums;
}

}  // namespace reconverge::run
