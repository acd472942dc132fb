// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "cli/commands/diff_report.hpp"

/// Regions of two builds: what one alone has, with what stands in its place.
namespace reconverge::cli {

/// The change of a region in the measure by which lines are compared.
std::int64_t change_of(const DiffResult& result, const analysis::RegionDifference& region);
/// "kernel.cu:17" of a line that both builds have, "old.cu:29-32 (old) -> new.cu:22-24 (new)",
/// "kernel.cu:29 (only in old)".
std::string name_of(const DiffResult& result, const analysis::RegionDifference& region);
/// Regions of lines of one build alone that changed, the largest change first; without rows if there are none.
report::Table diff_regions_table(const DiffResult& result);
/// The largest of them, for a person.
report::Table shown_regions(report::Table table);

}  // namespace reconverge::cli
