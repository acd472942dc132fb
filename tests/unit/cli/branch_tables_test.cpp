// SPDX-License-Identifier: MIT
#include "cli/commands/branch_tables.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace reconverge::cli {
namespace {

using report::Absent;
using report::Cell;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

report::Table table_of(std::vector<std::vector<Cell>> rows) {
  return {.id = "branches",
          .caption = "All.",
          .columns = {{"pc", "pc", ""},
                      {"executed", "executed", ""},
                      {"divergent", "divergent", ""},
                      {"lanes_taken", "lanes taken", ""},
                      {"lanes_not_taken", "lanes not taken", ""},
                      {"serial_cycles", "serial", ""},
                      {"meeting_cycles", "meeting", ""}},
          .rows = std::move(rows)};
}

std::vector<Cell> meeting_at(const char* pc, Cell cycles) {
  const Cell absent = Absent{"no branch: lanes meet here"};
  return {pc, absent, absent, absent, absent, Cell(std::int64_t{0}), std::move(cycles)};
}

std::vector<Cell> branch_at(const char* pc, std::int64_t meeting = 0) {
  return {pc, std::int64_t{7}, std::int64_t{2}, std::int64_t{30}, std::int64_t{40}, std::int64_t{9}, meeting};
}

TEST(BranchTables, PartBranchesAndMeetings) {
  const std::string text = branch_tables_text(table_of({branch_at("0x10"), meeting_at("0x20", std::int64_t{51})}), 100);
  EXPECT_THAT(text, StartsWith("Branches.\n"));
  EXPECT_THAT(text, Not(HasSubstr("absent")));
  const std::string met = text.substr(text.find("Where lanes waited"));
  EXPECT_THAT(met, HasSubstr("0x20"));
  EXPECT_THAT(met, HasSubstr("51"));
  EXPECT_THAT(met, Not(HasSubstr("0x10")));
  EXPECT_THAT(text.substr(0, text.size() - met.size()), Not(HasSubstr("0x20")));
}

TEST(BranchTables, HaveABranchWhereLanesMetInBoth) {
  const std::string text = branch_tables_text(table_of({branch_at("0x10", 4)}), 100);
  EXPECT_NE(text.find("0x10"), text.rfind("0x10"));
}

TEST(BranchTables, KeepCyclesThatAreNotKnown) {
  EXPECT_THAT(branch_tables_text(table_of({meeting_at("0x20", Absent{"no timings"})}), 100), HasSubstr("no timings"));
}

TEST(BranchTables, AreLeftOutWhereThereIsNothing) {
  EXPECT_EQ(branch_tables_text(table_of({}), 100), "");
  report::Table noted = table_of({});
  noted.notes = {"predicated"};
  EXPECT_THAT(branch_tables_text(noted, 100), HasSubstr("predicated"));
}

}  // namespace
}  // namespace reconverge::cli
