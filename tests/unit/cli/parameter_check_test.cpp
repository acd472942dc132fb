// SPDX-License-Identifier: MIT
#include "cli/parameter_check.hpp"

#include <gtest/gtest.h>

namespace reconverge::cli {
namespace {

/// What the text says of numbers of threads.
std::string guess_of(int threads) {
  return " (a guess from the " + std::to_string(threads) +
         " threads of the launch: put in the numbers that your program passes)";
}

TEST(ArgumentsToTry, HaveTheTypesOfTheSignature) {
  // sums(int const*, float*, double, unsigned int)
  EXPECT_EQ(arguments_to_try("_Z4sumsPKiPfdj", {{0, 8}, {8, 8}, {16, 8}, {24, 4}}, 32),
            "--arg 'i32[32]=index' --arg 'f32[32]' --arg f64:1 --arg u32:32" + guess_of(32));
}

TEST(ArgumentsToTry, TakeACommaOfATemplateForNone) {
  // void scale<int, 4>(float const*, std::pair<int, int>, char)
  EXPECT_EQ(arguments_to_try("_Z5scaleIiLi4EEvPKfSt4pairIiiEc", {{0, 8}, {8, 8}, {16, 1}}, 32),
            "--arg 'f32[32]=index' --arg 'i32[32]=index' --arg i8:32" + guess_of(32));
}

TEST(ArgumentsToTry, HaveTheNumberOfThreadsOrTheLargestOfTheirType) {
  // f(float*, int, char, unsigned char, unsigned long, bool)
  EXPECT_EQ(arguments_to_try("_Z1fPfichmb", {{0, 8}, {8, 4}, {12, 1}, {13, 1}, {16, 8}, {24, 1}}, 4096),
            "--arg 'f32[4096]' --arg i32:4096 --arg i8:127 --arg u8:255 --arg u64:4096 --arg u8:1" + guess_of(4096));
  // f(float): nothing in it is a number of threads
  EXPECT_EQ(arguments_to_try("_Z1ff", {{0, 4}}, 4096), "--arg f32:1");
}

TEST(ArgumentsToTry, FitTheSizesWhereNoSignatureIsKnownAndSaySo) {
  const std::string guessed =
      guess_of(64) +
      " (types guessed by size: the name of the kernel gives none; of floats they are f32:1 and 'f32[64]=1')";
  EXPECT_EQ(arguments_to_try("plain", {{0, 8}, {8, 4}, {16, 24}}, 64),
            "--arg 'i32[64]=index' --arg i32:64 --arg bytes:@FILE (24 bytes)" + guessed);
  // Fewer types than parameters: one of them is not what the symbol says.
  EXPECT_EQ(arguments_to_try("_Z1fPf", {{0, 8}, {8, 4}}, 64), "--arg 'i32[64]=index' --arg i32:64" + guessed);
}

}  // namespace
}  // namespace reconverge::cli
