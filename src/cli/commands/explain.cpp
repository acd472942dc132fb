#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "cli/commands/commands.hpp"
#include "cli/documentation.hpp"
#include "cli/exit_status.hpp"

namespace reconverge::cli {
namespace {

int explain(const std::string& topic, const Session& session) {
  if (topic.empty()) {
    for (const auto title : section_titles(model_document)) fmt::print("{}\n", title);
    return exit_done;
  }
  const auto section = section_of(model_document, topic);
  if (section.empty())
    return session.report({.failure = core::Failure::usage,
                           .message = fmt::format("there is no topic '{}'", topic),
                           .hint = "`reconverge explain` lists the topics"});
  fmt::print("{}", section);
  return exit_done;
}

}  // namespace

void add_explain(CLI::App& app, Session& session) {
  auto topic = std::make_shared<std::string>();
  CLI::App* verb = app.add_subcommand("explain", "");
  verb->add_option("topic", *topic);
  verb->callback([topic, &session] { session.run = [topic, &session] { return explain(*topic, session); }; });
}

}  // namespace reconverge::cli
