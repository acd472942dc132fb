// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/commands/line_report.hpp"
#include "cli/record_options.hpp"
#include "report/document.hpp"
#include "run/kernel_run.hpp"

namespace reconverge::cli {

/// The report of `emulate` on a kernel for sm_70 and later.
struct KernelEmulation {
  std::string input;
  run::SharedExecutable executable = {};
  RecordOptions record = {};  ///< requested changes of the built-in record of cycles
  emulator::Extent grid = {};
  emulator::Extent block = {};
  std::string chosen = {};                 ///< --blocks; empty: all were to be run
  std::optional<run::KernelRun> run = {};  ///< there once it has run
};

/// Cycles of the launch, and the sum over its warps, each by itself; absent with the reason.
struct LaunchCycles {
  report::Cell launch, warps;
  std::vector<report::Cell> band = {};  ///< low, typical and high of the launch; empty: there is none
};
LaunchCycles launch_cycles(const KernelEmulation& result);

/// Counts and cycles: one row.
report::Table kernel_counts_table(const KernelEmulation& result);
/// The counts as a file of their own, with a column that says if the run is incomplete.
report::Table marked_if_incomplete(report::Table counts, const emulator::RunResult& run);
/// Branches and barriers that were executed, and where lanes waited.
report::Table kernel_branches_table(const KernelEmulation& result);
/// The kernel's own measurements: one row a pair of clock reads.
report::Table kernel_clock_table(const KernelEmulation& result);
/// Where a row comes from, "a.cu:9"; absent if the listing does not say.
report::Cell source_cell(const sass::Function& function, std::uint32_t index);
/// Everything as text for a person.
/// @param summary  the part before the tables
/// @param lines  the table of lines
std::string kernel_text(const KernelEmulation& result, const std::string& summary, const std::string& lines, int width);
/// The cost of each source line.
LineReport line_report(const KernelEmulation& result);
/// Adds the result to a run record.
void add_to_record(const KernelEmulation& result, nlohmann::ordered_json& record);

}  // namespace reconverge::cli
