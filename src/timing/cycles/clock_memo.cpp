// SPDX-License-Identifier: MIT
#include "timing/cycles/clock_memo.hpp"

#include <algorithm>
#include <utility>

namespace reconverge::timing {
namespace {

constexpr std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) {
  hash = (hash ^ word) * 0x9E37'79B9'7F4A'7C15u;
  return hash ^ hash >> 32;
}

std::uint64_t hash_of(std::span<const std::int32_t> words) {
  std::uint64_t hash = words.size();
  for (const std::int32_t word : words) hash = mixed(hash, static_cast<std::uint32_t>(word));
  return hash;
}

std::uint64_t hash_of(const AccessTiming& use) {
  const Passes passes = use.passes.value_or(Passes{.wavefronts = 0});
  std::uint64_t hash = 0;
  for (const int part :
       {passes.wavefronts, passes.tags, passes.sectors, passes.registers_at_once, passes.late, passes.busy, use.delay})
    hash = mixed(hash, static_cast<std::uint32_t>(part));
  return hash;
}

}  // namespace

ClockMemo::ClockMemo() : nodes_(1), steps_(1), runs_(1) {}

ClockMemo::Outcome ClockMemo::outcome(Place place) const {
  const Node& node = nodes_[place];
  return {.now = node.now,
          .ready = node.ready,
          .held_by_bar = node.held_by_bar,
          .shared_unit = node.shared_unit,
          .until = steps_[node.steps].until,
          .setter = steps_[node.steps].setter,
          .notes = std::span(notes_).subspan(node.first_note, node.note_count)};
}

ClockMemo::Place ClockMemo::add(Place place, ClockEvent event, const Outcome& outcome) {
  const auto added = static_cast<Place>(nodes_.size());
  Node& node = nodes_.emplace_back();
  node.event = event;
  node.parent = place;
  node.sibling = std::exchange(nodes_[place].child, added);
  node.now = outcome.now;
  node.ready = outcome.ready;
  node.held_by_bar = outcome.held_by_bar;
  node.shared_unit = outcome.shared_unit;
  node.note_count = static_cast<std::uint16_t>(outcome.notes.size());
  node.first_note = static_cast<std::uint32_t>(notes_.size());
  notes_.insert(notes_.end(), outcome.notes.begin(), outcome.notes.end());
  if (event.kind() == ClockEvent::Kind::issue) {
    node.steps = static_cast<std::uint32_t>(steps_.size());
    steps_.push_back({outcome.until, outcome.setter});
  }
  return added;
}

ClockMemo::Place ClockMemo::place_of(std::span<const std::int32_t> state) {
  const std::uint64_t hash = hash_of(state);
  const auto [first, last] = by_hash_.equal_range(hash);
  for (auto known = first; known != last; ++known)
    if (std::ranges::equal(words_of(states_.at(known->second)), state)) return known->second;
  const auto place = static_cast<Place>(nodes_.size());
  nodes_.emplace_back();
  states_[place] = {words_.size(), state.size()};
  words_.insert(words_.end(), state.begin(), state.end());
  by_hash_.emplace(hash, place);
  return place;
}

ClockMemo::Place ClockMemo::end_path(Place place, std::span<const std::int32_t> state) {
  const Place next = place_of(state);
  nodes_[place].state = next;
  return next;
}

std::span<const std::int32_t> ClockMemo::state_before(Place place) const {
  while (nodes_[place].parent != nowhere) place = nodes_[place].parent;
  return words_of(states_.at(place));
}

std::vector<ClockEvent> ClockMemo::path_to(Place place) const {
  std::vector<ClockEvent> events;
  for (; nodes_[place].parent != nowhere; place = nodes_[place].parent) events.push_back(nodes_[place].event);
  std::ranges::reverse(events);
  return events;
}

void ClockMemo::add_run(Place from, const RunKey& key, Place to) {
  Run run{.key = key, .end = to, .shared_unit = 0, .next = nodes_[from].runs};
  for (Place place = to; place != from; place = nodes_[place].parent) {
    if (nodes_[place].note_count > 0) return;
    run.shared_unit += nodes_[place].shared_unit;
  }
  nodes_[from].runs = static_cast<std::uint32_t>(runs_.size());
  runs_.push_back(run);
}

std::vector<ClockMemo::Outcome> ClockMemo::outcomes_of(std::uint32_t number) const {
  const Run& run = runs_[number];
  std::vector<Outcome> outcomes(run.key.count);
  Place place = run.end;
  for (auto outcome = outcomes.rbegin(); outcome != outcomes.rend(); ++outcome, place = nodes_[place].parent)
    *outcome = this->outcome(place);
  return outcomes;
}

std::uint32_t ClockMemo::number_of(const AccessTiming& use) {
  const std::uint64_t hash = hash_of(use);
  const auto [first, last] = uses_by_hash_.equal_range(hash);
  for (auto known = first; known != last; ++known)
    if (uses_[known->second] == use) return known->second;
  const auto number = static_cast<std::uint32_t>(uses_.size());
  uses_.push_back(use);
  uses_by_hash_.emplace(hash, number);
  return number;
}

std::unique_ptr<ClockMemo> ClockMemos::take() {
  const std::lock_guard lock(mutex_);
  if (free_.empty()) return std::make_unique<ClockMemo>();
  std::unique_ptr<ClockMemo> memo = std::move(free_.back());
  free_.pop_back();
  return memo;
}

void ClockMemos::give_back(std::unique_ptr<ClockMemo> memo) {
  const std::lock_guard lock(mutex_);
  free_.push_back(std::move(memo));
}

}  // namespace reconverge::timing
