// SPDX-License-Identifier: MIT
#include "core/closest.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace reconverge::core {
namespace {

const std::vector<std::string> names{"index", "ramp", "staircase", "alternating", "every"};

TEST(Closest, IsANameOfWhichFewLettersDiffer) {
  EXPECT_EQ(closest("stiarcase", names), "staircase");
  EXPECT_EQ(closest("indx", names), "index");
  EXPECT_EQ(closest("evry", names), "every");
  EXPECT_EQ(closest("frobnicate", names), "");
  EXPECT_EQ(closest("e", names), "");
}

TEST(Closest, IsTheOneNameThatAWordShortens) {
  EXPECT_EQ(closest("idx", names), "index");
  EXPECT_EQ(closest("stair", names), "staircase");
  EXPECT_EQ(closest("alt", names), "alternating");
  EXPECT_EQ(closest("dex", names), "") << "another first letter";
  EXPECT_EQ(closest("ixd", names), "") << "another order";
  EXPECT_EQ(closest("emu", std::vector<std::string>{"emulate", "emulation"}), "") << "it may be either";
}

}  // namespace
}  // namespace reconverge::core
