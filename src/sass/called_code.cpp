// SPDX-License-Identifier: MIT
#include "sass/called_code.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "sass/control_flow/control_opcodes.hpp"

namespace reconverge::sass {
namespace {

constexpr std::uint32_t no_region = 0xFFFF'FFFF;

/// Whether the row after it is not executed next, whatever the lanes hold.
bool ends_code(const Instruction& row, ControlRole role) {
  if (row.gap_after == Gap::jump) return true;
  if (!row.guard.always()) return false;
  if (role == ControlRole::branch)
    return std::ranges::none_of(row.operands, [](const Operand& operand) {
      return operand.kind == OperandKind::predicate || operand.kind == OperandKind::uniform_predicate;
    });
  return role == ControlRole::exit || role == ControlRole::returns || role == ControlRole::indirect_branch;
}

/// Finds the regions of one function, and how lanes come into each.
class Search {
 public:
  explicit Search(const Function& function)
      : function_(function), rows_(function.instructions), arch_(arch_number(function.arch).value_or(0)) {}

  std::vector<CalledRegion> run() {
    find_regions();
    if (regions_.empty()) return {};
    for (std::uint32_t i = 0; i < rows_.size(); ++i) follow(i);
    for (Region& region : regions_) {
      region.is_jumped_into = region.is_jumped_into || jumps_anywhere_;
      region.callers.insert(callers_by_register_.begin(), callers_by_register_.end());
    }
    spread();
    std::vector<CalledRegion> called;
    for (const Region& region : regions_)
      if (!region.callers.empty())
        called.push_back({region.first,
                          region.end,
                          {region.callers.begin(), region.callers.end()},
                          calls_by_register_,
                          region.is_jumped_into});
    return called;
  }

 private:
  struct Region {
    std::uint32_t first = 0, end = 0;
    std::set<std::int32_t> callers;
    std::set<std::uint32_t> next;  ///< regions that lanes go on to
    bool is_jumped_into = false;
  };

  bool has_line(std::size_t row) const { return rows_[row].source_note >= 0; }

  std::optional<std::size_t> target_of(const Instruction& row) const {
    return row.target ? function_.find(*row.target) : std::nullopt;
  }

  void find_regions() {
    std::vector<bool> is_called(rows_.size());
    for (const Instruction& row : rows_)
      if (control_role(row, arch_) == ControlRole::call)
        if (const auto target = target_of(row)) is_called[*target] = true;
    region_of_.assign(rows_.size(), no_region);
    for (std::uint32_t i = 0; i < rows_.size(); ++i) {
      if (has_line(i)) continue;
      if (i == 0 || has_line(i - 1) || is_called[i])
        regions_.push_back({.first = i, .end = i, .callers = {}, .next = {}});
      regions_.back().end = i + 1;
      region_of_[i] = static_cast<std::uint32_t>(regions_.size()) - 1;
    }
  }

  void follow(std::uint32_t index) {
    const Instruction& row = rows_[index];
    const ControlRole role = control_role(row, arch_);
    if (role == ControlRole::call) {
      if (const auto target = target_of(row)) call(index, *target);
      else call_by_register(index);
    } else if (role == ControlRole::branch) {
      if (const auto target = target_of(row)) go(index, *target);
    } else if (role == ControlRole::indirect_branch) {
      if (row.noted_targets.empty()) jumps_anywhere_ = true;
      for (const std::uint64_t address : row.noted_targets)
        if (const auto target = function_.find(address)) go(index, *target);
    }
    if (index + 1 < rows_.size() && !ends_code(row, role)) go(index, index + 1);
  }

  void call(std::uint32_t from, std::size_t to) {
    if (has_line(to)) return;
    if (has_line(from)) regions_[region_of_[to]].callers.insert(first_like(rows_[from].source_note));
    else regions_[region_of_[from]].next.insert(region_of_[to]);
  }

  void go(std::uint32_t from, std::size_t to) {
    if (has_line(to) || region_of_[from] == region_of_[to]) return;
    if (has_line(from)) regions_[region_of_[to]].is_jumped_into = true;
    else regions_[region_of_[from]].next.insert(region_of_[to]);
  }

  void call_by_register(std::uint32_t index) {
    calls_by_register_ = true;
    if (has_line(index)) callers_by_register_.insert(first_like(rows_[index].source_note));
  }

  /// The first of equal notes.
  std::int32_t first_like(std::int32_t index) {
    const SourceNote& note = function_.source_notes[static_cast<std::size_t>(index)];
    return notes_.try_emplace({note.file, note.line, note.inlined_at}, index).first->second;
  }

  void spread() {
    for (bool changes = true; changes;) {
      changes = false;
      for (const Region& region : regions_)
        for (const std::uint32_t to : region.next) {
          Region& next = regions_[to];
          const auto before = std::pair(next.callers.size(), next.is_jumped_into);
          next.callers.insert(region.callers.begin(), region.callers.end());
          next.is_jumped_into = next.is_jumped_into || region.is_jumped_into;
          changes = changes || before != std::pair(next.callers.size(), next.is_jumped_into);
        }
    }
  }

  const Function& function_;
  const std::vector<Instruction>& rows_;
  int arch_;
  std::vector<Region> regions_;
  std::vector<std::uint32_t> region_of_;  ///< by row
  std::map<std::tuple<std::string, std::uint32_t, std::string>, std::int32_t> notes_;
  std::set<std::int32_t> callers_by_register_;
  bool calls_by_register_ = false;
  bool jumps_anywhere_ = false;
};

}  // namespace

std::vector<CalledRegion> called_regions(const Function& function) {
  const auto has_line = [](const Instruction& row) { return row.source_note >= 0; };
  return std::ranges::any_of(function.instructions, has_line) ? Search(function).run() : std::vector<CalledRegion>();
}

void take_lines_of_callers(Function& function) {
  for (const CalledRegion& region : called_regions(function)) {
    if (region.is_called_by_register || region.is_jumped_into || region.callers.size() != 1) continue;
    for (std::uint32_t i = region.first; i < region.end; ++i)
      function.instructions[i].source_note = region.callers.front();
  }
}

}  // namespace reconverge::sass
