// SPDX-License-Identifier: MIT
#include "cli/parameter_check.hpp"

#include <gtest/gtest.h>

namespace reconverge::cli {
namespace {

TEST(ArgumentsToTry, HaveTheTypesOfTheSignature) {
  // sums(int const*, float*, double, unsigned int)
  EXPECT_EQ(arguments_to_try("_Z4sumsPKiPfdj", {{0, 8}, {8, 8}, {16, 8}, {24, 4}}),
            "--arg 'i32[32]=index' --arg 'f32[32]' --arg f64:1 --arg u32:1");
}

TEST(ArgumentsToTry, TakeACommaOfATemplateForNone) {
  // void scale<int, 4>(float const*, std::pair<int, int>, char)
  EXPECT_EQ(arguments_to_try("_Z5scaleIiLi4EEvPKfSt4pairIiiEc", {{0, 8}, {8, 8}, {16, 1}}),
            "--arg 'f32[32]=index' --arg 'i32[32]=index' --arg i8:1");
}

TEST(ArgumentsToTry, FitTheSizesWhereNoSignatureIsKnownAndSaySo) {
  const std::string guessed =
      " (types guessed by size: the name of the kernel gives none; of floats they are f32:1 and 'f32[32]=1')";
  EXPECT_EQ(arguments_to_try("plain", {{0, 8}, {8, 4}, {16, 24}}),
            "--arg 'i32[32]=index' --arg i32:1 --arg bytes:@FILE (24 bytes)" + guessed);
  // Fewer types than parameters: one of them is not what the symbol says.
  EXPECT_EQ(arguments_to_try("_Z1fPf", {{0, 8}, {8, 4}}), "--arg 'i32[32]=index' --arg i32:1" + guessed);
}

}  // namespace
}  // namespace reconverge::cli
