// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>

namespace reconverge::measured_tests {

/// Reads files by their path from the folder of a measured file: the listings beside it.
inline auto files_beside(const std::filesystem::path& result) {
  return [folder = result.parent_path()](const std::string& path) -> std::optional<std::string> {
    std::ifstream file(folder / path, std::ios::binary);
    return file ? std::optional(std::string(std::istreambuf_iterator<char>(file), {})) : std::nullopt;
  };
}

}  // namespace reconverge::measured_tests
