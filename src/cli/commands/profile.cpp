// SPDX-License-Identifier: MIT
#include <CLI/CLI.hpp>
#include <memory>
#include <optional>

#include "cli/captured_launch.hpp"
#include "cli/commands/commands.hpp"
#include "cli/commands/profile_options.hpp"
#include "cli/commands/profile_report.hpp"
#include "cli/commands/profile_run.hpp"
#include "cli/exit_status.hpp"
#include "cli/output.hpp"

namespace reconverge::cli {
namespace {

/// Gives captures the listings of their code. False: that was interrupted.
bool add_listings(const std::vector<profile::StoredCapture>& captures, const Session& session) {
  for (const profile::StoredCapture& stored : captures) {
    const std::string why = add_listing(stored.path);
    if (interrupted()) return false;
    if (!why.empty()) session.note(why);
  }
  return true;
}

int profile(const ProfileOptions& options, const Session& session) {
  const auto request = read_options(options);
  if (!request) return session.report(request.error());
  auto files = open_files(options);
  if (!files) return session.report(files.error());
  std::optional<ApplicationRun> run;
  std::optional<ProfileFolder> folder;
  if (options.from.empty()) {
    auto made = ProfileFolder::make(options.keep);
    if (!made) return session.report(made.error());
    folder.emplace(std::move(made).value());
    auto ran = run_with_library(folder->path(), options, *request, *files, session);
    if (!ran) return session.report(ran.error());
    run = *ran;
  }
  auto result = read_profile(run ? folder->path() : options.from);
  if (!result) return session.report(result.error());
  result->run = run;
  const bool is_interrupted = run && !add_listings(result->collected.captures, session);
  for (const std::string& note : result->notes) session.note(note);
  // A result that cannot be written takes nothing from the rest: the application ran for it.
  int written = exit_done;
  if (files->json)
    if (auto done = files->json->commit(profile_json(*result, session)); !done) written = session.report(done.error());
  if (options.json != "-") print(profile_text(*result, request->lines));
  if (is_interrupted)
    return session.report({.failure = core::Failure::environment,
                           .message = "interrupted while code of a capture was prepared; what was measured is above",
                           .hint = "where nvdisasm is, the capture runs without a listing too"});
  const int status = profile_status(*result, options.capture, session);
  return written != exit_done ? written : status;
}

}  // namespace

void add_profile(CLI::App& app, Session& session) {
  auto options = std::make_shared<ProfileOptions>();
  CLI::App* verb = app.add_subcommand("profile", "");
  verb->add_option("--kernel", options->kernel);
  verb->add_option("--launches", options->launches);
  verb->add_flag("--graphs", options->graphs);
  verb->add_option("--lines", options->lines);
  verb->add_option("--json", options->json);
  verb->add_option("--keep", options->keep);
  verb->add_option("--from", options->from);
  verb->add_option("--capture", options->capture);
  verb->add_option("--capture-file", options->capture_file);
  verb->add_option("--max-bytes", options->max_bytes);
  verb->add_option(application_option, options->application);
  verb->callback([options, &session] {
    const auto dashes = dashes_of(session.arguments), end = session.arguments.cend();
    if (dashes != end) options->application.insert(options->application.end(), dashes + 1, end);
    session.run = [options, &session] { return profile(*options, session); };
  });
}

}  // namespace reconverge::cli
