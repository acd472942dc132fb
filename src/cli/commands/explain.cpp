// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "analysis/lint.hpp"
#include "cli/commands/commands.hpp"
#include "cli/documentation.hpp"
#include "cli/exit_status.hpp"
#include "cli/issues.hpp"
#include "cli/output.hpp"
#include "cli/run_record.hpp"
#include "cli/suggestion.hpp"
#include "cli/terminal.hpp"
#include "core/usage_error.hpp"
#include "observers/finding_kinds.hpp"
#include "report/formats/formats.hpp"
#include "study/study.hpp"
#include "timing/generation.hpp"
#include "timing/rules.hpp"

namespace reconverge::cli {
namespace {

/// The topics that can be explained.
struct Topic {
  std::string_view kind;
  std::string_view name;
  std::string_view summary;
  void (*print)(std::string_view name);
};

void print_section(std::string_view name) {
  constexpr int of_document = 100;  // columns
  const std::string_view section = section_of(model_document, name);
  const int width = terminal_width();
  print(width >= of_document ? for_terminal(section) : help_for_terminal(section, static_cast<std::size_t>(width)));
}

void print_generation(std::string_view name) {
  auto table = study::records_table({timing::find_generation(name), 1});
  table.caption = timing::find_generation(name)->title;
  print(report::to_text(table, terminal_width()));
}

/// One cost in every generation's record.
void print_cost(std::string_view name) {
  auto table = study::records_table(timing::generations());
  const auto column = std::ranges::find(table.columns, "name", &report::Column::key) - table.columns.begin();
  std::erase_if(table.rows, [&](const std::vector<report::Cell>& row) {
    const auto* word = std::get_if<std::string>(&row[static_cast<std::size_t>(column)]);
    return word == nullptr || *word != name;
  });
  const auto* meaning = std::ranges::find(timing::cost::meanings, name, &timing::cost::Meaning::name);
  table.caption = fmt::format("{}: {}.", name, meaning->meaning);
  table.notes = {
      fmt::format("These are all generations of the token stack whose number is known. `--cost {}=CYCLES` gives "
                  "another one.{}",
                  name,
                  timing::find_timing_rule(name) == nullptr
                      ? ""
                      : " The numbers of Hopper (sm_90) are below: there it is a rule of hopper-cycles.")};
  print(report::to_text(table, terminal_width()));
}

/// A rule of hopper-cycles: its words, and the numbers that it computes with.
void print_rule(std::string_view name) {
  const timing::Rule& rule = *timing::find_timing_rule(name);
  print(hanging("", fmt::format("{}, rule {} of {}", rule.name, rule.number, rule.section), terminal_width()) + "\n");
  print(report::to_text(report::Text{rule.words}, std::min(terminal_width(), 100)) + "\n");
  report::Table table{.id = "numbers",
                      .caption = "The numbers it computes with (data/records/sm_90.json), and the probe of each.",
                      .columns = {{"what", "what", ""},
                                  {"value", "value", ""},
                                  {"grade", "grade", ""},
                                  {"probe", "probe", ""},
                                  {"note", "note", ""}}};
  for (const auto& number : timing::numbers_of(rule))
    table.rows.push_back({number.what, number.value, std::string(to_string(number.source.grade)), number.source.source,
                          number.source.note});
  if (table.rows.empty()) print("It has no number of its own in data/records/sm_90.json.\n");
  else print(report::to_text(table, terminal_width()));
}

/// A kind of finding, or a rule of lint: what it means and what to do.
void print_kind(std::string_view of, const observers::FindingKind& kind) {
  const int width = std::min(terminal_width(), 100);
  print(hanging("", fmt::format("{}, {}: {}", kind.name, of, to_string(level_of(kind.severity))), terminal_width()));
  print("\n" + report::to_text(report::Text{fmt::format("{} {}", kind.summary, kind.help)}, width));
}

void print_finding(std::string_view name) { print_kind("a finding of a run", *observers::find_finding_kind(name)); }
void print_lint_rule(std::string_view name) { print_kind("a rule of lint", *analysis::find_rule(name)); }

std::vector<Topic> topics() {
  std::vector<Topic> all;
  for (const auto title : section_titles(model_document))
    all.push_back({"topics", title, cli::summary_of(section_of(model_document, title)), print_section});
  for (const auto& generation : timing::generations())
    all.push_back({"generations", generation.name, generation.title, print_generation});
  for (const auto& cost : timing::cost::meanings) all.push_back({"costs", cost.name, cost.meaning, print_cost});
  for (const auto& kind : observers::finding_kinds()) all.push_back({"findings of runs", kind.name, {}, print_finding});
  for (const auto& rule : analysis::rules()) all.push_back({"rules of lint", rule.name, {}, print_lint_rule});
  for (const auto& rule : timing::timing_rules()) all.push_back({"rules of hopper-cycles", rule.name, {}, print_rule});
  return all;
}

int list_topics() {
  std::string_view kind;
  std::string names;  // of topics without a summary
  const auto print_names = [&] {
    constexpr int most = 80;
    if (!names.empty()) print(report::to_text(report::Text{names}, std::min(terminal_width(), most)));
    names.clear();
  };
  for (const Topic& topic : topics()) {
    if (topic.kind != kind) {
      print_names();
      print(fmt::format("{}\n", kind = topic.kind));
    }
    if (!topic.summary.empty()) print(hanging(fmt::format("  {:18} ", topic.name), topic.summary, terminal_width()));
    else names += fmt::format("{}{}", names.empty() ? "" : ", ", topic.name);
  }
  print_names();
  return exit_done;
}

/// The topics that a word may mean: what it names (a cost may have the name of a rule), else those that begin with it.
std::vector<Topic> topics_called(const std::string& word) {
  std::vector<Topic> named, fitting;
  for (const Topic& topic : topics()) {
    if (topic.name == word) named.push_back(topic);
    if (topic.name.starts_with(word)) fitting.push_back(topic);
  }
  if (!named.empty()) return named;
  if (const auto* rule = timing::find_timing_rule(word)) return {{"rules", rule->name, {}, print_rule}};
  // The beginning of a topic goes before that of a rule or a finding, of which there are many.
  const auto is_one_of_many = [](const Topic& topic) { return topic.summary.empty(); };
  if (!std::ranges::all_of(fitting, is_one_of_many)) std::erase_if(fitting, is_one_of_many);
  return fitting;
}

int explain(const std::string& word, const Session& session) {
  if (word.empty()) return list_topics();
  const auto fitting = topics_called(lower_case(word));
  if (fitting.size() == 1 || (!fitting.empty() && fitting.front().name == fitting.back().name)) {
    for (const Topic& topic : fitting) {
      if (topic.name.data() != fitting.front().name.data()) print("\n");
      topic.print(topic.name);
    }
    return exit_done;
  }
  const std::string near = closest(lower_case(word), names_of(topics()));
  if (fitting.empty())
    return session.report(core::usage_error(
        fmt::format("there is no topic '{}'", word),
        near.empty() ? "`reconverge explain` lists the topics"
                     : fmt::format("did you mean '{}'? `reconverge explain` lists the topics", near)));
  return session.report(
      core::usage_error(fmt::format("'{}' may mean several topics", word), listed(names_of(fitting))));
}

}  // namespace

void add_explain(CLI::App& app, Session& session) {
  auto topic = std::make_shared<std::string>();
  CLI::App* verb = app.add_subcommand("explain", "");
  verb->add_option("TOPIC", *topic);
  verb->callback([topic, &session] { session.run = [topic, &session] { return explain(*topic, session); }; });
}

}  // namespace reconverge::cli
