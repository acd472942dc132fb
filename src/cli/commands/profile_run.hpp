// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "cli/commands/profile_options.hpp"
#include "cli/commands/profile_report.hpp"
#include "cli/output.hpp"
#include "cli/session.hpp"
#include "core/result.hpp"
#include "toolchain/temporary_file.hpp"

namespace reconverge::cli {

/// The folder that the application's processes write into; removed in the end unless the user wants it.
class ProfileFolder {
 public:
  /// @param wanted  a new or empty one that is kept; empty: a temporary one
  /// Fails with Failure::environment if it cannot be made readable by this user alone, with Failure::usage if it is
  /// not empty.
  static core::Result<ProfileFolder> make(const std::string& wanted);
  std::string path() const { return path_.string(); }

 private:
  explicit ProfileFolder(std::filesystem::path path) : path_(std::move(path)) {}
  explicit ProfileFolder(toolchain::TemporaryFolder folder) : path_(folder.path()), temporary_(std::move(folder)) {}

  std::filesystem::path path_;
  std::optional<toolchain::TemporaryFolder> temporary_;
};

/// The files that come of a run, checked before it.
struct ProfileFiles {
  std::optional<OutputFile> json;
  std::filesystem::path capture;  ///< where it goes, absolute, links followed; empty: nowhere
  std::string token;              ///< stands in the names of this run's unfinished captures
};

/// Makes parent folders. Fails with Failure::usage if files are one, or no regular files, or belong to the application;
/// with Failure::environment if one cannot be written.
core::Result<ProfileFiles> open_files(const ProfileOptions& options);

/// Runs the application with the library in it. What it left unfinished of a capture is removed.
core::Result<ApplicationRun> run_with_library(const std::string& folder, const ProfileOptions& options,
                                              const ProfileRequest& request, const ProfileFiles& files,
                                              const Session& session);

}  // namespace reconverge::cli
