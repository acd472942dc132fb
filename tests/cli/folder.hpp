// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace reconverge::cli_tests {

/// A folder of its own for one test, removed with all it holds.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::string operator/(const std::string& name) const { return (path_ / name).string(); }
  /// Writes a file and returns its path.
  std::string write(const std::string& name, const std::string& content) const;
  /// Every file below, by its path from here, sorted.
  std::vector<std::string> files() const;

 private:
  std::filesystem::path path_;
};

/// The whole content of a file; a test failure if there is none.
std::string read_file(const std::filesystem::path& path);

}  // namespace reconverge::cli_tests
