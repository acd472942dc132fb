#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "cli/commands/commands.hpp"
#include "cli/documentation.hpp"
#include "cli/exit_status.hpp"
#include "cli/output.hpp"
#include "cli/run_record.hpp"
#include "cli/suggestion.hpp"
#include "report/formats/formats.hpp"
#include "study/study.hpp"
#include "timing/generation.hpp"

namespace reconverge::cli {
namespace {

/// What can be explained.
struct Topic {
  std::string_view kind;
  std::string_view name;
  std::string_view summary;
  void (*print)(std::string_view name);
};

void print_section(std::string_view name) { print(for_terminal(section_of(model_document, name))); }

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
      fmt::format("A generation that is not listed has no such number. `--cost {}=CYCLES` gives one.", name)};
  print(report::to_text(table, terminal_width()));
}

std::vector<Topic> topics() {
  std::vector<Topic> all;
  for (const auto title : section_titles(model_document))
    all.push_back({"topics", title, summary_of(section_of(model_document, title)), print_section});
  for (const auto& generation : timing::generations())
    all.push_back({"generations", generation.name, generation.title, print_generation});
  for (const auto& cost : timing::cost::meanings) all.push_back({"costs", cost.name, cost.meaning, print_cost});
  return all;
}

int list_topics() {
  std::string_view kind;
  for (const Topic& topic : topics()) {
    if (topic.kind != kind) print(fmt::format("{}\n", kind = topic.kind));
    print(fmt::format("  {:18} {}\n", topic.name, topic.summary));
  }
  return exit_done;
}

std::string lower_case(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return text;
}

/// The topics that a word may mean: the one that it names, else those that begin with it.
std::vector<Topic> topics_called(const std::string& word) {
  std::vector<Topic> fitting;
  for (const Topic& topic : topics()) {
    if (topic.name == word) return {topic};
    if (topic.name.starts_with(word)) fitting.push_back(topic);
  }
  return fitting;
}

int explain(const std::string& word, const Session& session) {
  if (word.empty()) return list_topics();
  const auto fitting = topics_called(lower_case(word));
  if (fitting.size() == 1) {
    fitting.front().print(fitting.front().name);
    return exit_done;
  }
  const std::string near = closest(lower_case(word), names_of(topics()));
  if (fitting.empty())
    return session.report(
        {.failure = core::Failure::usage,
         .message = fmt::format("there is no topic '{}'", word),
         .hint = near.empty() ? "`reconverge explain` lists the topics"
                              : fmt::format("did you mean '{}'? `reconverge explain` lists the topics", near)});
  return session.report({.failure = core::Failure::usage,
                         .message = fmt::format("'{}' may mean several topics", word),
                         .hint = listed(names_of(fitting))});
}

}  // namespace

void add_explain(CLI::App& app, Session& session) {
  auto topic = std::make_shared<std::string>();
  CLI::App* verb = app.add_subcommand("explain", "");
  verb->add_option("TOPIC", *topic);
  verb->callback([topic, &session] { session.run = [topic, &session] { return explain(*topic, session); }; });
}

}  // namespace reconverge::cli
