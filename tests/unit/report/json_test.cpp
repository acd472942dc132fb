// SPDX-License-Identifier: MIT
#include "report/formats/json.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace reconverge::report {
namespace {

Table one_row(std::vector<Cell> row) {
  Table table{"t", "caption", {}, {row}, {}};
  for (std::size_t i = 0; i < row.size(); ++i) table.columns.push_back({fmt::format("k{}", i), "", ""});
  return table;
}

TEST(Json, WritesRowsAsObjectsWithTheKeysOfTheColumns) {
  const auto json = to_json(one_row({std::int64_t{1}, 2.5, std::string("x"), true}));
  EXPECT_EQ(json["rows"].dump(), R"([{"k0":1,"k1":2.5,"k2":"x","k3":true}])");
}

TEST(Json, GivesAbsentCellsAsNullWithReason) {
  const auto json = to_json(one_row({Absent{"no card"}}));
  EXPECT_EQ(json["rows"].dump(), R"([{"k0":null,"k0_absent":"no card"}])");
}

TEST(Json, HoldsNeitherNanNorInfinity) {
  const double infinity = std::numeric_limits<double>::infinity();
  const auto table = to_json(one_row({std::nan(""), infinity}));
  EXPECT_TRUE(table["rows"][0]["k0"].is_null());
  EXPECT_TRUE(table["rows"][0]["k1_absent"].is_string());
  const Figure figure{"f", "", {"n"}, {"y"}, {{.name = "a", .points = {{0, infinity}, {1, 2}}}}, {}};
  const auto series = to_json(figure)["series"][0];
  EXPECT_EQ(series["points"].dump(), "[[0,null],[1,2]]");
  EXPECT_TRUE(series["null_absent"].is_string());
}

TEST(Json, WritesNumbersWithoutDustAndWholeOnesWithoutPoint) {
  const auto json = to_json(one_row({0.1 + 0.2, 17.0, 0.00000125}));
  EXPECT_EQ(json["rows"][0].dump(), R"({"k0":0.3,"k1":17,"k2":1.25e-06})");
}

/// The smallest double is read back as itself; nothing throws.
TEST(Json, WritesNumbersOfEverySize) {
  for (const double value : {5e-324, 1e-310, 1.7976931348623157e308, -5e-324}) {
    Table table{.id = "t", .caption = "", .columns = {{"x", "x", ""}}};
    table.rows.push_back({Cell(value)});
    EXPECT_EQ(to_json(table)["rows"].at(0).at("x").get<double>(), value);
  }
}

TEST(Json, SaysWhyASeriesIsAbsent) {
  const Figure figure{"f", "", {"n"}, {"y"}, {{.name = "a", .absent_because = "no card"}}, {}};
  const auto series = to_json(figure)["series"][0];
  EXPECT_TRUE(series["points"].is_null());
  EXPECT_EQ(series["points_absent"], "no card");
}

TEST(Json, OfAReportNamesTheKindOfEachBlock) {
  const Report report{"R",
                      {{"device", "a"}, {"device", "b"}, {"version", "1"}},
                      {{"s", "S", {Text{"t", false}, one_row({true}), Figure{}, BoxDiagram{}}}}};
  const auto json = to_json(report);
  EXPECT_EQ(json["properties"].dump(), R"({"device":["a","b"],"version":"1"})");
  const auto& blocks = json["sections"][0]["blocks"];
  EXPECT_EQ(blocks[0]["type"], "text");
  EXPECT_EQ(blocks[1]["type"], "table");
  EXPECT_EQ(blocks[2]["type"], "figure");
  EXPECT_EQ(blocks[3]["type"], "box_diagram");
}

TEST(Json, CanDumpTextThatIsNotUtf8) {
  Table table = one_row({std::string("\xff\xfe")});
  table.columns[0].key = table.caption = "\xff";
  EXPECT_NO_THROW(to_json(table).dump());
  EXPECT_NO_THROW(to_json(Report{"\xff", {{"\xff", "\xff"}}, {}}).dump());
}

}  // namespace
}  // namespace reconverge::report
