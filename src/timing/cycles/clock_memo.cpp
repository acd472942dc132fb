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

std::uint64_t hash_of(const AccessTiming& use) {
  const Passes passes = use.passes.value_or(Passes{.wavefronts = 0});
  std::uint64_t sum = 0, factor = 1;  // products that do not wait for one another
  for (const int part : {passes.wavefronts, passes.tags, passes.sectors, passes.registers_at_once, passes.late,
                         passes.busy, use.delay, use.words})
    sum += static_cast<std::uint32_t>(part) * (factor *= 0x9E37'79B9'7F4A'7C15u);
  for (const std::uint32_t banks : passes.banks) sum += banks * (factor *= 0x9E37'79B9'7F4A'7C15u);
  return mixed(0, sum);
}

}  // namespace

ClockMemo::ClockMemo() : nodes_(1), steps_(1), runs_(1) {}

ClockMemo::Place ClockMemo::add(Place place, ClockEvent event, const Outcome& outcome, const Steps& steps,
                                std::span<const ClockNote> notes) {
  const auto added = static_cast<Place>(nodes_.size());
  Node& node = nodes_.emplace_back();
  node.event = event;
  node.parent = place;
  node.sibling = std::exchange(nodes_[place].child, added);
  node.outcome = outcome;
  node.note_count = static_cast<std::uint16_t>(notes.size());
  node.first_note = static_cast<std::uint32_t>(notes_.size());
  notes_.insert(notes_.end(), notes.begin(), notes.end());
  if (event.kind() == ClockEvent::Kind::issue) {
    node.steps = static_cast<std::uint32_t>(steps_.size());
    steps_.push_back(steps);
  }
  return added;
}

ClockMemo::Place ClockMemo::place_of_words() {
  const emulator::StateTable::Number state = states_.number_of_words();
  if (state >= roots_.size()) roots_.resize(state + std::size_t{1});
  Place& root = roots_[state];
  if (root != nowhere) return root;
  root = static_cast<Place>(nodes_.size());
  nodes_.emplace_back().state = state;
  return root;
}

std::span<const std::uint32_t> ClockMemo::state_before(Place place) const {
  while (nodes_[place].parent != nowhere) place = nodes_[place].parent;
  return states_.words_of(nodes_[place].state);
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
    run.shared_unit += nodes_[place].outcome.shared_unit;
  }
  nodes_[from].runs = static_cast<std::uint32_t>(runs_.size());
  runs_.push_back(run);
}

std::vector<ClockMemo::Place> ClockMemo::places_of(std::uint32_t number) const {
  const Run& run = runs_[number];
  std::vector<Place> places(run.key.count);
  Place last = run.end;
  for (auto place = places.rbegin(); place != places.rend(); ++place, last = nodes_[last].parent) *place = last;
  return places;
}

std::uint32_t ClockMemo::searched_number_of(const AccessTiming& use) {
  near_uses_.resize(64);
  const std::uint64_t hash = hash_of(use);
  std::uint32_t& near = near_uses_[hash % near_uses_.size()];
  if (near != 0 && uses_[near - 1] == use) return near - 1;
  const auto [first, last] = uses_by_hash_.equal_range(hash);
  auto known = first;
  while (known != last && uses_[known->second] != use) ++known;
  if (known == last) {
    known = uses_by_hash_.emplace(hash, static_cast<std::uint32_t>(uses_.size()));
    uses_.push_back(use);
  }
  near = known->second + 1;
  return known->second;
}

}  // namespace reconverge::timing
