#pragma once

#include <cstdint>
#include <optional>
#include <regex>
#include <string>

/// What `reconverge profile` puts into the environment of the application, and the library finds there.
namespace reconverge::injection {

inline constexpr const char* folder_variable = "RECONVERGE_PROFILE_FOLDER";  ///< where results go
inline constexpr const char* cupti_variable = "RECONVERGE_PROFILE_CUPTI";    ///< path of libcupti
inline constexpr const char* kernel_variable = "RECONVERGE_PROFILE_KERNEL";  ///< regular expression; empty: all
inline constexpr const char* first_variable = "RECONVERGE_PROFILE_FIRST";    ///< launch of each kernel, from 1
inline constexpr const char* last_variable = "RECONVERGE_PROFILE_LAST";      ///< likewise, included

struct Settings {
  std::string folder;
  std::string cupti;
  std::optional<std::regex> kernel;
  std::uint64_t first = 1;
  std::uint64_t last = 3;
};

/// Nothing if the environment does not name a folder: then the application runs as it does without the library.
std::optional<Settings> settings_of_environment();

/// Whether the `index`-th launch of a kernel (from 1) is to be measured.
bool is_chosen(const Settings& settings, const std::string& symbol, std::uint64_t index);

}  // namespace reconverge::injection
