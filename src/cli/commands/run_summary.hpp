// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cli/commands/emulation_report.hpp"
#include "cli/commands/kernel_report.hpp"
#include "cli/commands/line_report.hpp"
#include "explorer/scene.hpp"
#include "report/document.hpp"

/// The summary of a run, before its tables: cycles, active lanes, how much of it passed while lanes were apart, and
/// where.
namespace reconverge::cli {

/// Title and text of a line of the summary.
using Summary = std::vector<std::pair<std::string, std::string>>;

/// Number of places that are named.
inline constexpr std::size_t summarised_places = 3;

/// Of a kernel under convergence barriers.
Summary summary_of(const KernelEmulation& result, const LineReport& lines);
/// Of a function on the token stack, for each generation.
Summary summary_of(const EmulationResult& result, const LineReport& lines);
/// Of a run that a page shows.
/// @param counts  of its rows, where the run itself has none
Summary summary_of(const explorer::Scene& scene, const explorer::Run& run, const observers::InstructionCounts& counts);

/// Its lines, of the places the first.
Summary answer_of(const Summary& summary);

/// Two columns for a terminal.
std::string to_text(const Summary& summary, int width);
/// For a page.
report::Table to_table(const Summary& summary);

}  // namespace reconverge::cli
