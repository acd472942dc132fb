// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <regex>

#include "cli/captured_launch.hpp"
#include "cli/commands/commands.hpp"
#include "cli/commands/profile_report.hpp"
#include "cli/exit_status.hpp"
#include "cli/injected_library.hpp"
#include "cli/input.hpp"
#include "cli/output.hpp"
#include "core/usage_error.hpp"
#include "injection/settings.hpp"
#include "toolchain/process.hpp"
#include "toolchain/search.hpp"
#include "toolchain/temporary_file.hpp"

namespace reconverge::cli {
namespace {

namespace fs = std::filesystem;
using core::Diagnostic;
using core::Failure;
using core::Result;

struct ProfileOptions {
  std::string kernel;
  std::string launches = "1-3";
  std::string json;
  std::string keep;
  std::string from;
  std::string capture;
  std::string capture_file = "reconverge.capture";
  std::uint64_t max_bytes = injection::Settings{}.most_bytes;
  std::size_t lines = 20;
  bool graphs = false;
  std::vector<std::string> application;
};

struct LaunchRange {
  std::uint64_t first = 1;
  std::uint64_t last = 3;
};

/// "3", "1-3".
Result<LaunchRange> parse_launches(const std::string& text) {
  LaunchRange range;
  const char* const end = text.data() + text.size();
  auto read = std::from_chars(text.data(), end, range.first);
  range.last = range.first;
  if (read.ec == std::errc() && read.ptr != end && *read.ptr == '-')
    read = std::from_chars(read.ptr + 1, end, range.last);
  if (read.ec != std::errc() || read.ptr != end || range.first == 0 || range.last < range.first)
    return core::usage_error(fmt::format("--launches '{}' is not a range of launches", text),
                             "a number from 1, or two: 1-3");
  return range;
}

Result<core::Done> check_expression(const std::string& option, const std::string& text) {
  try {
    const std::regex expression(text);
  } catch (const std::regex_error& error) {
    return core::usage_error(fmt::format("{} '{}' is not a regular expression: {}", option, text, error.what()),
                             fmt::format("ECMAScript syntax, searched for in the symbol: {} 'reduce'", option));
  }
  return core::Done{};
}

/// Which launch is to be stored.
struct CapturedLaunch {
  std::string kernel;
  std::uint64_t index = 1;
};

/// "KERNEL", "KERNEL:3"; nothing: no kernel.
Result<CapturedLaunch> parse_capture(const std::string& text) {
  if (text.empty()) return CapturedLaunch{};
  CapturedLaunch launch{.kernel = text};
  const auto colon = text.rfind(':');
  if (colon != std::string::npos) {
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data() + colon + 1, end, launch.index);
    if (read.ec != std::errc() || read.ptr != end || launch.index == 0)
      return core::usage_error(fmt::format("--capture '{}' does not end in the number of a launch", text),
                               "KERNEL or KERNEL:LAUNCH, numbers from 1: --capture 'reduce:3'");
    launch.kernel.resize(colon);
  }
  if (launch.kernel.empty())
    return core::usage_error("--capture names no kernel",
                             "KERNEL or KERNEL:LAUNCH, numbers from 1: --capture 'reduce:3'");
  if (auto fits = check_expression("--capture", launch.kernel); !fits) return fits.error();
  return launch;
}

/// A file of a process that was ended while it wrote.
void remove_parts_of(const fs::path& capture) {
  std::error_code ignored;
  const std::string prefix = capture.filename().string() + ".";
  for (const auto& entry : fs::directory_iterator(capture.parent_path(), ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(prefix) && name.ends_with(".part")) fs::remove(entry.path(), ignored);
  }
}

/// The folder that the application's processes write into; removed in the end unless the user wants it.
class Folder {
 public:
  static Result<Folder> make(const std::string& wanted) {
    std::error_code error;
    if (!wanted.empty()) {
      fs::create_directories(wanted, error);
      if (!fs::is_directory(wanted)) return cannot(wanted);
      if (!fs::is_empty(wanted, error))
        return core::usage_error(fmt::format("--keep {} is not empty", wanted), "name a new folder");
      fs::permissions(wanted, fs::perms::owner_all, error);
      return Folder(fs::absolute(wanted));
    }
    auto temporary = toolchain::TemporaryFolder::create();
    if (!temporary) return temporary.error();
    return Folder(std::move(temporary).value());
  }
  std::string path() const { return path_.string(); }

