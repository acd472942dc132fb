// SPDX-License-Identifier: MIT
#include "observers/instruction_counts.hpp"

#include <utility>

namespace reconverge::observers {
namespace {

/// Runs that are kept before they are added to the rows.
constexpr std::size_t most_met = 1u << 16, most_situations = 1024;

}  // namespace

std::uint32_t InstructionCounts::Runs::number_of(const emulator::OpenSplits& splits, std::size_t rows) {
  const std::uint32_t number = situations_.number_of(splits);
  rows_ = rows;
  if (number * rows == places_.size()) places_.resize(places_.size() + rows);
  return number;
}

bool InstructionCounts::Runs::is_full() const {
  return met_.size() >= most_met || situations_.size() >= most_situations;
}

std::uint32_t InstructionCounts::Runs::meet(std::uint32_t situation, std::uint32_t first, std::uint32_t count) {
  met_.push_back({situation, first, count});
  return static_cast<std::uint32_t>(met_.size());
}

void InstructionCounts::Runs::add_to(std::vector<Row>& rows) {
  for (const Met& met : met_) {
    const emulator::Situation& situation = situations_[met.situation];
    const std::uint64_t active = situation.active_lanes();
    for (std::uint32_t i = met.first; i < met.first + met.count; ++i) {
      Row& row = rows[i];
      row.executions += met.times;
      row.active_lanes += met.times * active;
      row.executing_lanes += met.times * active;
      if (situation.are_apart) row.add_apart(situation.cause, met.times);
      for (const auto& part : situation.idle) row.add_idle(part.cause, met.times * part.lanes);
    }
  }
  met_.clear();
  situations_.clear();
  places_.clear();
  ++added_;
}

void InstructionCounts::add(const InstructionCounts& other) {
  rows.resize(std::max(rows.size(), other.rows.size()));
  for (std::size_t i = 0; i < other.rows.size(); ++i) {
    Row& row = rows[i];
    const Row& more = other.rows[i];
    row.executions += more.executions;
    row.active_lanes += more.active_lanes;
    row.executing_lanes += more.executing_lanes;
    row.branches += more.branches;
    row.divergent += more.divergent;
    row.repeats += more.repeats;
    row.repeated_active_lanes += more.repeated_active_lanes;
    row.repeated_executing_lanes += more.repeated_executing_lanes;
    for (const Apart& part : more.apart) row.add_apart(part.cause, part.executions);
    for (const Idle& part : more.idle) row.add_idle(part.cause, part.lanes);
  }
}

void InstructionCounts::order_causes() {
  for (Row& row : rows) {
    std::ranges::sort(row.apart, {}, &Apart::cause);
    std::ranges::sort(row.idle, {}, &Idle::cause);
  }
}

void InstructionCounter::issued_run(const emulator::IssuedRun& run) {
  make_rows();
  splits_.issued_run(run);
  if (counts_.runs.is_full()) counts_.settle();
  if (changes_ != splits_.changes() || added_ != counts_.runs.added()) {
    situation_ = counts_.runs.number_of(splits_, rows_);
    changes_ = splits_.changes();
    added_ = counts_.runs.added();
  }
  for (const auto& [index, executing] : run.guarded)
    left_out(emulator::left_out_of(index, run.active, executing, run.times));
  if (!parted_.empty() && went_on_at_the_same_row(run)) {
    const bool leaves_out = !run.guarded.empty() && run.guarded.front().index == run.first.index;
    const core::LaneMask executing = leaves_out ? run.guarded.front().executing : run.active;
    InstructionCounts::Row& row = row_of(run.first.index);
    row.repeats += run.times;
    row.repeated_active_lanes += run.times * static_cast<std::uint64_t>(run.active.count());
    row.repeated_executing_lanes += run.times * static_cast<std::uint64_t>(executing.count());
  }
  counts_.runs.add(situation_, run.first.index, run.count, run.times);
}

void InstructionCounter::write_state(std::vector<std::uint32_t>& words) {
  splits_.write_state(words);
  words.push_back(static_cast<std::uint32_t>(parted_.size()));
  for (const Parted& parted : parted_) words.insert(words.end(), {parted.row, parted.lanes.bits()});
}

void InstructionCounter::read_state(emulator::ControlWords& words) {
  splits_.read_state(words);
  parted_.resize(words.next());
  for (Parted& parted : parted_) {
    parted.row = words.next();
    parted.lanes = words.next_mask();
  }
}

/// The lanes of a run are in no set any more after its first row.
bool InstructionCounter::went_on_at_the_same_row(const emulator::IssuedRun& run) {
  bool is_same = false;
  for (Parted& parted : parted_) {
    is_same = is_same || (parted.row == run.first.index && parted.lanes.intersects(run.active));
    parted.lanes = parted.lanes.without(run.active);
  }
  std::erase_if(parted_, [](const Parted& parted) { return parted.lanes.empty(); });
  return is_same;
}

}  // namespace reconverge::observers
