// SPDX-License-Identifier: MIT
#include "core/provenance.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace reconverge::core {
namespace {

TEST(Grade, HasTheWordThatReportsPrint) {
  const std::vector<std::string_view> words{to_string(Grade::paper),    to_string(Grade::derived),
                                            to_string(Grade::measured), to_string(Grade::fitted),
                                            to_string(Grade::assumed),  to_string(Grade::given)};
  EXPECT_THAT(words, testing::ElementsAre("paper", "derived", "measured", "fitted", "assumed", "given"));
}

TEST(Sourced, IsAssumedUntilSomeoneSaysOtherwise) {
  EXPECT_EQ(Sourced{}.grade, Grade::assumed);
  EXPECT_TRUE(Sourced{}.source.empty());
}

TEST(Sourced, TwoNumbersAreOneOnlyWithTheSameOrigin) {
  const Sourced printed{26, Grade::paper, "section 4"};
  EXPECT_EQ(printed, (Sourced{26, Grade::paper, "section 4"}));
  EXPECT_NE(printed, (Sourced{26, Grade::measured, "section 4"}));
  EXPECT_NE(printed, (Sourced{26, Grade::paper, "summary"}));
  EXPECT_NE(printed, (Sourced{24, Grade::paper, "section 4"}));
}

}  // namespace
}  // namespace reconverge::core
