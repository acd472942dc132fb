// SPDX-License-Identifier: MIT
#include "layers/source_tree.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>

namespace reconverge::layers {

namespace {

constexpr std::string_view folders[] = {".ci",  "bench",  "cmake", "data",  "docs", "examples",
                                        "fuzz", "probes", "src",   "tests", "tools"};

SourceFile read(const std::filesystem::path& top, const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {path.lexically_relative(top).generic_string(), std::string(std::istreambuf_iterator<char>(stream), {})};
}

}  // namespace

SourceTree read_tree(const std::filesystem::path& top) {
  namespace fs = std::filesystem;
  SourceTree tree;
  for (const fs::directory_entry& entry : fs::directory_iterator(top)) {
    // In a second working tree of one repository .git is a file that says where the first one is.
    if (entry.is_regular_file() && entry.path().filename() != ".git") tree.push_back(read(top, entry.path()));
  }
  for (const std::string_view folder : folders) {
    if (!fs::is_directory(top / folder)) continue;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(top / folder)) {
      if (entry.is_regular_file()) tree.push_back(read(top, entry.path()));
    }
  }
  std::ranges::sort(tree, {}, &SourceFile::path);
  return tree;
}

const SourceFile* find(const SourceTree& tree, std::string_view path) {
  const auto file = std::ranges::find(tree, path, &SourceFile::path);
  return file == tree.end() ? nullptr : &*file;
}

std::string_view folder_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

std::string_view layer_of(std::string_view path) {
  if (!path.starts_with("src/")) return {};
  path.remove_prefix(4);
  const std::size_t slash = path.find('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

std::string_view extension_of(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? std::string_view() : name.substr(dot);
}

std::string_view stem_of(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  return name.substr(0, name.rfind('.'));
}

std::size_t line_at(std::string_view text, std::size_t offset) {
  return 1 + static_cast<std::size_t>(std::ranges::count(text.substr(0, offset), '\n'));
}

std::size_t count_lines(std::string_view text) {
  const auto ends = static_cast<std::size_t>(std::ranges::count(text, '\n'));
  return text.empty() || text.ends_with('\n') ? ends : ends + 1;
}

}  // namespace reconverge::layers
