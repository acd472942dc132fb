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

/// The answer of a run, in front of its tables: what it took, how many lanes had part in it, how much of it passed
/// while lanes were apart, and where.
namespace reconverge::cli {

/// What a line of the summary is about, and what it says.
using Summary = std::vector<std::pair<std::string, std::string>>;

/// So many places are named.
inline constexpr std::size_t summarised_places = 3;

/// Of a kernel under convergence barriers.
Summary summary_of(const KernelEmulation& result, const LineReport& lines);
/// Of a function on the token stack, for each generation.
Summary summary_of(const EmulationResult& result, const LineReport& lines);
/// Of a run that a page shows.
/// @param counts  of its rows, where the run itself has none
Summary summary_of(const explorer::Scene& scene, const explorer::Run& run, const observers::InstructionCounts& counts);

/// Its lines without the places: what is said before all else.
Summary answer_of(const Summary& summary);

/// Two columns for a terminal.
std::string to_text(const Summary& summary, int width);
/// For a page.
report::Table to_table(const Summary& summary);

}  // namespace reconverge::cli