 private:
  explicit Folder(fs::path path) : path_(std::move(path)) {}
  explicit Folder(toolchain::TemporaryFolder folder) : path_(folder.path()), temporary_(std::move(folder)) {}
  static Diagnostic cannot(const std::string& path) {
    return {.failure = Failure::environment, .message = fmt::format("cannot make the folder {}", path), .hint = ""};
  }

  fs::path path_;
  std::optional<toolchain::TemporaryFolder> temporary_;
};

/// Runs the application with the library in it. The status is that of the application.
Result<ApplicationRun> run_application_in(const std::string& folder, const ProfileOptions& options,
                                          const LaunchRange& range, const CapturedLaunch& captured) {
  const auto library = find_injected_library();
  if (!library) return library.error();
  const auto cupti = toolchain::find_library("libcupti.so", toolchain::search_places());
  if (!cupti) return cupti.error();
  const fs::path capture_file = fs::absolute(options.capture_file);
  const auto begin = std::chrono::steady_clock::now();
  const auto status = toolchain::run_in_foreground(
      options.application, {{"CUDA_INJECTION64_PATH", *library},
                            {injection::folder_variable, folder},
                            {injection::cupti_variable, cupti->path.string()},
                            {injection::kernel_variable, options.kernel},
                            {injection::first_variable, std::to_string(range.first)},
                            {injection::last_variable, std::to_string(range.last)},
                            {injection::graphs_variable, options.graphs ? "1" : "0"},
                            {injection::captured_kernel_variable, captured.kernel},
                            {injection::captured_launch_variable, std::to_string(captured.index)},
                            {injection::capture_path_variable, capture_file.string()},
                            {injection::capture_bytes_variable, std::to_string(options.max_bytes)}});
  if (!options.capture.empty()) remove_parts_of(capture_file);
  if (!status) return status.error();
  return ApplicationRun{.words = options.application,
                        .status = *status,
                        .seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count()};
}

Result<core::Done> check_options(const ProfileOptions& options) {
  if (!options.capture.empty() && !options.from.empty())
    return core::usage_error("--capture needs an application that runs; --from runs none");
  if (options.from.empty() == options.application.empty())
    return core::usage_error(
        options.from.empty() ? "no application is given" : "--from reads what an application left, and runs none",
        "reconverge profile -- ./application ARGUMENTS, or --from FOLDER");
  if (!options.from.empty() && !options.keep.empty()) return core::usage_error("--keep and --from exclude each other");
  if (!options.from.empty() && !fs::is_directory(options.from))
    return Diagnostic{.failure = Failure::environment,
                      .message = fmt::format("{} is not a folder", options.from),
                      .hint = "the one that --keep named"};
  return core::Done{};
}

int profile(const ProfileOptions& options, const Session& session) {
  if (auto fits = check_expression("--kernel", options.kernel); !fits) return session.report(fits.error());
  const auto captured = parse_capture(options.capture);
  if (!captured) return session.report(captured.error());
  if (auto fits = check_options(options); !fits) return session.report(fits.error());
  const auto range = parse_launches(options.launches);
  if (!range) return session.report(range.error());
  std::optional<OutputFile> json;
  if (!options.json.empty()) {
    auto opened = OutputFile::open(options.json);
    if (!opened) return session.report(opened.error());
    json.emplace(std::move(opened).value());
  }
  std::optional<ApplicationRun> run;
  std::optional<Folder> folder;
  if (options.from.empty()) {
    auto made = Folder::make(options.keep);
    if (!made) return session.report(made.error());
    folder.emplace(std::move(made).value());
    auto ran = run_application_in(folder->path(), options, *range, *captured);
    if (!ran) return session.report(ran.error());
    run = *ran;
  }
  auto result = read_profile(run ? folder->path() : options.from);
  if (!result) return session.report(result.error());
  result->run = run;
  if (run)
    for (const profile::StoredCapture& stored : result->collected.captures)
      if (const std::string why = add_listing(stored.path); !why.empty()) session.note(why);
  for (const std::string& note : result->notes) session.note(note);
  if (json) {
    if (auto done = json->commit(profile_json(*result, session)); !done) return session.report(done.error());
  }
  if (options.json != "-") print(profile_text(*result, options.lines));
  return profile_status(*result, options.capture, session);
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
  verb->add_option("--max-bytes", options->max_bytes)->transform(CLI::AsSizeValue(true));
  verb->add_option("APPLICATION", options->application);
  verb->callback([options, &session] { session.run = [options, &session] { return profile(*options, session); }; });
}

}  // namespace reconverge::cli
