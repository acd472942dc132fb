// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace reconverge::layers {

/// One text file of the project. Paths are relative to the top of the tree, with slashes.
struct SourceFile {
  std::string path;
  std::string text;
};

using SourceTree = std::vector<SourceFile>;

/// Every file that people write: src/, tests/, the other folders and the files at the top. Build
/// trees, results and hidden folders other than .ci are left out.
SourceTree read_tree(const std::filesystem::path& top);

/// The file at a path, or nothing.
const SourceFile* find(const SourceTree& tree, std::string_view path);

/// "src/core" of "src/core/result.hpp"; empty for a file at the top.
std::string_view folder_of(std::string_view path);
/// "core" of "src/core/result.hpp"; empty for a file outside the folders of src/.
std::string_view layer_of(std::string_view path);
/// ".hpp" of "src/core/result.hpp".
std::string_view extension_of(std::string_view path);
/// "result" of "src/core/result.hpp".
std::string_view stem_of(std::string_view path);

/// Line of an offset into a text, from 1.
std::size_t line_at(std::string_view text, std::size_t offset);
std::size_t count_lines(std::string_view text);

}  // namespace reconverge::layers
