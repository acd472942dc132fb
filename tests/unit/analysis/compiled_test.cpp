// SPDX-License-Identifier: MIT
// What a compiler made is right: a remark on it that is more than a note would be a false alarm.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "analysis/lint.hpp"
#include "sass/reader.hpp"

namespace reconverge::analysis {
namespace {

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Remarks above a note of all functions of a listing.
std::vector<std::string> alarms(const std::filesystem::path& path, int& functions) {
  std::vector<std::string> found;
  const auto read = sass::read_listing(text_of(path), path.string(), {});
  EXPECT_TRUE(read.has_value()) << path;
  if (!read) return found;
  for (const sass::Function& function : *read) {
    ++functions;
    const auto lint = analysis::lint(function, path.string());
    EXPECT_TRUE(lint.has_value()) << path << " " << function.name;
    if (!lint) continue;
    for (const Remark& remark : lint->remarks)
      if (find_rule(remark.rule)->severity != observers::Severity::note)
        found.push_back(fmt::format("{}:{}: {} [{}]", path.string(), function.instructions[remark.index].line,
                                    remark.message, remark.rule));
  }
  return found;
}

class CompiledCode : public testing::TestWithParam<const char*> {};

TEST_P(CompiledCode, HasNoAlarm) {
  int functions = 0;
  for (const auto& file :
       std::filesystem::recursive_directory_iterator(std::filesystem::path(RECONVERGE_ROOT) / GetParam()))
    if (file.path().extension() == ".sass")
      for (const std::string& alarm : alarms(file.path(), functions)) ADD_FAILURE() << alarm;
  EXPECT_GT(functions, 0);
}

INSTANTIATE_TEST_SUITE_P(Folders, CompiledCode,
                         testing::Values("data/listings", "tests/programs", "tests/golden", "tests/cases/findings",
                                         "tests/cases/premises", "tests/unit/analysis/compiled"));

}  // namespace
}  // namespace reconverge::analysis
