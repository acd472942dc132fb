// SPDX-License-Identifier: MIT
// Values of immediates and constants, each once.

#include "emulator/decoding/literal_pool.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace reconverge::emulator {
namespace {

TEST(LiteralPool, HoldsEachValueOnce) {
  std::vector<LaneVector> values;
  LiteralPool pool(values);
  EXPECT_EQ(pool.slot_of({{7u}}), first_literal);
  EXPECT_EQ(pool.slot_of({{9u}}), first_literal + 1);
  EXPECT_EQ(pool.slot_of({{7u}}), first_literal);
  const auto pair = pool.slot_of({{9u, 7u}});
  ASSERT_EQ(pair, first_literal + 2) << "two words that follow each other are no two words";
  EXPECT_EQ(pool.slot_of({{9u, 7u}}), pair);
  EXPECT_NE(pool.slot_of({{7u, 9u}}), pair);
  EXPECT_EQ(values[2][31], 9u);
  EXPECT_EQ(values[3][0], 7u);
}

TEST(LiteralPool, EndsWhereSlotsDo) {
  std::vector<LaneVector> values;
  LiteralPool pool(values);
  const unsigned room = std::numeric_limits<Slot>::max() - first_literal;
  for (unsigned word = 0; word + 1 < room; ++word) ASSERT_TRUE(pool.slot_of({{word}})) << word;
  EXPECT_FALSE(pool.slot_of({{1u, 2u}})) << "one is left";
  EXPECT_TRUE(pool.slot_of({{room}}));
  EXPECT_FALSE(pool.slot_of({{room + 1}}));
  EXPECT_FALSE(pool.slot_of({{room + 1}}));
  EXPECT_FALSE(pool.slot_of({{1u, 2u}}));
  EXPECT_EQ(pool.slot_of({{3u}}), first_literal + 3);
  EXPECT_EQ(values.size(), room);
}

}  // namespace
}  // namespace reconverge::emulator
