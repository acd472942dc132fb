// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "cli/commands/commands.hpp"
#include "cli/exit_status.hpp"
#include "cli/input.hpp"
#include "cli/output.hpp"
#include "cli/run_record.hpp"
#include "cli/terminal.hpp"
#include "core/command_line.hpp"
#include "core/short_names.hpp"
#include "measurements/json_text.hpp"
#include "report/formats/formats.hpp"
#include "report/formats/printed_figure.hpp"
#include "study/stored/stored.hpp"
#include "toolchain/process.hpp"

namespace reconverge::cli {
namespace {

struct ReportOptions {
  std::vector<std::string> results;
  std::string html, markdown, figures;
};

/// The command with the names of files alone, so that a figure shows no folder names.
std::string shown_command(const ReportOptions& options) {
  std::vector<std::string> words{"reconverge", "report"};
  for (const auto& path : options.results) words.push_back(core::base_name(path));
  return core::command_line(words);
}

/// Turns a drawing into a PDF by another program, which may be missing.
core::Result<core::Done> write_pdf(const std::filesystem::path& svg) {
  const std::filesystem::path pdf = std::filesystem::path(svg).replace_extension(".pdf");
  const auto done = toolchain::run_process({"rsvg-convert", "--format=pdf", "--output=" + pdf.string(), svg.string()});
  if (done && done->status == 0) return core::Done{};
  return core::Diagnostic{
      .failure = core::Failure::environment,
      .message = done ? "rsvg-convert failed: " + done->error : "no PDF: rsvg-convert was not found",
      .hint = "apt-get install librsvg2-bin; the SVG files are complete"};
}

/// A drawing that a page shows, without the blocks that are none.
struct Drawn {
  std::string id, svg;
};

std::optional<Drawn> drawn(const report::Block& block, const std::string& made) {
  if (const auto* figure = std::get_if<report::Figure>(&block))
    return Drawn{figure->id, report::to_printed_svg(*figure, {figure->caption, made})};
  if (const auto* diagram = std::get_if<report::BoxDiagram>(&block))
    return Drawn{diagram->id, report::to_printed_svg(*diagram, {diagram->caption, made})};
  return std::nullopt;
}

/// Every figure as wide as a column of a paper, with its legend and how it was made.
core::Result<core::Done> write_figures(const ReportOptions& options, const Session& session,
                                       const report::Report& report) {
  const std::filesystem::path folder(options.figures);
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  core::Result<core::Done> pdfs = core::Done{};
  const std::string made =
      fmt::format("Made by: {}; version {}, commit {}.", shown_command(options), version, git_hash);
  std::map<std::string, int> written;
  for (const auto& section : report.sections)
    for (const auto& block : section.blocks) {
      const auto drawing = drawn(block, made);
      if (!drawing) continue;
      // Two results may have figures of one name: the second one is NAME-2.
      const int number = ++written[drawing->id];
      const std::string name = number == 1 ? drawing->id : fmt::format("{}-{}", drawing->id, number);
      const std::filesystem::path path = folder / (name + ".svg");
      auto file = OutputFile::open(path);
      if (!file) return file.error();
      if (auto done = file->commit(drawing->svg); !done) return done;
      if (pdfs) pdfs = write_pdf(path);
    }
  if (!pdfs) session.note(to_string(pdfs.error()));
  return core::Done{};
}

core::Result<study::StoredResult> read_result(const std::string& path) {
  const auto text = read_input(path);
  if (!text) return text.error();
  auto content = measurements::parse_json(*text, path);
  if (!content) return content.error();
  return study::StoredResult{path, std::move(content).value()};
}

int make_report(const ReportOptions& options, const Session& session) {
  if (auto distinct = check_distinct({options.html, options.markdown}, options.results); !distinct)
    return session.report(distinct.error());
  std::vector<std::pair<OutputFile, std::string (*)(const report::Report&)>> outputs;
  const std::pair<const std::string*, std::string (*)(const report::Report&)> wanted[] = {
      {&options.html, report::to_html}, {&options.markdown, report::to_markdown}};
  for (const auto& [path, format] : wanted) {
    if (path->empty()) continue;
    auto output = OutputFile::open(*path);
    if (!output) return session.report(output.error());
    outputs.emplace_back(std::move(output).value(), format);
  }
  std::vector<study::StoredResult> results;
  for (const std::string& path : options.results) {
    auto result = read_result(path);
    if (!result) return session.report(result.error());
    results.push_back(std::move(result).value());
  }
  auto report = study::stored_report(results);
  if (!report) return session.report(report.error());
  report->properties = report_properties(session);
  for (auto& [output, format] : outputs)
    if (auto done = output.commit(format(*report)); !done) return session.report(done.error());
  if (!options.figures.empty())
    if (auto done = write_figures(options, session, *report); !done) return session.report(done.error());
  if (outputs.empty() && options.figures.empty())
    for (const auto& section : report->sections) print_section(section, session, Figures::curves);
  return exit_done;
}

}  // namespace

void add_report(CLI::App& app, Session& session) {
  auto options = std::make_shared<ReportOptions>();
  CLI::App* verb = app.add_subcommand("report", "");
  verb->add_option("RESULT", options->results)->required();
  verb->add_option("--html", options->html);
  verb->add_option("--markdown", options->markdown);
  verb->add_option("--figures", options->figures);
  verb->callback([options, &session] { session.run = [options, &session] { return make_report(*options, session); }; });
}

}  // namespace reconverge::cli
