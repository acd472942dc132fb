// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include "analysis/lint.hpp"
#include "cli/code_input.hpp"
#include "cli/commands/commands.hpp"
#include "cli/exit_status.hpp"
#include "cli/input.hpp"
#include "cli/issues.hpp"
#include "cli/output.hpp"
#include "cli/program_options.hpp"
#include "cli/run_record.hpp"
#include "cli/terminal.hpp"
#include "core/short_names.hpp"
#include "report/formats/sarif.hpp"
#include "sass/called_code.hpp"
#include "sass/reader.hpp"
#include "sass/source_lines.hpp"
#include "sass/user_frame.hpp"

namespace reconverge::cli {
namespace {

using nlohmann::ordered_json;
using report::Level;

struct LintOptions {
  std::string input;
  sass::Selection selection;
  CompileOptions compile;
  std::string json, sarif;
  std::string fail_on = "warning";

  bool prints_text() const { return json != "-" && sarif != "-"; }
};

struct LintOutputs {
  std::optional<OutputFile> json, sarif;
};

/// The remarks of the checks on one function.
struct Checked {
  const sass::Function* function = nullptr;
  std::vector<report::Issue> issues = {};
  std::vector<std::string> left_out = {};
};

core::Result<LintOutputs> open_outputs(const LintOptions& options) {
  LintOutputs outputs;
  if (auto distinct = check_distinct({options.json, options.sarif}, {options.input}); !distinct)
    return distinct.error();
  if (auto opened = open_wanted({{options.json, outputs.json}, {options.sarif, outputs.sarif}}); !opened)
    return opened.error();
  return outputs;
}

/// A row of a routine without lines, a division for example, that is called on several: these lines.
void add_callers(const std::vector<sass::CalledRegion>& routines, std::size_t index, const sass::Function& function,
                 report::Issue& issue) {
  const auto routine = std::ranges::find_if(
      routines, [&](const sass::CalledRegion& one) { return one.first <= index && index < one.end; });
  if (routine == routines.end() || routine->is_called_by_register || routine->is_jumped_into) return;
  std::string lines;
  for (const std::int32_t note : routine->callers) {
    sass::Instruction call;
    call.source_note = note;
    const auto frames = sass::frames_of(function, call);
    const sass::SourceFrame& own = frames[sass::frame_of_user(frames)];
    issue.related.push_back({{.file = own.file, .line = own.line}, "a line that calls the routine"});
    lines += fmt::format("{}{}:{}", lines.empty() ? "" : ", ", core::base_name(own.file), own.line);
  }
  issue.message += fmt::format("; called from {}", lines);
}

core::Result<Checked> check(const sass::Function& function, const ReadFrom& from) {
  auto lint = analysis::lint(function, from.path);
  if (!lint) return lint.error();
  const auto routines = sass::called_regions(function);
  Checked checked{.function = &function, .left_out = std::move(lint->left_out)};
  for (const analysis::Remark& remark : lint->remarks) {
    report::Issue issue = issue_at(function, remark.index, from);
    issue.rule = remark.rule;
    issue.level = level_of(analysis::find_rule(remark.rule)->severity);
    issue.message = remark.message;
    if (!issue.source) add_callers(routines, remark.index, function, issue);
    checked.issues.push_back(std::move(issue));
  }
  return checked;
}

std::size_t count(const std::vector<Checked>& all, Level level) {
  std::size_t count = 0;
  for (const Checked& checked : all)
    count += static_cast<std::size_t>(std::ranges::count(checked.issues, level, &report::Issue::level));
  return count;
}

/// "kernel.cu:17" or "kernel.sass:40", as compilers write it.
std::string place_of_issue(const report::Issue& issue) {
  const report::Place& place = issue.source ? *issue.source : issue.listing;
  return place.line == 0 ? place.file : fmt::format("{}:{}", place.file, place.line);
}

std::string text_of(const report::Issue& issue) {
  const std::string pc = issue.more.empty() ? "" : issue.more.front().second;
  return fmt::format("{}: {}: {}: {} [{}]\n", place_of_issue(issue), to_string(issue.level), pc, issue.message,
                     issue.rule);
}

std::string counted(std::size_t number, std::string_view what) {
  return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

void print_text(const std::vector<Checked>& all) {
  for (const Checked& checked : all) {
    const std::string name = checked.function->name.empty() ? "the code" : checked.function->name;
    for (const report::Issue& issue : checked.issues) print(text_of(issue));
    for (const std::string& reason : checked.left_out) print(fmt::format("{}: not checked: {}\n", name, reason));
  }
  print(
      hanging("",
              fmt::format("{}: {}, {}, {}", counted(all.size(), "function"), counted(count(all, Level::error), "error"),
                          counted(count(all, Level::warning), "warning"), counted(count(all, Level::note), "note")),
              terminal_width()));
}

ordered_json issue_json(const report::Issue& issue) {
  ordered_json json{{"rule", issue.rule}, {"level", to_string(issue.level)}, {"message", issue.message}};
  for (const auto& [name, value] : issue.more) json[name] = value;
  json["line"] = issue.listing.line == 0 ? ordered_json() : ordered_json(issue.listing.line);
  json["source"] =
      issue.source ? ordered_json(fmt::format("{}:{}", issue.source->file, issue.source->line)) : ordered_json();
  return json;
}

ordered_json record_of(const LintOptions& options, const Session& session, const toolchain::Disassembly& listing,
                       const std::vector<Checked>& all) {
  ordered_json record = run_record(session, "reconverge.lint");
  record["input"] = options.input;
  record["tools"] = listing.steps;
  record["errors"] = count(all, Level::error);
  record["warnings"] = count(all, Level::warning);
  record["notes"] = count(all, Level::note);
  record["functions"] = ordered_json::array();
  for (const Checked& checked : all) {
    ordered_json function{{"name", text_or_null(checked.function->name)},
                          {"arch", text_or_null(checked.function->arch)},
                          {"instruction_count", checked.function->instructions.size()},
                          {"not_checked", checked.left_out},
                          {"issues", ordered_json::array()}};
    for (const report::Issue& issue : checked.issues) function["issues"].push_back(issue_json(issue));
    record["functions"].push_back(std::move(function));
  }
  return record;
}

ordered_json sarif_of(const LintOptions& options, const Session& session, const std::vector<Checked>& all) {
  report::IssueLog log = issue_log(session, options.input);
  for (const auto& rule : analysis::rules()) log.rules.push_back(rule_of(rule));
  for (const Checked& checked : all) log.issues.insert(log.issues.end(), checked.issues.begin(), checked.issues.end());
  return report::to_sarif(log);
}

/// Whether something of the level that the user names, or a higher one, was found.
bool fails(const LintOptions& options, const std::vector<Checked>& all) {
  const auto lowest = report::level_named(options.fail_on);
  if (!lowest) return false;  // never
  return std::ranges::any_of(all, [&](const Checked& checked) {
    return std::ranges::any_of(checked.issues, [&](const report::Issue& issue) { return issue.level >= *lowest; });
  });
}

core::Result<std::vector<Checked>> check_all(const std::vector<sass::Function>& functions, const ReadFrom& from) {
  std::vector<Checked> all;
  for (const sass::Function& function : functions) {
    auto checked = check(function, from);
    if (!checked) return checked.error();
    all.push_back(std::move(checked).value());
  }
  return all;
}

int lint(const LintOptions& options, const Session& session) {
  auto outputs = open_outputs(options);
  if (!outputs) return session.report(outputs.error());
  auto content = read_code(options.input);
  if (!content) return session.report(content.error());
  const auto listing = listing_of(options.input, std::move(*content), options.selection.arch, options.compile,
                                  options.selection.function);
  if (!listing) return session.report(listing.error());
  for (const std::string& note : listing->notes) session.note(note);
  sass::Selection selection = options.selection;
  selection.names_lines = listing->steps.empty();
  auto functions = sass::read_listing(listing->text, options.input, selection);
  if (!functions) return session.report(functions.error());
  for (sass::Function& function : *functions) {
    take_lines(listing->lines, function);
    take_lines_of_callers(function);
  }
  const auto all = check_all(*functions, {options.input, listing->steps.empty()});
  if (!all) return session.report(all.error());
  if (outputs->json)
    if (auto done = outputs->json->commit(to_text(record_of(options, session, *listing, *all))); !done)
      return session.report(done.error());
  if (outputs->sarif)
    if (auto done = outputs->sarif->commit(to_text(sarif_of(options, session, *all))); !done)
      return session.report(done.error());
  if (options.prints_text()) print_text(*all);
  return fails(options, *all) ? exit_check_failed : exit_done;
}

}  // namespace

void add_lint(CLI::App& app, Session& session) {
  auto options = std::make_shared<LintOptions>();
  CLI::App* verb = app.add_subcommand("lint", "");
  verb->add_option("INPUT", options->input)->required();
  verb->add_option("--function", options->selection.function);
  add_architecture(*verb, options->selection.arch);
  options->compile.add_to(*verb);
  verb->add_option("--json", options->json);
  verb->add_option("--sarif", options->sarif);
  verb->add_option("--fail-on", options->fail_on)->check(CLI::IsMember({"note", "warning", "error", "never"}));
  verb->callback([options, &session] { session.run = [options, &session] { return lint(*options, session); }; });
}

}  // namespace reconverge::cli
