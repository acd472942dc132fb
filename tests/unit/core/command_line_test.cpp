// SPDX-License-Identifier: MIT
#include "core/command_line.hpp"

#include <gtest/gtest.h>

namespace reconverge::core {
namespace {

TEST(CommandLine, QuotesWordsThatAShellWouldTakeApart) {
  EXPECT_EQ(command_line({"reconverge", "emulate", "a.cubin", "--arg", "f32[8]=index", "--function", "it's", ""}),
            "reconverge emulate a.cubin --arg 'f32[8]=index' --function 'it'\\''s' ''");
}

}  // namespace
}  // namespace reconverge::core
