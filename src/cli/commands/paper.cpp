// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "cli/commands/card_loss.hpp"
#include "cli/commands/commands.hpp"
#include "cli/commands/paper_measurement.hpp"
#include "cli/exit_status.hpp"
#include "cli/model_options.hpp"
#include "cli/output.hpp"
#include "cli/run_record.hpp"
#include "cli/suggestion.hpp"
#include "cli/terminal.hpp"
#include "core/usage_error.hpp"
#include "report/formats/formats.hpp"
#include "report/formats/json.hpp"
#include "study/claims/claim.hpp"
#include "study/study.hpp"
#include "study/support/measured.hpp"

namespace reconverge::cli {
namespace {

struct PaperOptions {
  ModelOptions model;
  std::string out;
  std::vector<std::string> studies;
  std::string device;     ///< cards whose curves are added; empty = none
  bool counters = false;  ///< theirs too
  bool list = false;
};

/// A file of the result, by path under --out.
struct Artefact {
  std::string path;
  std::string content;
};

/// One file a table and a figure, the page and the summary.
std::vector<Artefact> artefacts(const report::Report& report, const nlohmann::ordered_json& summary) {
  std::vector<Artefact> files;
  for (const auto& section : report.sections)
    for (const auto& block : section.blocks) {
      if (const auto* table = std::get_if<report::Table>(&block))
        files.push_back({"data/" + table->id + ".csv", report::to_csv(*table)});
      if (const auto* figure = std::get_if<report::Figure>(&block))
        files.push_back({"figures/" + figure->id + ".svg", report::to_svg(*figure)});
      if (const auto* diagram = std::get_if<report::BoxDiagram>(&block))
        files.push_back({"figures/" + diagram->id + ".svg", report::to_svg(*diagram)});
    }
  files.push_back({"report.html", report::to_html(report)});
  files.push_back({"summary.json", to_text(summary)});
  return files;
}

nlohmann::ordered_json paper_summary(const Session& session, const report::Report& report, const study::Claims& claims,
                                     const run::StackModel& options) {
  auto summary = run_record(session, "reconverge.paper");
  summary["given"] = options.given;
  for (const auto verdict : {study::Verdict::met, study::Verdict::not_met, study::Verdict::contradicts_itself,
                             study::Verdict::not_checkable})
    summary["verdicts"][std::string(to_string(verdict))] = std::ranges::count(claims, verdict, &study::Claim::verdict);
  summary["report"] = report::to_json(report);
  return summary;
}

/// "49 claims: 28 met, ...": the answer, in front of its table.
std::string verdict_of(const study::Claims& claims) {
  const auto number = [&](study::Verdict verdict) {
    return std::ranges::count(claims, verdict, &study::Claim::verdict);
  };
  return fmt::format("{} claims: {} met, {} not met, {} where the paper contradicts itself, {} not checkable here",
                     claims.size(), number(study::Verdict::met), number(study::Verdict::not_met),
                     number(study::Verdict::contradicts_itself), number(study::Verdict::not_checkable));
}

int report_interruption(const Session& session) {
  session.report({.failure = core::Failure::environment,
                  .message = "interrupted; files written so far are complete",
                  .hint = "run the same command again"});
  return exit_interrupted;
}

/// Writes all files, each whole or not at all.
int write_all(const Session& session, const std::filesystem::path& folder, const std::vector<Artefact>& files) {
  std::vector<OutputFile> outputs;
  for (const Artefact& file : files) {
    auto output = OutputFile::open(folder / file.path);
    if (!output) return session.report(output.error());
    outputs.push_back(std::move(output).value());
  }
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (interrupted()) return report_interruption(session);
    session.progress(i + 1, files.size(), files[i].path);
    if (auto done = outputs[i].commit(files[i].content); !done) return session.report(done.error());
  }
  return exit_done;
}

/// Only the sections that --study names; all if it names none.
core::Result<core::Done> select_sections(const PaperOptions& options, report::Report& report) {
  for (const std::string& name : options.studies)
    if (std::ranges::find(report.sections, name, &report::Section::id) == report.sections.end()) {
      std::vector<std::string> names;
      for (const auto& study : study::studies()) names.emplace_back(study.id);
      return core::usage_error(fmt::format("there is no study '{}'", name), nearest_first(name, names));
    }
  if (options.studies.empty()) return core::Done{};
  std::erase_if(report.sections, [&](const report::Section& section) {
    return std::ranges::find(options.studies, section.id) == options.studies.end();
  });
  return core::Done{};
}

/// The claims, or the named studies.
void print_results(const report::Report& report, const PaperOptions& options, const Session& session) {
  for (const auto& section : report.sections)
    if (!options.studies.empty() || section.id == "claims_table")
      print_section(section, session, options.studies.empty() ? Figures::none : Figures::points);
}

int print_studies() {
  for (const auto& study : study::studies())
    print(hanging(fmt::format("{:25} ", study.id), study.title, terminal_width()));
  return exit_done;
}

int paper(const PaperOptions& options, const Session& session) {
  if (options.list) return print_studies();
  if (options.out == "-")
    return session.report(core::usage_error("--out names a folder, and standard output is not one",
                                            "--out DIR; the tables are printed without it"));
  auto model = resolve(options.model);
  if (!model) return session.report(model.error());
  if (!options.out.empty()) {
    // Reported before anything is computed; a full disk is reported at the end.
    auto probe = OutputFile::open(std::filesystem::path(options.out) / "report.html");
    if (!probe) return session.report(probe.error());
  }
  std::optional<PaperMeasurement> measured;
  if (!options.device.empty()) {
    auto done = measure_paper(options.device, options.counters, session);
    if (!done) return session.report(done.error());
    measured = std::move(done).value();
    if (interrupted()) return report_interruption(session);
  }
  model->stop = &stop_flag();
  const auto context = study::Context::make(*model);
  if (interrupted()) return report_interruption(session);
  if (!context) return session.report(context.error());

  report::Report report = study::paper_report(*context);
  if (measured) study::add_measured(study::measured_cards(measured->result), report);
  const study::Claims claims = study::all_claims(*context);
  report.properties = report_properties(session);
  for (const std::string& given : model->given) report.properties.emplace_back("given by the user", given);
  if (auto selected = select_sections(options, report); !selected) return session.report(selected.error());
  if (options.studies.empty())
    report.sections.insert(report.sections.begin(),
                           {.id = "verdict",
                            .title = "Verdict",
                            .blocks = {report::Text{verdict_of(claims) +
                                                    ". The last table lists each claim, with the paper's value beside "
                                                    "the one computed here."}}});

  if (!options.out.empty()) {
    const auto summary = paper_summary(session, report, claims, *model);
    std::vector<Artefact> files = artefacts(report, summary);
    if (measured) {
      for (const auto& [path, text] : measured->listings) files.push_back({path, text});
      files.push_back({"measured.json", measured->json});
    }
    const int status = write_all(session, options.out, files);
    if (status != exit_done) return status;
    session.note(fmt::format("written: {}", (std::filesystem::path(options.out) / "report.html").string()));
  }
  if (options.studies.empty()) print(report::to_text(report::Text{verdict_of(claims)}, terminal_width()) + "\n");
  print_results(report, options, session);

  // Again below the tables, where a terminal ends.
  print(report::to_text(report::Text{verdict_of(claims)}, terminal_width()));
  const auto failed = std::ranges::count(claims, study::Verdict::not_met, &study::Claim::verdict);
  const bool sound = !measured || gpu::all_ok(measured->result);
  if (!sound) session.note("not everything was measured as it should be; `reconverge bench` lists it");
  const int status = failed == 0 && sound ? exit_done : exit_check_failed;
  return measured ? leave_cards(measured->result, status) : status;
}

}  // namespace

void add_paper(CLI::App& app, Session& session) {
  auto options = std::make_shared<PaperOptions>();
  CLI::App* verb = app.add_subcommand("paper", "");
  verb->add_option("-o,--out", options->out);
  verb->add_option("-s,--study", options->studies)->allow_extra_args(false);
  verb->add_option("-d,--device", options->device);
  verb->add_flag("--counters", options->counters);
  verb->add_flag("-l,--list", options->list);
  options->model.add_to(*verb);
  verb->callback([options, &session] { session.run = [options, &session] { return paper(*options, session); }; });
}

}  // namespace reconverge::cli
