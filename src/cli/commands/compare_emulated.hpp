// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/commands/report_files.hpp"
#include "cli/session.hpp"

namespace reconverge::cli {

/// Stored measurements compared with the emulator's predictions for the code that ran.
struct EmulatedOptions {
  std::vector<std::string> files;
  std::vector<std::string> benchmarks;
  std::string by = "kernel";
  std::optional<double> fail_above;  ///< percent
  ReportPaths paths;
};

int compare_emulated(const EmulatedOptions& options, const Session& session);

}  // namespace reconverge::cli
