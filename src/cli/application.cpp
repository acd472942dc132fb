// SPDX-License-Identifier: MIT
#include "cli/application.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <sstream>

#include "cli/commands/commands.hpp"
#include "cli/commands/profile_options.hpp"
#include "cli/documentation.hpp"
#include "cli/exit_status.hpp"
#include "cli/meant_architecture.hpp"
#include "cli/output.hpp"
#include "cli/run_record.hpp"
#include "cli/session.hpp"
#include "cli/suggestion.hpp"
#include "core/usage_error.hpp"
#include "sass/architecture.hpp"

namespace reconverge::cli {
namespace {

const CLI::Range widths(40, 100'000);

/// --width, which has not been taken yet when help is asked for; else that of a narrow terminal, or 80.
std::size_t help_width(const CLI::App& root) {
  constexpr int usual = 80, least = 40;
  int width = std::min(usual, terminal_width());
  if (const auto given = root.get_option("--width")->results(); !given.empty())
    CLI::detail::lexical_cast(given.back(), width);
  return static_cast<std::size_t>(std::max(width, least));
}

/// Help is the verb's section of docs/cli.md.
std::string help_text(const CLI::App* app, std::string, CLI::AppFormatMode) {
  const std::string title = app->get_parent() == nullptr ? "reconverge" : fmt::format("reconverge {}", app->get_name());
  return help_for_terminal(section_of(cli_document, title),
                           help_width(app->get_parent() == nullptr ? *app : *app->get_parent()));
}

std::string verbs(const CLI::App& app) {
  std::string names;
  for (const CLI::App* verb : app.get_subcommands({})) names += (names.empty() ? "" : ", ") + verb->get_name();
  return names;
}

void add_global_options(CLI::App& app, Session& session) {
  app.set_version_flag("--version", fmt::format("reconverge {} ({})", version, git_hash));
  app.add_flag("-q,--quiet", session.quiet);
  app.add_flag("-v,--verbose", session.verbose);
  app.add_option("--width", session.width)->check(widths);
  app.add_option("--color", session.color)->check(CLI::IsMember({"auto", "always", "never"}));
}

bool is_option(const std::string& word) { return word.size() > 1 && word.front() == '-'; }

std::vector<std::string> names_of_verbs(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* verb : app.get_subcommands({})) names.push_back(verb->get_name());
  return names;
}

/// The long options of a verb and of the program.
std::vector<std::string> names_of_options(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* one = &app; one != nullptr; one = one->get_parent())
    for (const CLI::Option* option : one->get_options())
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

/// The verbs that have an option, if a verb is given and is none of them; empty: none.
std::string verbs_with(const std::string& option, const CLI::App& verb) {
  std::vector<std::string> names;
  if (verb.get_parent() != nullptr)
    for (const CLI::App* other : verb.get_parent()->get_subcommands({}))
      if (other->get_option_no_throw(option) != nullptr) names.push_back(other->get_name());
  return fmt::format("{}", fmt::join(names, ", "));
}

/// What other tools call a verb or an option of this program.
constexpr std::array<std::array<std::string_view, 2>, 3> words_of_others{
    {{"run", "emulate"}, {"--gpu", "--arch"}, {"--gpu-architecture", "--arch"}}};

/// The name among these for which other tools have a word; empty: none.
std::string translated(std::string_view word, const std::vector<std::string>& names) {
  for (const auto& [other, own] : words_of_others)
    if (word == other && std::ranges::find(names, own) != names.end()) return std::string(own);
  return "";
}

/// The value of an option as it was given: after "=", or the word after it; empty: none.
std::string value_given(const std::string& option, const std::vector<std::string>& words) {
  if (const auto equals = option.find('='); equals != std::string::npos) return option.substr(equals + 1);
  const auto found = std::ranges::find(words, option);
  return found == words.end() || found + 1 == words.end() ? "" : *(found + 1);
}

/// The nearest known name to an unknown option or verb; empty if none is near.
std::string meant(const std::string& word, const CLI::App& app, const Session& session) {
  const std::string bare = word.substr(0, word.find('='));
  const std::vector<std::string> names = is_option(word) ? names_of_options(app) : names_of_verbs(app);
  std::string near = translated(bare, names);
  // An option that another verb has is spelled right.
  const std::string others = near.empty() && is_option(word) ? verbs_with(bare, app) : "";
  if (!others.empty()) return fmt::format("'{}' is an option of {}; ", bare, others);
  if (near.empty()) near = closest(bare, names);
  else if (near == "--arch") {
    const std::string value = value_given(word, session.arguments);
    const std::string arch = sass::is_architecture(value) ? value : meant_architecture(value).name;
    if (!arch.empty()) near += " " + arch;
  }
  return near.empty() ? "" : fmt::format("did you mean '{}'? ", near);
}

/// Words that no option took, in the order in which they were given.
std::vector<std::string> left_over(const CLI::App& app, const Session& session) {
  std::vector<std::string> words = app.remaining(true), ordered;
  for (const std::string& given : session.arguments)
    if (const auto found = std::ranges::find(words, given); found != words.end()) {
      ordered.push_back(given);
      words.erase(found);
    }
  ordered.insert(ordered.end(), words.begin(), words.end());
  return ordered;
}

/// The word in the place of a verb; empty if none is given.
std::string wrong_verb(const CLI::App& app, const Session& session) {
  const auto words = left_over(app, session);
  return words.empty() ? "" : words.front();
}

std::string why_no_verb(const std::string& word) {
  if (word.empty()) return "no verb is given";
  return fmt::format("there is no {} '{}'", is_option(word) ? "option" : "verb", word);
}

/// Unknown options by name, and other superfluous words.
std::string why_left_over(const std::vector<std::string>& words) {
  const auto option = std::ranges::find_if(words, is_option);
  if (option != words.end()) return fmt::format("there is no option '{}'", *option);
  return fmt::format("not expected: {}", fmt::join(words, " "));
}

int parse_failure(const CLI::App& app, const CLI::ParseError& error, const Session& session) {
  if (error.get_exit_code() == 0) {  // --help, --version
    // The parser has not looked at other options then, and help is as wide as one of them says.
    for (std::string width : app.get_option("--width")->results())
      if (const std::string fault = widths(width); !fault.empty())
        return session.report(core::usage_error("--width: " + fault, "`reconverge --help`"));
    std::ostringstream text;
    app.exit(error, text, text);
    print(text.str());
    return exit_done;
  }
  const auto chosen = app.get_subcommands();
  const bool is_missing = chosen.empty() && dynamic_cast<const CLI::RequiredError*>(&error) != nullptr;
  std::string message = error.what(), hint;
  if (const auto wants = message.find(": 1 required "); wants != std::string::npos)  // as the parser says it
    message = message.substr(0, wants) + " needs a value";
  if (is_missing) {
    const std::string word = wrong_verb(app, session);
    message = why_no_verb(word);
    hint = meant(word, app, session);
  } else if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr && !chosen.empty()) {
    const auto words = left_over(app, session);
    message = why_left_over(words);
    if (const auto option = std::ranges::find_if(words, is_option); option != words.end())
      hint = meant(*option, *chosen.front(), session);
  }
  hint += chosen.empty() ? fmt::format("`reconverge --help`; the verbs are {}", verbs(app))
                         : fmt::format("`reconverge {} --help`", chosen.front()->get_name());
  return session.report(core::usage_error(std::move(message), std::move(hint)));
}

/// No option means anything without its value, and an empty one is a slip of a script: `--json "$out"`. Arguments of an
/// application are its own matter.
void refuse_empty_values(const CLI::App& app) {
  for (const CLI::Option* option : app.get_options())
    if (option->get_name() != application_option && std::ranges::find(option->results(), "") != option->results().end())
      throw CLI::ValidationError(option->get_name(), "the value is empty");
  for (const CLI::App* verb : app.get_subcommands()) refuse_empty_values(*verb);
}

/// The place of the first word, from `from` on, that is neither an option nor the value of one of the program's.
std::size_t plain_word(const std::vector<std::string>& words, std::size_t from, const CLI::App& app) {
  std::size_t i = from;
  while (i < words.size() && is_option(words[i])) {
    const CLI::Option* option = app.get_option_no_throw(words[i]);
    i += option != nullptr && option->get_items_expected_max() > 0 ? 2 : 1;
  }
  return std::min(i, words.size());
}

/// `help VERB` is `VERB --help`, and `help` alone `--help`, wherever options of the program stand.
std::vector<std::string> without_help_verb(std::vector<std::string> words, const CLI::App& app) {
  const auto is_help = [&](std::size_t i) { return i < words.size() && words[i] == "help"; };
  const std::size_t help = plain_word(words, 0, app);
  if (!is_help(help)) return words;
  words.erase(words.begin() + static_cast<std::ptrdiff_t>(help));
  const std::size_t verb = plain_word(words, help, app);
  const auto verbs = names_of_verbs(app);
  if (is_help(verb)) words.erase(words.begin() + static_cast<std::ptrdiff_t>(verb));
  // `help` of an unknown verb is the usage error of any unknown verb.
  else if (verb < words.size() && std::ranges::find(verbs, words[verb]) == verbs.end()) return words;
  words.emplace_back("--help");
  return words;
}

/// Takes the application of `profile` away: what stands after "--" is none of ours, be it empty or "--" again.
void drop_application(std::vector<std::string>& words, const CLI::App& app) {
  const auto verbs = names_of_verbs(app);
  const auto is_verb = [&](const std::string& word) { return std::ranges::find(verbs, word) != verbs.end(); };
  const auto verb = std::ranges::find_if(words, is_verb);
  if (verb != words.end() && *verb == "profile") words.erase(dashes_of(words), words.cend());
}

int parse_and_run(CLI::App& app, Session& session) {
  try {
    std::vector<std::string> words = without_help_verb({session.arguments.begin() + 1, session.arguments.end()}, app);
    drop_application(words, app);
    std::ranges::reverse(words);  // as the parser takes them
    app.parse(std::move(words));
    refuse_empty_values(app);
  } catch (const CLI::ParseError& error) {
    return parse_failure(app, error, session);
  }
  if (session.width) set_text_width(*session.width);
  return session.run();
}

}  // namespace

void set_up(CLI::App& app, Session& session) {
  app.formatter(std::make_shared<CLI::FormatterLambda>(help_text));
  app.require_subcommand(1);
  app.fallthrough();
  add_global_options(app, session);
  for (const AddCommand add : commands()) add(app, session);
}

int run_application(int argc, const char* const* argv) {
  Session session;
  session.arguments.assign(argv, argv + argc);
  CLI::App app("What thread divergence costs on a GPU", "reconverge");
  set_up(app, session);
  int status = parse_and_run(app, session);
  if (interrupted() && status != exit_done) status = exit_interrupted;
  const auto written = flush_output();
  // Findings and differences that nobody can read have not been reported.
  const bool is_lost = !written && (status == exit_done || status == exit_check_failed);
  return is_lost ? session.report(written.error()) : status;
}

}  // namespace reconverge::cli
