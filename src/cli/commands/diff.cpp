// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>

#include "cli/commands/commands.hpp"
#include "cli/commands/diff_lines.hpp"
#include "cli/commands/diff_page.hpp"
#include "cli/commands/diff_report.hpp"
#include "cli/commands/diff_results.hpp"
#include "cli/commands/diff_run.hpp"
#include "cli/commands/report_files.hpp"
#include "cli/exit_status.hpp"
#include "cli/number_checks.hpp"
#include "cli/output.hpp"
#include "cli/run_record.hpp"
#include "cli/terminal.hpp"
#include "core/command_line.hpp"
#include "core/usage_error.hpp"
#include "report/formats/formats.hpp"

namespace reconverge::cli {
namespace {

/// Options of only one of the two builds.
struct BuildOptions {
  std::string input, function, arch;
  std::vector<std::string> compile;
};

struct DiffOptions {
  BuildOptions old_build, new_build;
  std::string function, arch;  ///< of both
  CompileOptions compile;      ///< of both
  DiffInputs inputs;
  std::vector<std::string> new_arguments, new_registers;  ///< of the new run, where they differ
  ReportPaths paths;
  std::optional<double> fail_above;  ///< percent
  bool same_results = false;
};

ProgramOptions program_options(const DiffOptions& options, const BuildOptions& build) {
  ProgramOptions program{.input = build.input,
                         .function = build.function.empty() ? options.function : build.function,
                         .arch = build.arch.empty() ? options.arch : build.arch,
                         .generations = {},
                         .compile = options.compile};
  program.compile.others.insert(program.compile.others.end(), build.compile.begin(), build.compile.end());
  return program;
}

/// The launch of the new build.
DiffInputs new_inputs(const DiffOptions& options) {
  DiffInputs inputs = options.inputs;
  if (!options.new_arguments.empty()) inputs.launch.arguments = options.new_arguments;
  if (!options.new_registers.empty()) inputs.launch.registers = options.new_registers;
  return inputs;
}

bool has_same_inputs(const DiffOptions& options) {
  return options.new_arguments.empty() && options.new_registers.empty();
}

/// "--block 64 --arg 'i32[64]=1'": what both runs were started with. Empty: nothing is given.
std::string launch_words(const LaunchOptions& launch) {
  std::vector<std::string> words;
  const auto add = [&](const std::string& option, const std::string& value) {
    if (!value.empty()) words.insert(words.end(), {option, value});
  };
  const auto add_all = [&](const std::string& option, const std::vector<std::string>& values) {
    for (const std::string& value : values) add(option, value);
  };
  add("--grid", launch.shape.grid);
  add("--block", launch.shape.block);
  add_all("--arg", launch.arguments);
  add_all("--symbol", launch.symbols);
  add_all("--reg", launch.registers);
  add_all("--pred", launch.predicates);
  add_all("--const", launch.constants);
  if (launch.lanes != LaunchOptions{}.lanes) add("--lanes", launch.lanes);
  if (launch.shared) add("--shared", std::to_string(*launch.shared));
  return core::command_line(words);
}

/// The launch and what was given for one build alone: who reads the report has not seen the command.
void add_launch(const DiffOptions& options, const DiffResult& result, report::Report& report) {
  const auto add = [&](const std::string& name, std::string text) {
    if (!text.empty()) report.properties.emplace_back(name, std::move(text));
  };
  const std::string words = launch_words(options.inputs.launch), new_words = launch_words(new_inputs(options).launch);
  if (result.from_capture) add("launch", "that of the capture");
  else add(words == new_words ? "launch" : "launch, old", words.empty() ? "one warp, without arguments" : words);
  if (words != new_words) add("launch, new", new_words);
  add("options, old", core::command_line(options.old_build.compile));
  add("options, new", core::command_line(options.new_build.compile));
}

core::Result<DiffResult> compare(const DiffOptions& options, const Session& session) {
  auto programs = read_builds(program_options(options, options.old_build), program_options(options, options.new_build));
  if (!programs) return programs.error();
  // What holds of both builds is said once.
  for (const std::string& note : programs->first.notes) session.note(note);
  for (const std::string& note : programs->second.notes)
    if (std::ranges::find(programs->first.notes, note) == programs->first.notes.end()) session.note(note);
  const bool from_capture = programs->first.capture != nullptr;
  std::vector<std::string> said;
  auto before = run_build(options.old_build.input, std::move(programs->first), options.inputs, session, said);
  if (!before) return before.error();
  auto after = run_build(options.new_build.input, std::move(programs->second), new_inputs(options), session, said);
  if (!after) return after.error();
  if (auto done = explore(options.inputs, *before, *after); !done) return done.error();
  DiffResult result{.old_side = std::move(before).value(),
                    .new_side = std::move(after).value(),
                    .difference = {},
                    .same_inputs = has_same_inputs(options),
                    .from_capture = from_capture};
  result.old_side.build.function = &result.old_side.function;
  result.new_side.build.function = &result.new_side.function;
  result.difference = analysis::difference_of(result.old_side.build, result.new_side.build);
  return result;
}

/// Why the exit status is 1; empty if it is not.
std::string complaint(const DiffOptions& options, const DiffResult& result) {
  const auto change = result.change();
  const char* unit = result.by_cycles() ? "cycles" : "warp instructions";
  if (options.fail_above && change && *change > *options.fail_above)
    return fmt::format("the new build needs {} % more {}, which is above {} %", report::format_number(*change, 1), unit,
                       report::format_number(*options.fail_above, 1));
  if (options.fail_above && !change && result.needs_more())
    return fmt::format("the old build needs 0 {} and the new one more, so that no percentage can be held against {} %",
                       unit, report::format_number(*options.fail_above, 1));
  if (options.same_results && !result_differences(result).empty()) return "the results differ";
  return "";
}

int finish(const DiffOptions& options, const DiffResult& result, const Session& session) {
  for (const DiffSide* side : {&result.old_side, &result.new_side})
    if (side->run.diagnostic) return session.report(*side->run.diagnostic);
  if (options.fail_above && !result.by_cycles())
    session.note("note: --fail-above is held against warp instructions: cycles of a build are not known");
  const std::string why = complaint(options, result);
  return why.empty() ? exit_done : session.report({.failure = core::Failure::check, .message = why});
}

int diff(const DiffOptions& options, const Session& session) {
  if (options.same_results && !has_same_inputs(options))
    return session.report(core::usage_error("--same-results compares two builds on the same inputs",
                                            "leave out --new-arg and --new-reg"));
  auto files = ReportFiles::open(options.paths, {options.old_build.input});
  if (!files) return session.report(files.error());
  if (auto distinct =
          check_distinct({options.paths.csv, options.paths.json, options.paths.markdown, options.paths.html},
                         {options.new_build.input});
      !distinct)
    return session.report(distinct.error());
  const auto result = compare(options, session);
  if (!result) return session.report(result.error());
  ReportContent content{.report = diff_report(*result),
                        .table = diff_lines_table(*result),
                        .figure = {},
                        .record = run_record(session, "reconverge.diff"),
                        .page = {}};
  add_launch(options, *result, content.report);
  add_to_record(*result, content.record);
  content.record["record"] = options.inputs.record.json();
  if (options.inputs.record.any())
    content.report.sections.front().blocks.emplace_back(report::Text{options.inputs.record.text()});
  if (!options.paths.html.empty()) content.page = diff_page(*result, content.report, session);
  if (auto written = files->write(content); !written) return session.report(written.error());
  if (!options.paths.on_stdout()) {
    print(hanging("", content.report.title, terminal_width()) + "\n");
    print_report(content.report);
  }
  return finish(options, *result, session);
}

void add_build_options(CLI::App& verb, const std::string& which, BuildOptions& build) {
  verb.add_option("--" + which + "-function", build.function);
  verb.add_option("--" + which + "-arch", build.arch)->check(check_architecture_name);
  verb.add_option("--" + which + "-option", build.compile)->allow_extra_args(false);
}

}  // namespace

void add_diff(CLI::App& app, Session& session) {
  auto options = std::make_shared<DiffOptions>();
  CLI::App* verb = app.add_subcommand("diff", "");
  verb->add_option("OLD", options->old_build.input)->required();
  verb->add_option("NEW", options->new_build.input)->required();
  verb->add_option("--function", options->function);
  add_architecture(*verb, options->arch);
  options->compile.add_to(*verb);
  add_build_options(*verb, "old", options->old_build);
  add_build_options(*verb, "new", options->new_build);
  options->inputs.launch.add_launch_to(*verb);
  options->inputs.record.add_to(*verb);
  verb->add_option("--json", options->paths.json);
  verb->add_option("--csv", options->paths.csv);
  verb->add_option("--markdown", options->paths.markdown);
  verb->add_option("--html", options->paths.html);
  verb->add_option("--fail-above", options->fail_above)->check(change_in_percent);
  verb->add_flag("--same-results", options->same_results);
  verb->add_option("--new-arg", options->new_arguments)->allow_extra_args(false);
  verb->add_option("--new-reg", options->new_registers)->allow_extra_args(false);
  verb->add_option("--warp", options->inputs.warp);
  verb->callback([options, &session] {
    options->inputs.explores = !options->paths.html.empty();
    session.run = [options, &session] { return diff(*options, session); };
  });
}

}  // namespace reconverge::cli
