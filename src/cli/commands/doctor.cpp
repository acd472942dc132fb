// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>
#include <memory>

#include "cli/commands/commands.hpp"
#include "cli/exit_status.hpp"
#include "cli/injected_library.hpp"
#include "cli/output.hpp"
#include "cli/run_record.hpp"
#include "cli/terminal.hpp"
#include "gpu/profiling.hpp"
#include "report/formats/formats.hpp"
#include "report/formats/json.hpp"

namespace reconverge::cli {
namespace {

report::Cell text_or_absent(const std::string& text) {
  return text.empty() ? report::Cell(report::Absent{"nothing to say"}) : report::Cell(text);
}

report::Table table_of(const std::vector<gpu::Check>& checks) {
  report::Table table{.id = "doctor",
                      .caption = "Measuring on this machine.",
                      .columns = {{"name", "what", ""},
                                  {"state", "state", ""},
                                  {"required", "needed by bench", ""},
                                  {"required_by_profile", "needed by profile", ""},
                                  {"detail", "detail", ""},
                                  {"still_works", "works without it", ""},
                                  {"remedy", "what to do", ""}}};
  for (const gpu::Check& check : checks)
    table.rows.push_back({check.name, std::string(to_string(check.state)), check.required, check.required_by_profile,
                          text_or_absent(check.detail), text_or_absent(check.still_works),
                          text_or_absent(check.remedy)});
  return table;
}

/// One paragraph a check: a table would cut the long lines.
void print_text(const std::vector<gpu::Check>& checks) {
  const int width = terminal_width();
  const std::string indent(9, ' ');
  for (const gpu::Check& check : checks) {
    print(hanging(fmt::format("{:8} ", to_string(check.state)), check.name + ": " + check.detail, width));
    if (!check.still_works.empty()) print(hanging(indent, "still works: " + check.still_works, width));
    if (!check.remedy.empty()) print(hanging(indent, "try: " + check.remedy, width));
  }
}

struct DoctorOptions {
  std::string json;
  std::string wanted = "bench";  ///< the verb that the exit status is about
};

/// Whether everything that a verb requires is there.
bool can_run(const std::vector<gpu::Check>& checks, bool gpu::Check::*required) {
  return std::ranges::none_of(
      checks, [&](const gpu::Check& check) { return check.*required && check.state != gpu::Check::State::found; });
}

int doctor(const DoctorOptions& options, const Session& session) {
  const std::string& json = options.json;
  std::optional<OutputFile> file;
  if (!json.empty()) {
    auto opened = OutputFile::open(json);
    if (!opened) return session.report(opened.error());
    file.emplace(std::move(opened).value());
  }
  const gpu::Tools tools = gpu::Tools::find();
  std::vector<gpu::Check> checks = gpu::examine_machine(tools);
  std::ranges::move(gpu::examine_profiling(tools, find_injected_library()), std::back_inserter(checks));
  if (file) {
    auto record = run_record(session, "reconverge.doctor");
    record["checks"] = report::to_json(table_of(checks))["rows"];
    if (auto done = file->commit(to_text(record)); !done) return session.report(done.error());
  }
  const bool benches = can_run(checks, &gpu::Check::required);
  const bool profiles = can_run(checks, &gpu::Check::required_by_profile);
  if (json != "-") {
    print_text(checks);
    print(fmt::format("\nbench {} run here\nprofile {} count here\n", benches ? "can" : "cannot",
                      profiles ? "can" : "cannot"));
  }
  return (options.wanted == "profile" ? profiles : benches) ? exit_done : exit_environment;
}

}  // namespace

void add_doctor(CLI::App& app, Session& session) {
  auto options = std::make_shared<DoctorOptions>();
  CLI::App* verb = app.add_subcommand("doctor", "");
  verb->add_option("--json", options->json);
  verb->add_option("--for", options->wanted)->check(CLI::IsMember({"bench", "profile"}));
  verb->callback([options, &session] { session.run = [options, &session] { return doctor(*options, session); }; });
}

}  // namespace reconverge::cli
