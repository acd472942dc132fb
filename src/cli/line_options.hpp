// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "cli/commands/line_report.hpp"
#include "cli/output.hpp"

namespace CLI {
class App;
}

namespace reconverge::cli {

/// The options for costs by source line.
struct LineOptions {
  std::string shown;         ///< of `--lines`: "all" or a number; empty: a few, if lines are known
  std::string csv, remarks;  ///< paths

  void add_to(CLI::App& app);
  bool any() const { return !shown.empty() || !csv.empty() || !remarks.empty(); }
};

/// The requested files, opened before anything runs.
class LineOutputs {
 public:
  core::Result<core::Done> open(const LineOptions& options);
  core::Result<core::Done> write(const LineReport& report);

 private:
  std::optional<OutputFile> csv_, remarks_;
};

/// The table of the worst lines; empty if it is not wanted.
std::string lines_text(const LineReport& report, const LineOptions& options, int width);

}  // namespace reconverge::cli
