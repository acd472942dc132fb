// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "cli/commands/diff_report.hpp"

namespace reconverge::cli {

/// A warp of a launch of several, in both runs.
struct ChangedWarp {
  std::uint64_t block = 0;
  int warp = 0;
  std::uint64_t old_cost = 0, new_cost = 0;
  std::string_view unit = {};  ///< "cycles", or "instructions" where a run has warps whose cycles are not known
  bool in_both = true;         ///< false: no warp is among the worst of both runs, and this is the worst of the old one

  std::uint64_t change() const { return old_cost > new_cost ? old_cost - new_cost : new_cost - old_cost; }
};

/// The warps that are among the worst of both runs, as the summaries of these keep them: the greatest change first, of
/// equal ones the worst of the old run. Empty if a run did not finish.
std::vector<ChangedWarp> changed_warps(const DiffSide& old_side, const DiffSide& new_side);

/// The first of these. If there is none, the worst warp of the old run; nothing where that is not known either.
std::optional<ChangedWarp> most_changed_warp(const DiffSide& old_side, const DiffSide& new_side);

/// Has the page of both open at this warp of the block that is shown; if nothing is given, at that whose time changes
/// most.
void open_at_most_changed(const std::optional<ChangedWarp>& changed, DiffSide& old_side, DiffSide& new_side);

}  // namespace reconverge::cli
