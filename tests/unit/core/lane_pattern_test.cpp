// SPDX-License-Identifier: MIT
#include "core/lane_pattern.hpp"
#include "core/pattern_axis.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <span>

namespace reconverge::core {
namespace {

LaneValues pattern(const char* text) {
  const auto values = parse_lane_pattern(text);
  EXPECT_TRUE(values) << text;
  return values ? *values : LaneValues{};
}

TEST(LanePattern, ReverseIsTheStaircaseFromTheOtherEnd) {
  const LaneValues values = pattern("reverse(3)");
  EXPECT_EQ(values[0], 29u);
  EXPECT_EQ(values[1], 30u);
  EXPECT_EQ(values[2], 31u);
  EXPECT_EQ(values[3], 32u);
  EXPECT_EQ(values[31], 32u);
}

TEST(LanePattern, HalvesAlternatingAndEveryLowerTheirLanesToThirtyTwoLessN) {
  EXPECT_EQ(pattern("halves(5)")[15], 32u);
  EXPECT_EQ(pattern("halves(5)")[16], 27u);
  EXPECT_EQ(pattern("alternating(5)")[0], 32u);
  EXPECT_EQ(pattern("alternating(5)")[1], 27u);
  const LaneValues every = pattern("every(4,5)");
  for (int lane = 0; lane < lane_count; ++lane)
    EXPECT_EQ(every[static_cast<std::size_t>(lane)], lane % 4 == 3 ? 27u : 32u) << lane;
}

TEST(LanePattern, RandomWithNLowersExactlyNLanesAndRepeatsForOneSeed) {
  const LaneValues values = pattern("random(7,12)");
  EXPECT_EQ(std::ranges::count_if(values, [](std::uint32_t value) { return value != 32; }), 12);
  for (const std::uint32_t value : values) EXPECT_TRUE(value >= 1 && value <= 32);
  EXPECT_EQ(values, pattern("random(7,12)"));
  EXPECT_NE(values, pattern("random(8,12)"));
}

TEST(LanePattern, RandomNumbersGoOnBeyondThirtyTwo) {
  const auto values = parse_pattern("random(5489,0,4294967295)", 10000);
  ASSERT_TRUE(values);
  EXPECT_EQ(values->back(), 4123659995u) << "the standard's value of a twister that starts with 5489";
  const LaneValues first = pattern("random(5489,0,4294967295)");
  EXPECT_TRUE(std::ranges::equal(first, std::span(*values).first(first.size())));
}

TEST(LanePattern, RandomLanesAreDrawnAnewForEachThirtyTwo) {
  const auto values = parse_pattern("random(7,12)", 70);
  ASSERT_TRUE(values);
  ASSERT_EQ(values->size(), 70u);
  const std::span all(*values);
  EXPECT_TRUE(std::ranges::equal(all.first(32), pattern("random(7,12)")));
  EXPECT_FALSE(std::ranges::equal(all.first(32), all.subspan(32, 32)));
  EXPECT_EQ(std::ranges::count_if(all.subspan(32, 32), [](std::uint32_t value) { return value != 32; }), 12);
}

TEST(LanePattern, OthersRepeat) {
  const auto values = parse_pattern("staircase(2)", 65);
  ASSERT_TRUE(values);
  EXPECT_EQ((*values)[31], 30u);
  EXPECT_EQ((*values)[63], 30u);
  EXPECT_EQ((*values)[64], 32u);
}

TEST(LanePattern, ADecimalPointMakesRandomNumbersReal) {
  const auto reals = parse_random_reals("random(1, -1.0, 1)", 3);
  ASSERT_TRUE(reals && *reals);
  const double outputs = 4294967296.0;  // 1791095845 and 4282876139 are the first of a twister that starts with 1
  EXPECT_DOUBLE_EQ((**reals)[0], -1 + 2 * (1791095845 / outputs));
  EXPECT_DOUBLE_EQ((**reals)[1], -1 + 2 * (4282876139 / outputs));
  EXPECT_EQ(pattern("random(1,-1.0,1)")[0], std::bit_cast<std::uint32_t>(static_cast<float>((**reals)[0])));
  EXPECT_FALSE(parse_random_reals("random(1,0,1)", 3));
  EXPECT_FALSE(*parse_random_reals("random(1,2.0,1.0)", 3));
  EXPECT_FALSE(*parse_random_reals("random(1,0.0,x)", 3));
}

TEST(LanePattern, TheOlderFormsKeepTheirMeaning) {
  EXPECT_EQ(pattern("staircase(2)")[31], 30u);
  EXPECT_EQ(pattern("random(1,5,5)"), pattern("5"));
}

TEST(LanePattern, AFamilyLeavesOnlyNOpen) {
  for (const char* family : {"staircase", "reverse", "halves", "alternating", "every(4)", "random(7)"}) {
    EXPECT_TRUE(is_pattern_family(family)) << family;
    EXPECT_TRUE(parse_lane_pattern(family, 31)) << family;
    EXPECT_FALSE(parse_lane_pattern(family, 32)) << family;
  }
  for (const char* fixed : {"staircase(3)", "every(4,3)", "random(7,3)", "32", "list(1)"})
    EXPECT_FALSE(is_pattern_family(fixed)) << fixed;
  EXPECT_EQ(*parse_lane_pattern("every(4)", 3), pattern("every(4,3)"));
}

TEST(LanePattern, AWrongArgumentIsAUsageErrorThatNamesTheForms) {
  for (const char* text : {"halves(32)", "every(0,3)", "every(4)", "random(1)", "reverse()", "spiral(3)"}) {
    const auto values = parse_lane_pattern(text);
    ASSERT_FALSE(values) << text;
    EXPECT_EQ(values.error().failure, Failure::usage);
    EXPECT_THAT(values.error().hint, testing::HasSubstr("every(k,n)"));
  }
}

TEST(LanePattern, ItsNCountsLanesOrLowersTheBoundOfTheSameOnes) {
  for (const char* family : {"staircase", "reverse", "random(1)"}) {
    ASSERT_TRUE(pattern_axis(family)) << family;
    EXPECT_TRUE(pattern_axis(family)->counts_lanes) << family;
  }
  for (const auto& [family, lanes] :
       {std::pair("halves", 16), {"alternating", 16}, {"every(4)", 8}, {"every(32)", 1}}) {
    ASSERT_TRUE(pattern_axis(family)) << family;
    EXPECT_FALSE(pattern_axis(family)->counts_lanes) << family;
    EXPECT_EQ(pattern_axis(family)->lowered_lanes, lanes) << family;
  }
  for (const char* other : {"", "halves(3)", "every", "every(99)", "x"}) EXPECT_FALSE(pattern_axis(other)) << other;
}

}  // namespace
}  // namespace reconverge::core
