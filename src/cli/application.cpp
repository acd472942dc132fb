#include "cli/application.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>

#include "cli/commands/commands.hpp"
#include "cli/documentation.hpp"
#include "cli/exit_status.hpp"
#include "cli/output.hpp"
#include "cli/session.hpp"

namespace reconverge::cli {
namespace {

/// Help is the verb's section of docs/cli.md.
std::string help_text(const CLI::App* app, std::string, CLI::AppFormatMode) {
  const std::string title = app->get_parent() == nullptr ? "reconverge" : fmt::format("reconverge {}", app->get_name());
  return for_terminal(section_of(cli_document, title));
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
  app.add_option("--color", session.color)->check(CLI::IsMember({"auto", "always", "never"}));
}

/// Why no verb was chosen: what stands where its name should.
std::string why_no_verb(const CLI::App& app) {
  const auto words = app.remaining();
  if (words.empty()) return "no verb is given";
  const bool is_option = words.front().size() > 1 && words.front().front() == '-';
  return fmt::format("there is no {} '{}'", is_option ? "option" : "verb", words.front());
}

int parse_failure(const CLI::App& app, const CLI::ParseError& error, const Session& session) {
  if (error.get_exit_code() == 0) {  // --help, --version
    std::ostringstream text;
    app.exit(error, text, text);
    print(text.str());
    return exit_done;
  }
  const auto chosen = app.get_subcommands();
  const bool is_missing = chosen.empty() && dynamic_cast<const CLI::RequiredError*>(&error) != nullptr;
  const std::string hint = chosen.empty() ? fmt::format("`reconverge --help`; the verbs are {}", verbs(app))
                                          : fmt::format("`reconverge {} --help`", chosen.front()->get_name());
  return session.report(
      {.failure = core::Failure::usage, .message = is_missing ? why_no_verb(app) : error.what(), .hint = hint});
}

/// No option means anything without its value, and an empty one is a slip of a script: `--json "$out"`.
void refuse_empty_values(const CLI::App& app) {
  for (const CLI::Option* option : app.get_options())
    if (std::ranges::find(option->results(), "") != option->results().end())
      throw CLI::ValidationError(option->get_name(), "the value is empty");
  for (const CLI::App* verb : app.get_subcommands()) refuse_empty_values(*verb);
}

int parse_and_run(int argc, const char* const* argv, CLI::App& app, const Session& session) {
  try {
    app.parse(argc, argv);
    refuse_empty_values(app);
  } catch (const CLI::ParseError& error) {
    return parse_failure(app, error, session);
  }
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
  int status = parse_and_run(argc, argv, app, session);
  if (interrupted() && status != exit_done) status = exit_interrupted;
  const auto written = flush_output();
  return written || status != exit_done ? status : session.report(written.error());
}

}  // namespace reconverge::cli
