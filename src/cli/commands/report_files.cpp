// SPDX-License-Identifier: MIT
#include "cli/commands/report_files.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "cli/run_record.hpp"
#include "report/formats/formats.hpp"

namespace reconverge::cli {

void ReportPaths::add_to(CLI::App& app) {
  app.add_option("--csv", csv);
  app.add_option("--json", json);
  app.add_option("--markdown", markdown);
  app.add_option("--svg", svg);
  app.add_option("--html", html);
}

bool ReportPaths::on_stdout() const {
  const auto paths = {&csv, &json, &markdown, &svg, &html};
  return std::ranges::any_of(paths, [](const std::string* path) { return is_standard_output(*path); });
}

core::Result<ReportFiles> ReportFiles::open(const ReportPaths& paths, const std::vector<std::string>& inputs) {
  if (auto distinct = check_distinct({paths.csv, paths.json, paths.markdown, paths.svg, paths.html}, inputs); !distinct)
    return distinct.error();
  ReportFiles files;
  if (auto opened = open_wanted({{paths.csv, files.csv_},
                                 {paths.json, files.json_},
                                 {paths.markdown, files.markdown_},
                                 {paths.svg, files.svg_},
                                 {paths.html, files.html_}});
      !opened)
    return opened.error();
  return files;
}

core::Result<core::Done> ReportFiles::write(const ReportContent& content) {
  const auto commit = [](std::optional<OutputFile>& file, const auto& text_of) -> core::Result<core::Done> {
    if (!file) return core::Done{};
    return file->commit(text_of());
  };
  for (const auto& done : {commit(csv_, [&] { return report::to_csv(content.table); }),
                           commit(json_, [&] { return to_text(content.record); }),
                           commit(markdown_, [&] { return report::to_markdown(content.report); }),
                           commit(svg_, [&] { return report::to_svg(content.figure); }), commit(html_, [&] {
                             return report::to_html(content.page ? *content.page : content.report);
                           })})
    if (!done) return done.error();
  return core::Done{};
}

void print_report(const report::Report& report) {
  bool is_silent = true;
  std::size_t rows_left_out = 0;
  const auto print_block = [&](const auto& block) {
    print(report::to_text(block, terminal_width()) + "\n");
    is_silent = false;
  };
  for (const auto& section : report.sections)
    for (const auto& block : section.blocks) {
      if (const auto* table = std::get_if<report::Table>(&block)) {
        if (table->bulk) rows_left_out += table->rows.size();
        else print_block(*table);
      }
      if (const auto* text = std::get_if<report::Text>(&block)) print_block(*text);
    }
  if (is_silent && rows_left_out > 0)
    print(fmt::format("{} rows are too many to show: --csv PATH, --markdown PATH or --json PATH writes them\n",
                      rows_left_out));
}

}  // namespace reconverge::cli
