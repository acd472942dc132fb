// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "profile/collected.hpp"
#include "report/document.hpp"
#include "sass/names.hpp"
#include "sass/program.hpp"

namespace reconverge::profile {

/// The code of the application: functions by the checksum of their cubin. Cubins that could not be read are absent.
using Code = std::map<std::string, std::vector<sass::Function>>;

/// Counts of one source line of a kernel, over all measured launches of it.
struct LineCost {
  std::string kernel;
  std::string line;  ///< "file.cu:7"; "FUNCTION+0x40" where the cubin notes no lines
  core::CardCounts counts;
  std::string arch;  ///< "sm_90"; empty if the cubin could not be read
};

/// The source lines of an instruction, "file.cu:7": the innermost first, then those that inlined calls are at. None if
/// the code or its notes are missing.
std::vector<std::string> lines_of(const Code& code, const Place& place);

/// Worst first: by idle lane slots, then by warp instructions. The counts of all lines of a kernel are those of the
/// kernel.
std::vector<LineCost> cost_by_line(const Collected& collected, const Code& code);

/// One row a kernel, the one with most idle lane slots first.
report::Table kernels_table(const Collected& collected);

/// For a person: short names in the columns "kernel" and "line" of a table, and files without their folders.
void shorten_names(const sass::FunctionNames& names, report::Table& table);

/// @param most  rows that are kept
report::Table lines_table(const std::vector<LineCost>& costs, std::size_t most);

}  // namespace reconverge::profile
