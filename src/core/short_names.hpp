// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace reconverge::core {

/// Names of files without the folders they lie in: the base name, and of files that share one as many folders as
/// distinguish them.
class ShortNames {
 public:
  explicit ShortNames(const std::vector<std::string>& paths);
  /// Of a path that was not given, its base name.
  std::string of(const std::string& path) const;

 private:
  std::map<std::string, std::string, std::less<>> names_;
};

/// The words of a command with the names of files alone: "--arg f32[8]=file:/data/me/in.npy" as "f32[8]=file:in.npy".
std::vector<std::string> without_folders(const std::vector<std::string>& words);

/// The part after the last separator, '/' or '\\'.
std::string base_name(std::string_view path);

}  // namespace reconverge::core
