// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "report/formats/formats.hpp"

namespace reconverge::report {
namespace {

Table table_of(std::vector<Cell> row) {
  Table table{"t", "caption", {}, {row}, {"a note"}};
  for (std::size_t i = 0; i < row.size(); ++i) {
    table.columns.push_back({fmt::format("k{}", i), "Title", "measured"});
  }
  return table;
}

TEST(Csv, HasOneHeaderLineOfKeysAndNothingElse) {
  const Table table{"t",
                    "caption",
                    {{"n", "lanes", "paper"}, {"kepler_cycles", "Kepler", ""}},
                    {{std::int64_t{0}, 800.0}, {std::int64_t{1}, 40716.91 + 26 * 32}},
                    {"note"}};
  EXPECT_EQ(to_csv(table), "n,kepler_cycles\n0,800\n1,41548.91\n");
}

TEST(Csv, QuotesWhatWouldBreakARow) {
  EXPECT_EQ(to_csv(table_of({std::string("a,b"), std::string("say \"x\""), std::string("two\nlines")})),
            "k0,k1,k2\n\"a,b\",\"say \"\"x\"\"\",\"two\nlines\"\n");
}

TEST(Csv, LeavesPlainTextUnquoted) { EXPECT_EQ(to_csv(table_of({std::string("a b|c"), true})), "k0,k1\na b|c,true\n"); }

TEST(Csv, LeavesAbsentCellsEmpty) {
  EXPECT_EQ(to_csv(table_of({std::int64_t{1}, Absent{"no card"}, std::nan("")})), "k0,k1,k2\n1,,\n");
}

TEST(Csv, KeepsSmallNumbers) { EXPECT_EQ(to_csv(table_of({0.00000125})), "k0\n0.00000125\n"); }

TEST(Csv, QuotesHostileKeys) {
  Table table = table_of({std::int64_t{1}});
  table.columns[0].key = "a,b";
  EXPECT_EQ(to_csv(table), "\"a,b\"\n1\n");
}

}  // namespace
}  // namespace reconverge::report
