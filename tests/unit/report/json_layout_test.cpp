// SPDX-License-Identifier: MIT
#include "report/formats/json_layout.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace reconverge::report {
namespace {

using Json = nlohmann::ordered_json;

std::string filled(const char* text) { return filled_text(Json::parse(text)); }

TEST(JsonLayout, WhatFitsStandsOnOneLine) {
  EXPECT_EQ(filled(R"({"n":3,"list":[1,2.5,null,[0,31]],"words":["a","b"],"empty":{}})"),
            "{\"n\": 3, \"list\": [1,2.5,null,[0,31]], \"words\": [\"a\", \"b\"], \"empty\": {}}\n");
}

TEST(JsonLayout, LinesAreFilledAndListsOfNumbersNeverBroken) {
  Json value = {{"first", 1}, {"second", 2}, {"long", Json::array()}, {"third", 3}};
  for (int i = 0; i < 70; ++i) value["long"].push_back(1);
  std::string list = "[1";
  for (int i = 1; i < 70; ++i) list += ",1";
  EXPECT_EQ(filled_text(value), "{\"first\": 1, \"second\": 2,\n \"long\": " + list + "],\n \"third\": 3}\n");
}

TEST(JsonLayout, ABlockHasItsLinesForItself) {
  const std::string word(70, 'w');
  const Json value = {{"a", 1}, {"block", {{"x", word}, {"y", word}}}, {"b", 2}, {"c", 3}};
  EXPECT_EQ(filled_text(value),
            "{\"a\": 1,\n \"block\": {\"x\": \"" + word + "\",\n  \"y\": \"" + word + "\"},\n \"b\": 2, \"c\": 3}\n");
}

TEST(JsonLayout, NumbersAreShortAndTheSameWhenRead) {
  EXPECT_EQ(filled("[949.0,0.1,1e-5,0.0001,999999999999999.0,1e15,-0.0,1.2345678901234568e17,4294967295]"),
            "[949,0.1,1e-05,0.0001,999999999999999,1e+15,-0.0,1.2345678901234568e+17,4294967295]\n");
  EXPECT_EQ(filled_text(Json(std::numeric_limits<double>::infinity())), "\"inf\"\n");
}

}  // namespace
}  // namespace reconverge::report
