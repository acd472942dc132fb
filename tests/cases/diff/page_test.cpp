// SPDX-License-Identifier: MIT
// The page that `diff` writes of two builds of one kernel.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cases/diff/builds.hpp"
#include "cli/folder.hpp"

namespace reconverge::cli_tests {
namespace {

/// What the explorer of a page is given.
Json page_data(const std::string& path) {
  const std::string page = read_file(path);
  const std::string mark = "id=\"warp-explorer-data\"";
  const std::size_t found = page.find(mark);
  if (found == std::string::npos) return {};
  const std::size_t begin = page.find('>', found) + 1;
  return Json::parse(page.substr(begin, page.find("</script>", begin) - begin));
}

/// Opcode of a row, without its guard.
std::string opcode(const Json& kernel, std::size_t row) {
  std::string text = kernel.at("rows").at(row).at(1);
  if (text.starts_with('@')) text.erase(0, text.find(' ') + 1);
  return text.substr(0, text.find_first_of(" ;"));
}

TEST(Diff, ThePageHasEveryRowOfBothOnceMatchedByOpcode) {
  const Folder folder;
  for (const char* name : {"loop", "if"}) {
    const std::string page = folder / (std::string(name) + ".html");
    ASSERT_EQ(diff(std::string(name) + "_old", std::string(name) + "_new", {"--html", page}).status, 0);
    const Json data = page_data(page);
    std::vector<int> seen_left(data.at("kernels").at(0).at("rows").size());
    std::vector<int> seen_right(data.at("kernels").at(1).at("rows").size());
    std::size_t matched = 0;
    for (const Json& line : data.at("alignment").at("lines")) {
      const Json& rows = line.at(3);
      for (std::size_t i = 0; i < rows.size(); i += 2) {
        const int left = rows.at(i), right = rows.at(i + 1);
        if (left >= 0) ++seen_left.at(static_cast<std::size_t>(left));
        if (right >= 0) ++seen_right.at(static_cast<std::size_t>(right));
        if (left < 0 || right < 0) continue;
        ++matched;
        EXPECT_EQ(opcode(data.at("kernels").at(0), static_cast<std::size_t>(left)),
                  opcode(data.at("kernels").at(1), static_cast<std::size_t>(right)));
      }
    }
    EXPECT_THAT(seen_left, testing::Each(1)) << name;
    EXPECT_THAT(seen_right, testing::Each(1)) << name;
    EXPECT_GT(matched, seen_left.size() / 2) << name;
  }
}

TEST(Diff, TheRunsOfThePageHaveTheCyclesOfTheTables) {
  const Folder folder;
  const std::string page = folder / "page.html";
  const Json both = record("loop_old", "loop_new", {"--html", page});
  const Json data = page_data(page);
  for (std::size_t side = 0; side < 2; ++side) {
    std::uint64_t last = 0;
    for (const Json& since : data.at("runs").at(side).at("issues")) last += since.get<std::uint64_t>();
    EXPECT_EQ(last, both.at(side == 0 ? "old" : "new").at("cycles"));
  }
  const Json* line = line_of(both, "loop_new.cu:7");
  ASSERT_NE(line, nullptr);
  for (const Json& aligned : data.at("alignment").at("lines")) {
    if (aligned.at(2) != 7) continue;
    EXPECT_EQ(aligned.at(1), 5);
    std::uint64_t cycles[2] = {0, 0};
    for (std::size_t i = 0; i < aligned.at(3).size(); ++i)
      if (const int row = aligned.at(3).at(i); row >= 0)
        cycles[i % 2] +=
            data.at("runs").at(i % 2).at("costs").at(static_cast<std::size_t>(row)).at(3).get<std::uint64_t>();
    EXPECT_EQ(cycles[0], line->at("old_cycles"));
    EXPECT_EQ(cycles[1], line->at("new_cycles"));
  }
}

TEST(Diff, ThePageOfALaunchShowsTheWarpsOfOneBlock) {
  const Folder folder;
  const std::string page = folder / "page.html";
  const auto warps = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"diff",  listing("loop_old"), listing("loop_new"), "--arg", "i32[64]=index",
                                       "--arg", "f32[64]=1",         "--block",           "64",    "--html",
                                       page};
    arguments.insert(arguments.end(), more.begin(), more.end());
    EXPECT_EQ(run(arguments).status, 0);
    return page_data(page).at("runs").size();
  };
  EXPECT_EQ(warps({}), 4u);
  EXPECT_EQ(page_data(page).at("runs").at(1).at("warp"), "warp 1 of block 0 alone");
  EXPECT_THAT(read_file(page), testing::HasSubstr("block 0 alone, "));
  EXPECT_EQ(warps({"--warp", "0:1"}), 2u);
  EXPECT_THAT(page_data(page).at("kernels").at(1).at("title").get<std::string>(),
              testing::HasSubstr(", warp 1 of block 0 alone"));
}

}  // namespace
}  // namespace reconverge::cli_tests
