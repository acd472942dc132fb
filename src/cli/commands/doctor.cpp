#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "cli/commands/commands.hpp"
#include "cli/exit_status.hpp"
#include "cli/output.hpp"
#include "cli/run_record.hpp"
#include "cli/terminal.hpp"
#include "gpu/machine.hpp"
#include "report/formats/formats.hpp"
#include "report/formats/json.hpp"

namespace reconverge::cli {
namespace {

report::Cell text_or_absent(const std::string& text) {
  return text.empty() ? report::Cell(report::Absent{"nothing to say"}) : report::Cell(text);
}

report::Table table_of(const std::vector<gpu::Check>& checks) {
  report::Table table{.id = "doctor",
                      .caption = "What this machine has for measuring.",
                      .columns = {{"name", "what", ""},
                                  {"state", "state", ""},
                                  {"required", "needed by bench", ""},
                                  {"detail", "detail", ""},
                                  {"still_works", "works without it", ""},
                                  {"remedy", "what to do", ""}}};
  for (const gpu::Check& check : checks)
    table.rows.push_back({check.name, std::string(to_string(check.state)), check.required, text_or_absent(check.detail),
                          text_or_absent(check.still_works), text_or_absent(check.remedy)});
  return table;
}

/// One paragraph a check: a table would cut the long lines.
void print_text(const std::vector<gpu::Check>& checks) {
  for (const gpu::Check& check : checks) {
    print(fmt::format("{:8} {}: {}\n", to_string(check.state), check.name, check.detail));
    if (!check.still_works.empty()) print(fmt::format("         still works: {}\n", check.still_works));
    if (!check.remedy.empty()) print(fmt::format("         try: {}\n", check.remedy));
  }
}

int doctor(const std::string& json, const Session& session) {
  std::optional<OutputFile> file;
  if (!json.empty()) {
    auto opened = OutputFile::open(json);
    if (!opened) return session.report(opened.error());
    file.emplace(std::move(opened).value());
  }
  const std::vector<gpu::Check> checks = gpu::examine_machine(gpu::Tools::find());
  if (file) {
    auto record = run_record(session, "reconverge.doctor");
    record["checks"] = report::to_json(table_of(checks))["rows"];
    if (auto done = file->commit(to_text(record)); !done) return session.report(done.error());
  }
  if (json != "-") print_text(checks);
  const bool can_measure = std::ranges::none_of(
      checks, [](const gpu::Check& check) { return check.required && check.state != gpu::Check::State::found; });
  if (json != "-") print(fmt::format("\nbench {} run here\n", can_measure ? "can" : "cannot"));
  return can_measure ? exit_done : exit_environment;
}

}  // namespace

void add_doctor(CLI::App& app, Session& session) {
  auto json = std::make_shared<std::string>();
  CLI::App* verb = app.add_subcommand("doctor", "");
  verb->add_option("--json", *json);
  verb->callback([json, &session] { session.run = [json, &session] { return doctor(*json, session); }; });
}

}  // namespace reconverge::cli
