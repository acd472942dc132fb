// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

#include "cli/commands/line_report.hpp"

namespace reconverge::cli {

/// Which instructions took lanes, and how many lane slots they left idle anywhere: "caused there".
report::Table idle_causes_table(const LineReport& report, std::size_t most, SourceText& source);
/// Which lines were executed with idle lanes, and what had taken them: "lost here", a row for each pair.
report::Table idle_lines_table(const LineReport& report, std::size_t most);
/// "1,204 of 8,192 lane slots: 62% parted at a.cu:9 0x00c0, 38% exited at 0x0040" in short: the causes that took most.
std::string idle_summary(const LineReport& report, const run::LineCost& sum);

}  // namespace reconverge::cli
