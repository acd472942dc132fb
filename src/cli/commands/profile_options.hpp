// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "injection/settings.hpp"

namespace reconverge::cli {

/// The argument that is an application with its own arguments.
inline constexpr const char* application_option = "APPLICATION";

/// Where the application begins in the words of `profile`: at the first "--" after the verb. The end if there is none.
std::vector<std::string>::const_iterator dashes_of(const std::vector<std::string>& words);

/// The options of `profile`, as given.
struct ProfileOptions {
  std::string kernel;
  std::string launches = "1-3";
  std::string json;
  std::string keep;
  std::string from;
  std::string capture;
  std::string capture_file = "reconverge.capture";
  std::string max_bytes;  ///< empty: what the library takes
  std::string lines = "20";
  bool graphs = false;
  std::vector<std::string> application;
};

struct LaunchRange {
  std::uint64_t first = 1;
  std::uint64_t last = 3;
};

/// Which launch is to be stored.
struct CapturedLaunch {
  std::string kernel;  ///< empty: none
  std::uint64_t index = 1;
};

/// What they mean.
struct ProfileRequest {
  LaunchRange launches;
  CapturedLaunch captured;
  std::uint64_t max_bytes = injection::Settings{}.most_bytes;
  std::size_t lines = 0;
};

/// Fails with Failure::usage, and with Failure::environment if there is no such folder to read.
core::Result<ProfileRequest> read_options(const ProfileOptions& options);

}  // namespace reconverge::cli
