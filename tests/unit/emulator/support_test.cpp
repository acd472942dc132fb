// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "emulator/support.hpp"
#include "sass/reader.hpp"
#include "unit/emulator/scene.hpp"

namespace reconverge::emulator::testing {
namespace {

TEST(Support, IsWhatTheDecoderSays) {
  const auto function = sass::read_function(
      listing("IADD R0, R1, R2\nIADD R0, R1, c[0x3][0x8]\nFROB R1\nMUFU.RCP R0, R1\nIADD R0\nEXIT", "sm_52"), "f");
  ASSERT_TRUE(function);
  const auto support = support_of(*function, "f");
  ASSERT_TRUE(support);
  ASSERT_EQ(support->size(), 5u);
  EXPECT_EQ(support->at(0).mnemonic, "EXIT");
  EXPECT_EQ(support->at(2).mnemonic, "IADD");
  const auto& frob = support->at(1);
  EXPECT_EQ(frob.mnemonic, "FROB");
  EXPECT_FALSE(frob.executable());
  EXPECT_EQ(frob.line, function->instructions[2].line);
  EXPECT_EQ(support->at(2).count, 2u) << "a constant counts as given";
  EXPECT_TRUE(support->at(2).executable());
  EXPECT_FALSE(support->at(3).executable()) << "IADD with one operand";
  EXPECT_TRUE(support->at(4).approximate);
}

TEST(Support, BarriersThatNoBlockHasAreNotExecuted) {
  for (const char* arch : {"sm_52", "sm_90"}) {
    const auto function =
        sass::read_function(listing("BAR.SYNC 0xf, 0x40\nBAR.SYNC 0x10\nBAR.SYNC 0x0, 0x21\nEXIT", arch), "f");
    ASSERT_TRUE(function);
    const auto support = support_of(*function, "f");
    ASSERT_TRUE(support);
    ASSERT_EQ(support->size(), 4u) << "one line a reason";
    EXPECT_TRUE(support->at(0).executable());
    EXPECT_FALSE(support->at(1).executable());
    EXPECT_FALSE(support->at(2).executable());
  }
}

}  // namespace
}  // namespace reconverge::emulator::testing
