// SPDX-License-Identifier: MIT
// The state of the MIO, relative to its time: clock_state.hpp.
#include <algorithm>
#include <optional>
#include <type_traits>

#include "timing/cycles/clock_state.hpp"
#include "timing/cycles/mio.hpp"
#include "timing/cycles/scoreboards.hpp"

namespace reconverge::timing {
namespace {

constexpr Cycle most_registers = 4;  ///< of the result of an access

/// Of moments in their order, those that nothing depends on any more.
template <typename Moments> void drop_first_before(Moments& moments, Cycle cycle) {
  while (!moments.empty() && moments.front() < cycle) moments.pop_front();
}

template <typename State> void exchange_passes(auto& passes, State& state) {
  state.value(passes.wavefronts);
  state.value(passes.tags);
  state.value(passes.sectors);
  state.value(passes.registers_at_once);
  state.size_of(passes.banks);
  for (auto& banks : passes.banks) state.value(banks);
  bool is_routed = passes.route.has_value();
  Route route = passes.route.value_or(Route{});
  state.value(is_routed);
  state.value(route);
  if constexpr (std::is_same_v<State, StateReader>) passes.route = is_routed ? std::optional(route) : std::nullopt;
  state.value(passes.late);
  state.value(passes.busy);
  state.value(passes.in_order);
}

template <typename State> void exchange_use(auto& use, State& state) {
  state.value(use.data);
  state.value(use.addresses);
  state.value(use.results);
  state.value(use.is_pair);
  state.value(use.written);
  for (auto& index : use.read) state.value(index);
  state.value(use.read_count);
  state.value(use.writes_predicate);
}

}  // namespace

std::optional<Cycle> Mio::first_waiting() const {
  std::optional<Cycle> first;
  for (const Queue& queue : queues_)
    for (const Operation& operation : queue.waiting)
      first = std::min(first.value_or(operation.issued), operation.issued);
  return first;
}

/// Places that were left, or that are asked for no more: next_entry().
void Mio::forget_entries(const Horizon& horizon) {
  for (const PortUser user : record_.operand_port_order) {
    auto& entries = queue_of(user).entries;
    drop_entries(user);
    drop_first_before(entries, horizon.units + 1);
    for (Cycle& entry : entries) entry = std::max(entry, horizon.units);
  }
  if (last() == nullptr) last_.reset();
}

/// A BAR behind which shared memory served something, or that comes when it has served all, delays nothing more.
void Mio::forget_bars(const Horizon& horizon) {
  auto& waiting = queue_of(PortUser::load_store).waiting;
  const bool has_served_all = waiting.empty() && shared_free_ + cycles(record_.mio.shared_wavefront) <= horizon.units;
  if (bar_ > served_bar_ && !has_served_all) return;
  bar_ = served_bar_ = horizon.units;
  for (Operation& operation : waiting) operation.bar = horizon.units;
}

bool Mio::forget(Scoreboards& scoreboards, const Horizon& horizon, const OperandReads& reads) {
  const auto is_old = [&](const Result& result) {
    return reads.clear_behind_stalls(settled(result)) + cycles(record_.issue.load_seen_later) <=
           std::min(horizon.units, horizon.now);
  };
  port_from_ = horizon.units;
  forget_turn();
  for (Scoreboards::Scoreboard& held : scoreboards.all) {
    std::erase_if(held.results, is_old);
    const Cycle unseen = cycles(record_.issue.unseen_scoreboard) + 1;
    if (held.pending == 0 && held.results.empty()) held.set = horizon.units;
    else held.set = std::max(held.set, horizon.issue > unseen ? horizon.issue - unseen : 0);
    for (const Result& result : held.results) {
      const Cycle span = cycles(result.write_to_release) + result.registers;
      port_from_ = std::min(port_from_, result.clear > span ? result.clear - span : 0);
    }
  }
  if (!port_.forget(port_from_)) return false;
  forget_entries(horizon);
  forget_bars(horizon);
  // Results come after those before them, which may be so much later than the operations that wait.
  const Cycle slack = cycles(record_.l1.tag_overlap) + most_registers;
  const auto at_least = [](Cycle cycle) { return [cycle](Cycle& moment) { moment = std::max(moment, cycle); }; };
  const auto free = at_least(horizon.units), done = at_least(horizon.units > slack ? horizon.units - slack : 0);
  for (Cycle* moment : {&port_free_, &load_store_read_, &shared_free_, &shared_from_, &tags_free_, &xu_free_,
                        &address_free_, &barrier_free_})
    free(*moment);
  for (Cycle* moment : {&shared_done_, &level_1_free_, &level_1_done_}) done(*moment);
  while (!store_writes_.empty() && store_writes_.front().until() <= horizon.units + cycles(record_.mio.store_meets))
    store_writes_.pop_front();
  for (XuWrite& write : xu_writes_)
    if (write.cycle < horizon.units) write = {horizon.units, 0};
  drop_first_before(store_begins_, horizon.units);
  drop_first_before(shared_store_writes_, horizon.units);
  return true;
}

template <typename Self, typename State> void Mio::exchange(Self& self, State& state) {
  for (auto& queue : self.queues_) {
    state.size_of(queue.waiting);
    for (auto& operation : queue.waiting) {
      state.address(operation.timing);
      exchange_use(operation.use, state);
      state.cycle(operation.issued);
      state.value(operation.write_scoreboard);
      state.value(operation.read_scoreboard);
      state.value(operation.data);
      state.value(operation.addresses);
      state.value(operation.started);
      state.value(operation.executes);
      exchange_passes(operation.passes, state);
      state.value(operation.late);
      state.cycle(operation.bar);
    }
    state.size_of(queue.entries);
    for (auto& entry : queue.entries) state.cycle(entry);
  }
  bool has_last = self.last_.has_value();
  PortUser last = self.last_.value_or(PortUser{});
  state.value(has_last);
  state.value(last);
  if constexpr (std::is_same_v<State, StateReader>) self.last_ = has_last ? std::optional(last) : std::nullopt;
  state.cycle(self.port_free_);
  state.cycle(self.load_store_read_);
  state.cycle(self.shared_free_);
  state.cycle(self.shared_from_);
  state.cycle(self.bar_);
  state.cycle(self.served_bar_);
  state.cycle(self.shared_done_);
  state.cycle(self.tags_free_);
  state.cycle(self.level_1_free_);
  state.cycle(self.level_1_done_);
  state.size_of(self.store_writes_);
  for (auto& writes : self.store_writes_) {
    state.cycle(writes.from);
    state.size_of(writes.banks);
    for (auto& banks : writes.banks) state.value(banks);
  }
  for (auto* moments : {&self.store_begins_, &self.shared_store_writes_}) {
    state.size_of(*moments);
    for (auto& moment : *moments) state.cycle(moment);
  }
  for (auto& write : self.xu_writes_) {
    state.cycle(write.cycle);
    state.value(write.banks);
  }
  state.cycle(self.xu_free_);
  state.cycle(self.address_free_);
  state.cycle(self.barrier_free_);
  state.cycle(self.port_from_);
}

void Mio::write_state(StateWriter& state) const {
  exchange(*this, state);
  port_.write_state(state, port_from_);
}

void Mio::read_state(StateReader& state, Scoreboards& scoreboards) {
  exchange(*this, state);
  forget_turn();
  port_.read_state(state);
  for (Queue& queue : queues_)
    for (Operation& operation : queue.waiting) operation.scoreboards = &scoreboards;
}

}  // namespace reconverge::timing
