// SPDX-License-Identifier: MIT
#include "core/result.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace reconverge::core {
namespace {

const Diagnostic failure{Failure::emulation, "deadlock", "", {}};

TEST(Result, HoldsAValue) {
  const Result<std::string> result(std::string("warp"));
  EXPECT_TRUE(result.has_value());
  EXPECT_TRUE(static_cast<bool>(result));
  EXPECT_EQ(*result, "warp");
  EXPECT_EQ(result->size(), 4u);
}

TEST(Result, HoldsADiagnostic) {
  const Result<std::string> result(failure);
  EXPECT_FALSE(result.has_value());
  EXPECT_FALSE(static_cast<bool>(result));
  EXPECT_EQ(result.error().failure, Failure::emulation);
  EXPECT_EQ(result.error().message, "deadlock");
}

TEST(Result, TheValueCanBeChanged) {
  Result<int> result(1);
  *result = 2;
  EXPECT_EQ(result.value(), 2);
}

TEST(Result, TheDiagnosticCanBeGivenAPlace) {
  Result<int> result(failure);
  result.error().where = {"a.sass", 4, 0};
  EXPECT_EQ(to_string(result.error()), "a.sass:4: deadlock");
}

TEST(Result, MovesOutAValueThatCannotBeCopied) {
  Result<std::unique_ptr<int>> result(std::make_unique<int>(7));
  const std::unique_ptr<int> moved = *std::move(result);
  ASSERT_NE(moved, nullptr);
  EXPECT_EQ(*moved, 7);
}

TEST(Result, AFunctionReturnsEitherWithoutCeremony) {
  const auto halve = [](int number) -> Result<int> {
    if (number % 2 != 0) return Diagnostic{Failure::usage, "odd", "an even number", {}};
    return number / 2;
  };
  EXPECT_EQ(*halve(8), 4);
  EXPECT_EQ(halve(7).error().message, "odd");
}

TEST(Result, DoneIsSuccessWithoutAValue) {
  EXPECT_TRUE(Result<Done>(Done{}).has_value());
  EXPECT_FALSE(Result<Done>(failure).has_value());
}

}  // namespace
}  // namespace reconverge::core
