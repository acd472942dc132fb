// SPDX-License-Identifier: MIT
#include "run/caller_rows.hpp"

#include <algorithm>
#include <map>

#include "core/each_lane.hpp"
#include "sass/called_code.hpp"
#include "sass/control_flow/control_opcodes.hpp"

namespace reconverge::run {
namespace {

/// Counts have a place a row and a way in which lanes part: more rows would need more memory than the code.
constexpr std::size_t most_rows = 16'384;

std::vector<CallerRows::Change> changes_of_calls(const sass::Function& function) {
  const int arch = sass::arch_number(function.arch).value_or(0);
  std::vector<CallerRows::Change> changes(function.instructions.size());
  std::ranges::transform(function.instructions, changes.begin(), [&](const sass::Instruction& row) {
    const sass::ControlRole role = sass::control_role(row, arch);
    return role == sass::ControlRole::call      ? CallerRows::Change::calls
           : role == sass::ControlRole::returns ? CallerRows::Change::returns
                                                : CallerRows::Change::none;
  });
  return changes;
}

}  // namespace

std::shared_ptr<const CallerRows> CallerRows::of(const sass::Function& function) {
  std::vector<sass::CalledRegion> regions = sass::called_regions(function);
  std::erase_if(regions, [](const sass::CalledRegion& region) { return region.is_jumped_into; });
  std::size_t more = 0;
  for (const auto& region : regions) more += (region.end - region.first) * region.callers.size();
  if (more == 0 || more > most_rows) return nullptr;
  const std::shared_ptr<CallerRows> rows(new CallerRows(function));
  rows->change_ = changes_of_calls(function);
  rows->caller_at_.assign(rows->size_, no_caller);
  rows->region_.assign(rows->size_, -1);
  std::map<std::int32_t, std::size_t> numbers;  // of callers, by note
  for (const auto& region : regions)
    for (const std::int32_t note : region.callers) numbers.try_emplace(note, numbers.size());
  for (std::size_t i = 0; i < rows->size_; ++i) {
    const std::int32_t note = function.instructions[i].source_note;
    if (rows->change_[i] != Change::calls || note < 0) continue;
    const auto same = std::ranges::find_if(numbers, [&](const auto& one) {
      return function.source_notes[static_cast<std::size_t>(one.first)] ==
             function.source_notes[static_cast<std::size_t>(note)];
    });
    if (same != numbers.end()) rows->caller_at_[i] = static_cast<std::int32_t>(same->second);
  }
  for (const auto& region : regions) {
    auto& places = rows->for_.emplace_back(numbers.size());
    rows->first_of_region_.push_back(region.first);
    for (std::uint32_t i = region.first; i < region.end; ++i)
      rows->region_[i] = static_cast<std::int32_t>(rows->for_.size()) - 1;
    for (const std::int32_t note : region.callers) {
      places[numbers.at(note)] = static_cast<std::uint32_t>(rows->rows());
      for (std::uint32_t i = region.first; i < region.end; ++i) {
        rows->code_row_.push_back(i);
        rows->function_.instructions.push_back(function.instructions[i]);
        rows->function_.instructions.back().source_note = note;
      }
    }
  }
  return rows;
}

std::uint32_t CallerRows::row_for(std::uint32_t row, std::int32_t caller) const {
  const std::int32_t region = region_[row];
  if (region < 0 || caller == no_caller) return row;
  const std::uint32_t first = for_[static_cast<std::size_t>(region)][static_cast<std::size_t>(caller)];
  return first == 0 ? row : first + (row - first_of_region_[static_cast<std::size_t>(region)]);
}

void AtCallers::Calls::enter(std::int32_t caller) {
  if (callers.size() < deepest) callers.push_back(caller);
  else ++unnoted;
}

void AtCallers::Calls::leave() {
  if (unnoted > 0) --unnoted;
  else if (!callers.empty()) callers.pop_back();
}

std::int32_t AtCallers::caller_of(core::LaneMask active) const {
  return active.empty() ? CallerRows::no_caller : calls_[static_cast<std::size_t>(active.lowest())].latest();
}

/// Code without lines that calls more of it does so for the line that called it.
void AtCallers::note(std::uint32_t row, std::uint32_t stands_for, core::LaneMask executing) {
  last_ = row;
  stands_for_last_ = stands_for;
  const CallerRows::Change change = callers_.change_at(row);
  if (change == CallerRows::Change::none) return;
  const bool has_line = callers_.function().instructions[row].source_note >= 0;
  for_each_lane(executing, [&](std::size_t lane) {
    Calls& calls = calls_[lane];
    if (change == CallerRows::Change::returns) calls.leave();
    else calls.enter(has_line ? callers_.caller_at(row) : calls.latest());
  });
}

void AtCallers::timed(const emulator::Issued& event, timing::Cycle now, const timing::IssueSteps& steps) {
  const std::uint32_t row = callers_.row_for(event.at.index, caller_of(event.active));
  observer_->timed({{event.at.step, row}, event.active, event.executing}, now, steps);
  note(event.at.index, row, event.executing);
}

/// In parts, each of which has rows that follow one another.
void AtCallers::issued_run(const emulator::IssuedRun& run) {
  const std::int32_t caller = caller_of(run.active);
  auto guarded = run.guarded.begin();
  core::LaneMask executing = run.active;
  std::uint32_t row = run.first.index, stands_for = row;
  for (const std::uint32_t end = run.last() + 1; row < end;) {
    const std::uint32_t first = callers_.row_for(row, caller);
    std::uint32_t next = row + 1;
    while (next < end && callers_.row_for(next, caller) == first + (next - row)) ++next;
    guarded_.clear();
    executing = run.active;
    for (; guarded != run.guarded.end() && guarded->index < next; ++guarded) {
      guarded_.push_back({first + (guarded->index - row), guarded->executing});
      if (guarded->index == next - 1) executing = guarded->executing;
    }
    inner_.issued_run({{run.first.step + (row - run.first.index), first}, next - row, run.active, guarded_});
    stands_for = first + (next - 1 - row);
    row = next;
  }
  note(run.last(), stands_for, executing);
}

}  // namespace reconverge::run
