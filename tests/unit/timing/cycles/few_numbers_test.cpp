// SPDX-License-Identifier: MIT
#include "timing/cycles/few_numbers.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <vector>

namespace reconverge::timing {
namespace {

TEST(FewNumbers, HoldsWhatASetHoldsInItsOrder) {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    FewNumbers<64> few;
    std::set<std::uint64_t> expected;
    for (int i = 0; i < 64; ++i) {
      const std::uint64_t number = random() % (round + 1u);
      few.insert(number);
      expected.insert(number);
    }
    EXPECT_TRUE(std::equal(few.begin(), few.end(), expected.begin(), expected.end())) << round;
    EXPECT_EQ(few.size(), expected.size());
    EXPECT_EQ(few.front(), *expected.begin());
    EXPECT_EQ(few.back(), *expected.rbegin());
  }
}

TEST(FewNumbers, CanBeEmptyAndFull) {
  FewNumbers<3> few;
  EXPECT_TRUE(few.empty());
  for (const std::uint64_t number : {7u, 5u, 7u, 6u, 5u}) few.insert(number);
  EXPECT_EQ(std::vector<std::uint64_t>(few.begin(), few.end()), (std::vector<std::uint64_t>{5, 6, 7}));
}

}  // namespace
}  // namespace reconverge::timing
