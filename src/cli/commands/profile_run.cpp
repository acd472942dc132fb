// SPDX-License-Identifier: MIT
#include "cli/commands/profile_run.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <random>

#include "cli/file_roles.hpp"
#include "cli/injected_library.hpp"
#include "core/usage_error.hpp"
#include "injection/settings.hpp"
#include "toolchain/process.hpp"
#include "toolchain/search.hpp"

namespace reconverge::cli {
namespace {

namespace fs = std::filesystem;
using core::Diagnostic;
using core::Failure;
using core::Result;

Diagnostic cannot_keep(const std::string& folder, const std::string& why) {
  return {.failure = Failure::environment,
          .message = fmt::format("cannot keep results in {}: {}", folder, why),
          .hint = "name a new folder, where you may make one"};
}

/// A path that holds wherever the application goes.
Result<fs::path> whole_path(const fs::path& path) {
  std::error_code error;
  fs::path place = fs::absolute(path, error);
  if (!error) return place;
  return Diagnostic{.failure = Failure::environment,
                    .message = fmt::format("cannot tell where '{}' is: {}", path.string(), error.message()),
                    .hint = "the current folder was removed, or give the whole path"};
}

/// Told apart from every other run: the process may have had its number before.
std::string new_token() {
  std::random_device random;
  return fmt::format("{}-{:08x}", getpid(), random());
}

/// The application and the files among its arguments are no places for results.
Result<core::Done> note_application(const std::vector<std::string>& words) {
  const std::string& program = words.front();
  std::string path = program;
  if (program.find('/') == std::string::npos)
    if (const auto tool = toolchain::find_program(program, toolchain::near_places())) path = tool->path.string();
  if (auto noted = note_input(path); !noted) return noted;
  for (std::size_t i = 1; i < words.size(); ++i)
    if (auto noted = note_input(words[i]); !noted) return noted;
  return core::Done{};
}

/// The library writes the capture itself, so that no more than its place is kept.
Result<fs::path> capture_place(const std::string& path, const std::string& token) {
  const auto refuse = [&](const char* what) {
    return core::usage_error(fmt::format("--capture-file {} {}", path, what), "name a file, new or to be replaced");
  };
  if (is_standard_output(path)) return refuse("is standard output, to which no capture is written");
  const auto opened = OutputFile::open(path);
  if (!opened) return opened.error();
  if (!opened->is_in_a_folder()) return refuse("is no regular file");
  std::error_code error;
  const bool is_link = fs::is_symlink(path, error);
  auto place = whole_path(is_link ? fs::weakly_canonical(path, error) : fs::path(path));
  if (!place) return place;
  const std::string longest_process = "4194304";
  (void)fs::symlink_status(fmt::format("{}.{}.{}.part", place->string(), token, longest_process), error);
  if (error == std::errc::filename_too_long) return refuse("has too long a name");
  return place;
}

/// What a process of this run left that was ended while it wrote.
void remove_parts_of(const ProfileFiles& files) {
  std::error_code ignored;
  const std::string prefix = fmt::format("{}.{}.", files.capture.filename().string(), files.token);
  for (fs::directory_iterator entry(files.capture.parent_path(), ignored), end; entry != end;
       entry.increment(ignored)) {
    const std::string name = entry->path().filename().string();
    const bool is_file = fs::is_regular_file(entry->symlink_status(ignored));
    if (is_file && name.starts_with(prefix) && name.ends_with(".part")) fs::remove(entry->path(), ignored);
    if (ignored) return;
  }
}

toolchain::Variables variables_of(const std::string& folder, const ProfileOptions& options,
                                  const ProfileRequest& request, const ProfileFiles& files) {
  return {{injection::folder_variable, folder},
          {injection::kernel_variable, options.kernel},
          {injection::first_variable, std::to_string(request.launches.first)},
          {injection::last_variable, std::to_string(request.launches.last)},
          {injection::graphs_variable, options.graphs ? "1" : "0"},
          {injection::captured_kernel_variable, request.captured.kernel},
          {injection::captured_launch_variable, std::to_string(request.captured.index)},
          {injection::capture_path_variable, files.capture.string()},
          {injection::capture_bytes_variable, std::to_string(request.max_bytes)},
          {injection::run_variable, files.token}};
}

}  // namespace

Result<ProfileFolder> ProfileFolder::make(const std::string& wanted) {
  if (wanted.empty()) {
    auto temporary = toolchain::TemporaryFolder::create();
    if (!temporary) return temporary.error();
    return ProfileFolder(std::move(temporary).value());
  }
  std::error_code error;
  fs::create_directories(wanted, error);
  struct stat status {};
  if (::stat(wanted.c_str(), &status) != 0) return cannot_keep(wanted, error ? error.message() : std::strerror(errno));
  if (!S_ISDIR(status.st_mode)) return cannot_keep(wanted, "it is not a folder");
  if (status.st_uid != geteuid()) return cannot_keep(wanted, "it belongs to another user, who could read them");
  if (!fs::is_empty(wanted, error) && !error)
    return core::usage_error(fmt::format("--keep {} is not empty", wanted), "name a new folder");
  if (!error) fs::permissions(wanted, fs::perms::owner_all, error);
  if (error) return cannot_keep(wanted, error.message());
  auto place = whole_path(wanted);
  if (!place) return place.error();
  return ProfileFolder(std::move(place).value());
}

Result<ProfileFiles> open_files(const ProfileOptions& options) {
  ProfileFiles files{.json = {}, .capture = {}, .token = new_token()};
  const bool captures = !options.capture.empty();
  if (auto distinct = check_distinct({options.json, captures ? options.capture_file : ""}); !distinct)
    return distinct.error();
  if (!options.application.empty())
    if (auto noted = note_application(options.application); !noted) return noted.error();
  if (captures) {
    auto place = capture_place(options.capture_file, files.token);
    if (!place) return place.error();
    files.capture = std::move(place).value();
  }
  if (!options.json.empty()) {
    auto opened = OutputFile::open(options.json);
    if (!opened) return opened.error();
    files.json.emplace(std::move(opened).value());
  }
  return files;
}

Result<ApplicationRun> run_with_library(const std::string& folder, const ProfileOptions& options,
                                        const ProfileRequest& request, const ProfileFiles& files,
                                        const Session& session) {
  const auto library = find_injected_library();
  if (!library) return library.error();
  const auto cupti = toolchain::find_library("libcupti.so", toolchain::search_places());
  if (!cupti) return cupti.error();
  auto variables = variables_of(folder, options, request, files);
  variables.emplace_back("CUDA_INJECTION64_PATH", *library);
  variables.emplace_back(injection::cupti_variable, cupti->path.string());
  if (session.quiet) variables.emplace_back(injection::quiet_variable, "1");
  const auto begin = std::chrono::steady_clock::now();
  const auto status = toolchain::run_in_foreground(
      options.application, variables, {.output_to_error = is_standard_output(options.json), .stop = &stop_flag()});
  if (!files.capture.empty()) remove_parts_of(files);
  if (!status) return status.error();
  return ApplicationRun{.words = options.application,
                        .status = *status,
                        .seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count()};
}

}  // namespace reconverge::cli
