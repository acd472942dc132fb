// SPDX-License-Identifier: MIT
// The version stands in four places, which say one thing.

#include <gtest/gtest.h>

#include <regex>
#include <string>

#include "cli/folder.hpp"
#include "cli/program.hpp"

namespace reconverge::cli_tests {
namespace {

/// The first group of the first match in a file at the root of the sources.
std::string found_in(const std::string& file, const std::string& pattern) {
  const std::string text = read_file(RECONVERGE_ROOT "/" + file);
  std::smatch match;
  return std::regex_search(text, match, std::regex(pattern)) ? match[1].str() : "";
}

TEST(Version, IsTheSameWhereverItStands) {
  const std::string version = found_in("CMakeLists.txt", R"(project\(reconverge VERSION ([0-9.]+))");
  ASSERT_FALSE(version.empty());
  EXPECT_TRUE(run({"--version"}).out.starts_with("reconverge " + version + " ")) << run({"--version"});
  EXPECT_EQ(found_in("CITATION.cff", R"(\nversion: (\S+)\n)"), version);
  EXPECT_EQ(found_in("CHANGELOG.md", R"(\n## (?:Unreleased \(|)([0-9.]+))"), version) << "of the latest heading";
}

}  // namespace
}  // namespace reconverge::cli_tests
