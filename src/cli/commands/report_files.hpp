// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "cli/output.hpp"
#include "core/result.hpp"
#include "report/document.hpp"

namespace CLI {
class App;
}

namespace reconverge::cli {

/// Where a verb writes its report, one path a format; empty: not at all.
struct ReportPaths {
  std::string csv, json, markdown, svg, html;

  void add_to(CLI::App& app);
  /// Whether a result goes to stdout in place of the text.
  bool on_stdout() const;
};

/// The results of a verb.
struct ReportContent {
  report::Report report;                    ///< Markdown, and HTML if there is no page
  report::Table table;                      ///< CSV
  report::Figure figure;                    ///< SVG
  nlohmann::ordered_json record;            ///< JSON
  std::optional<report::Report> page = {};  ///< HTML
};

/// The files of a report, opened before anything is computed.
class ReportFiles {
 public:
  static core::Result<ReportFiles> open(const ReportPaths& paths, const std::vector<std::string>& inputs);
  core::Result<core::Done> write(const ReportContent& content);

 private:
  std::optional<OutputFile> csv_, json_, markdown_, svg_, html_;
};

/// Tables and texts of a report on stdout.
void print_report(const report::Report& report);

}  // namespace reconverge::cli
