// SPDX-License-Identifier: MIT
#include "cli/line_options.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <limits>

#include "cli/commands/idle_report.hpp"
#include "cli/commands/remarks.hpp"
#include "report/formats/formats.hpp"

namespace reconverge::cli {
namespace {

constexpr std::size_t default_lines = 10;

std::optional<std::size_t> number_of(const std::string& text) {
  if (text == "all") return std::numeric_limits<std::size_t>::max();
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || number == 0) return std::nullopt;
  return number;
}

/// The error in a value of --lines; empty if valid.
std::string check_lines(const std::string& text) {
  return number_of(text) ? "" : fmt::format("'{}' is neither all nor a number of lines, 1 or more", text);
}

}  // namespace

void LineOptions::add_to(CLI::App& app) {
  app.add_option("--lines", shown)->check(check_lines);
  app.add_option("--lines-csv", csv);
  app.add_option("--remarks", remarks);
}

core::Result<core::Done> LineOutputs::open(const LineOptions& options) {
  return open_wanted({{options.csv, csv_}, {options.remarks, remarks_}});
}

core::Result<core::Done> LineOutputs::write(const LineReport& report) {
  SourceText source;
  if (csv_)
    if (auto done = csv_->commit(report::to_csv(lines_data(report, source))); !done) return done;
  if (remarks_)
    if (auto done = remarks_->commit(to_remarks(report)); !done) return done;
  return core::Done{};
}

std::string lines_text(const LineReport& report, const LineOptions& options, int width) {
  if (options.shown.empty() && !has_lines(report)) return "";
  SourceText source;
  const std::size_t most = number_of(options.shown).value_or(default_lines);
  std::string text = report::to_text(lines_table(report, most, source), width) + "\n";
  if (run::sum_of(report.lines).idle_lanes() == 0) return text;
  return text + report::to_text(idle_causes_table(report, most, source), width) + "\n" +
         report::to_text(idle_lines_table(report, most), width) + "\n";
}

}  // namespace reconverge::cli
