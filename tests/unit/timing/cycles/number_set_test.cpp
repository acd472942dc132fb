// SPDX-License-Identifier: MIT
#include "timing/cycles/number_set.hpp"

#include <gtest/gtest.h>

#include <set>

namespace reconverge::timing {
namespace {

TEST(NumberSet, HasWhatWasInsertedHoweverManyThatIs) {
  constexpr std::uint64_t all_ones = ~std::uint64_t{0};
  NumberSet numbers;
  std::set<std::uint64_t> expected;
  EXPECT_TRUE(numbers.empty());
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const std::uint64_t number = i % 100 == 20 ? all_ones : i * i % 977 << i % 40;
    numbers.insert(number);
    expected.insert(number);
    ASSERT_EQ(numbers.size(), expected.size());
  }
  for (const std::uint64_t number : expected) EXPECT_TRUE(numbers.contains(number));
  EXPECT_FALSE(numbers.contains(5'000'000'000));
  EXPECT_FALSE(numbers.contains(all_ones - 1));
}

TEST(NumberSet, OfFewHasAllOnesToo) {
  NumberSet numbers;
  EXPECT_FALSE(numbers.contains(~std::uint64_t{0}));
  EXPECT_FALSE(numbers.contains(0));
  numbers.insert(~std::uint64_t{0});
  EXPECT_TRUE(numbers.contains(~std::uint64_t{0}));
  for (std::uint64_t i = 0; i < 20; ++i) numbers.insert(i);
  EXPECT_TRUE(numbers.contains(~std::uint64_t{0}));
  EXPECT_EQ(numbers.size(), 21u);
}

}  // namespace
}  // namespace reconverge::timing
