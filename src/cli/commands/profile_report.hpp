// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/session.hpp"
#include "core/result.hpp"
#include "profile/by_line.hpp"
#include "profile/collected.hpp"

namespace reconverge::cli {

/// How the application that was profiled ran.
struct ApplicationRun {
  std::vector<std::string> words;
  int status = 0;      ///< 128 + signal if a signal ended it
  double seconds = 0;  ///< wall time, measuring included
};

/// The collected counts, with their code.
struct Profile {
  profile::Collected collected;
  profile::Code code;
  std::vector<std::string> tools;     ///< that disassembled the code
  std::vector<std::string> notes;     ///< for the user
  std::optional<ApplicationRun> run;  ///< absent if a folder of an earlier run was read
};

/// Reads a folder that the processes of an application wrote into. Cubins that no tool here can disassemble get a note.
/// Fails with Failure::input or Failure::environment.
core::Result<Profile> read_profile(const std::string& folder);

/// @param lines  how many source lines are shown
std::string profile_text(const Profile& result, std::size_t lines);
/// Everything, as reconverge.profile; docs/schemas/profile.schema.json.
std::string profile_json(const Profile& result, const Session& session);

/// Reports errors; returns the exit status.
///
/// @param capture  the launch that was to be captured; empty: none
int profile_status(const Profile& result, const std::string& capture, const Session& session);

}  // namespace reconverge::cli
