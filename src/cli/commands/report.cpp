#include <CLI/CLI.hpp>
#include <memory>
#include <vector>

#include "cli/commands/commands.hpp"
#include "cli/exit_status.hpp"
#include "cli/input.hpp"
#include "cli/output.hpp"
#include "cli/run_record.hpp"
#include "cli/terminal.hpp"
#include "report/formats/formats.hpp"
#include "study/inference/json_text.hpp"
#include "study/stored/stored.hpp"

namespace reconverge::cli {
namespace {

struct ReportOptions {
  std::vector<std::string> results;
  std::string html, markdown;
};

core::Result<study::StoredResult> read_result(const std::string& path) {
  const auto text = read_input(path);
  if (!text) return text.error();
  auto content = study::parse_json(*text, path);
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
  if (outputs.empty())
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
  verb->callback([options, &session] { session.run = [options, &session] { return make_report(*options, session); }; });
}

}  // namespace reconverge::cli
