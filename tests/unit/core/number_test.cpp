// SPDX-License-Identifier: MIT
#include "core/number.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace reconverge::core {
namespace {

TEST(ToInteger, TakesWholeNumbersInRange) {
  EXPECT_EQ(to_integer<int>(-2147483648.0), -2147483647 - 1);
  EXPECT_EQ(to_integer<int>(2147483647.0), 2147483647);
  EXPECT_EQ(to_integer<std::uint64_t>(18446744073709549568.0), 18446744073709549568u);
  EXPECT_EQ(to_integer<std::int64_t>(std::uint64_t{7}), 7);
}

TEST(ToInteger, RefusesWhatItCannotHold) {
  for (const double number : {2147483648.0, -2147483649.0, 0.5, 1e300, -1e300})
    EXPECT_FALSE(to_integer<int>(number)) << number;
  EXPECT_FALSE(to_integer<std::uint64_t>(18446744073709551616.0));
  EXPECT_FALSE(to_integer<std::int64_t>(9223372036854775808.0));
  EXPECT_FALSE(to_integer<std::uint32_t>(-1.0));
  EXPECT_FALSE(to_integer<int>(std::numeric_limits<double>::quiet_NaN()));
  EXPECT_FALSE(to_integer<int>(std::numeric_limits<double>::infinity()));
  EXPECT_FALSE(to_integer<std::int64_t>(~std::uint64_t{0}));
  EXPECT_FALSE(to_integer<std::uint32_t>(-1));
}

TEST(ParseInteger, TakesTheWholeTextOrNothing) {
  EXPECT_EQ(parse_integer<int>("-12"), -12);
  for (const char* text : {"", "-", "12 ", " 12", "+1", "0x1", "2147483648", "1e3"})
    EXPECT_FALSE(parse_integer<int>(text)) << text;
}

TEST(NotFinite, HasANameThatReadsBack) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(name_of_not_finite(-std::numeric_limits<double>::quiet_NaN()), "nan");
  EXPECT_EQ(not_finite_of(name_of_not_finite(infinity)), infinity);
  EXPECT_EQ(not_finite_of(name_of_not_finite(-infinity)), -infinity);
  EXPECT_TRUE(std::isnan(*not_finite_of("nan")));
  EXPECT_FALSE(not_finite_of("Infinity"));
}

}  // namespace
}  // namespace reconverge::core
