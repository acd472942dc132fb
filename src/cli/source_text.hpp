// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace reconverge::cli {

/// Lines of source files, as far as they are on this machine. A file is read once.
class SourceText {
 public:
  /// Without the blanks around it; nothing if the file cannot be read, or has no such line.
  std::optional<std::string> line(const std::string& file, std::uint32_t number);
  /// All lines of a file; none if it cannot be read.
  const std::vector<std::string>& lines(const std::string& file);

 private:
  std::map<std::string, std::vector<std::string>> files_;
};

}  // namespace reconverge::cli
