// SPDX-License-Identifier: MIT
#include "cli/folder.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <fstream>
#include <iterator>

namespace reconverge::cli_tests {

namespace fs = std::filesystem;

Folder::Folder() {
  std::string name = (fs::temp_directory_path() / "reconverge-test-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) ADD_FAILURE() << "cannot make " << name;
  path_ = name;
}

Folder::~Folder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::string Folder::write(const std::string& name, const std::string& content) const {
  std::ofstream(path_ / name, std::ios::binary) << content;
  return *this / name;
}

std::vector<std::string> Folder::files() const {
  std::vector<std::string> found;
  for (const auto& entry : fs::recursive_directory_iterator(path_))
    if (entry.is_regular_file()) found.push_back(entry.path().lexically_relative(path_).generic_string());
  std::ranges::sort(found);
  return found;
}

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file) << "cannot read " << path;
  return std::string(std::istreambuf_iterator<char>(file), {});
}

}  // namespace reconverge::cli_tests
