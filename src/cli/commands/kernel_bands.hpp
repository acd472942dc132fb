// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands/kernel_report.hpp"
#include "report/document.hpp"
#include "run/bands.hpp"
#include "timing/cycles/untimed.hpp"

/// Cycles as low, typical and high, where no single number is known: rule beyond-first-level.
namespace reconverge::cli {

/// "MUFU.RCP at 0x40 (3), ..."
std::string untimed_text(const timing::Untimed& untimed, const sass::Function& function);
/// "REDG.E.ADD at 0x420", with how many other places there are.
std::string untimed_in_short(const timing::Untimed& untimed, const sass::Function& function);
/// Where cycles of a launch are not known for no other reason than untimed instructions: those, in short. The account
/// then has the cycles of all that is timed. Empty: they are known, or nothing of them is.
std::string missing_in_cycles(const run::KernelRun& run, const sass::Function& function);

/// Adds three columns in front of the last one, which is the premise: "cycles_low" by a prefix, "low_cycles" by a
/// suffix.
void add_band_columns(const std::string& prefix, const std::string& suffix, report::Table& table);
/// Of the launch. It has to have bands.
std::vector<report::Cell> launch_band(const KernelEmulation& result);
/// Of two clock reads: from the shortest under the lowest assumption to the longest under the highest one.
std::vector<report::Cell> interval_band(const KernelEmulation& result, std::pair<std::uint32_t, std::uint32_t> rows);
/// Why no number follows from the assumption on loads; empty if one does, or if nothing was assumed.
std::string why_assumption_has_no_effect(const run::KernelRun& run);
/// Their assumption. Absent: there are none.
/// @param low  the first of them
report::Cell band_premise_cell(const KernelEmulation& result, const report::Cell& low);

}  // namespace reconverge::cli
