// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "cli/commands/line_report.hpp"

namespace reconverge::cli {

/// The lines as LLVM's optimisation remarks (-fsave-optimization-record), which opt-viewer and editors show: one for
/// each line that has cycles, or that lanes executed apart. Lines that are not known have none.
std::string to_remarks(const LineReport& report);

}  // namespace reconverge::cli
