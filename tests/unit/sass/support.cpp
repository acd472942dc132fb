// SPDX-License-Identifier: MIT
#include "unit/sass/support.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>

namespace reconverge::sass {

std::string content_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string listing_file(const std::string& name) {
  return content_of(std::filesystem::path(RECONVERGE_LISTINGS) / name);
}

std::vector<std::filesystem::path> sample_files() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(RECONVERGE_LISTINGS) / "samples")) {
    if (entry.path().extension() == ".sass") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

std::vector<Function> read_all(const std::string& text, const Selection& selection) {
  auto functions = read_listing(text, "test", selection);
  if (functions) return std::move(*functions);
  ADD_FAILURE() << to_string(functions.error());
  return {};
}

Function read_one(const std::string& text, const Selection& selection) {
  std::vector<Function> functions = read_all(text, selection);
  EXPECT_EQ(functions.size(), 1u);
  return functions.empty() ? Function{} : std::move(functions.front());
}

std::string refusal(const std::string& text, const Selection& selection) {
  const auto functions = read_listing(text, "test", selection);
  if (functions) return "not refused";
  EXPECT_EQ(functions.error().failure, core::Failure::input);
  return fmt::format("{}:{}: {}", functions.error().where.line, functions.error().where.column,
                     functions.error().message);
}

}  // namespace reconverge::sass
