// SPDX-License-Identifier: MIT
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace reconverge::cli_tests {

/// The size of a result in a folder that some process has begun and not completed; none if there is
/// no such file. It has no name before it is complete, so that the folder itself does not show it.
inline std::optional<std::uintmax_t> size_of_begun_file(const std::filesystem::path& folder) {
  namespace fs = std::filesystem;
  std::error_code error;
  for (const auto& process : fs::directory_iterator("/proc", fs::directory_options::skip_permission_denied, error)) {
    for (const auto& file : fs::directory_iterator(process.path() / "fd", error)) {
      const std::string leads_to = fs::read_symlink(file.path(), error).string();
      const bool is_begun = leads_to.ends_with(" (deleted)") || leads_to.ends_with(".part");
      struct stat status {};
      if (is_begun && leads_to.starts_with(folder.string() + "/") && stat(file.path().c_str(), &status) == 0)
        return static_cast<std::uintmax_t>(status.st_size);
    }
  }
  return std::nullopt;
}

}  // namespace reconverge::cli_tests
