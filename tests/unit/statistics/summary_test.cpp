// SPDX-License-Identifier: MIT
#include "statistics/summary.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "statistics/stopping.hpp"

namespace reconverge::statistics {
namespace {

using Samples = std::vector<std::int64_t>;

TEST(Summary, OfNothingIsNothing) { EXPECT_FALSE(summarise(Samples{})); }

TEST(Summary, OfOneSampleHasNoDeviationAndNoInterval) {
  const Samples one = {949};
  const auto summary = summarise(one);
  EXPECT_EQ(summary->median, 949);
  EXPECT_EQ(summary->mean, 949);
  EXPECT_FALSE(summary->deviation);
  EXPECT_FALSE(summary->interval);
  EXPECT_FALSE(relative_noise(*summary));
}

TEST(Summary, GivesTheTextbookNumbers) {
  const Samples samples = {2, 4, 4, 4, 5, 5, 7, 9};
  const auto summary = summarise(samples);
  EXPECT_EQ(summary->minimum, 2);
  EXPECT_EQ(summary->maximum, 9);
  EXPECT_EQ(summary->median, 4.5);
  EXPECT_EQ(summary->mean, 5);
  EXPECT_NEAR(*summary->deviation, 2.138089935, 1e-9);
  EXPECT_NEAR(*relative_noise(*summary), 2.138089935 / 5, 1e-9);
}

TEST(Summary, IntervalOfTheMedianFollowsTheBinomialTable) {
  // Tables of order statistics: n = 6 takes the extremes, n = 10 the 2nd and 9th, n = 20 the 6th and 15th.
  for (const auto& [count, low, high] : {std::tuple{6, 1, 6}, {10, 2, 9}, {20, 6, 15}}) {
    Samples samples(static_cast<std::size_t>(count));
    std::iota(samples.begin(), samples.end(), 1);
    EXPECT_EQ(summarise(samples)->interval, (Interval{static_cast<double>(low), static_cast<double>(high)})) << count;
  }
  const Samples five = {1, 2, 3, 4, 5};
  EXPECT_FALSE(summarise(five)->interval);
}

TEST(Summary, KeepsTheDigitsOfLargeClockValues) {
  const std::int64_t large = std::int64_t{1} << 52;
  const Samples samples = {large, large + 1, large + 2};
  const auto summary = summarise(samples);
  EXPECT_EQ(summary->mean, static_cast<double>(large + 1));
  EXPECT_EQ(*summary->deviation, 1);
}

TEST(Summary, FlagsWhatLiesFarOffAndDropsNothing) {
  Samples samples(255, 949);
  samples.push_back(1400);
  const auto summary = summarise(samples);
  EXPECT_THAT(summary->flagged, testing::ElementsAre(255u));
  EXPECT_EQ(summary->count, 256u);
  EXPECT_EQ(summary->maximum, 1400);
  EXPECT_FALSE(summary->exact());
}

TEST(Stopping, CountTakesEverySampleEvenIfAllAgree) {
  const StoppingRules rules{.criterion = Criterion::count, .samples = 20, .min_samples = 4};
  EXPECT_FALSE(should_stop(rules, Samples(19, 7), 0));
  EXPECT_EQ(should_stop(rules, Samples(20, 7), 0), Stop::count);
}

TEST(Stopping, ExactEndsWhenTheFirstSamplesAgree) {
  const StoppingRules rules{.criterion = Criterion::exact, .samples = 20, .min_samples = 4};
  EXPECT_FALSE(should_stop(rules, Samples(3, 7), 0));
  EXPECT_EQ(should_stop(rules, Samples(4, 7), 0), Stop::exact);
  EXPECT_FALSE(should_stop(rules, Samples{7, 7, 8, 7}, 0));
  EXPECT_EQ(should_stop(rules, Samples(20, 7), 0), Stop::count);
}

TEST(Stopping, NoiseEndsWhenItIsSmallEnough) {
  StoppingRules rules{.criterion = Criterion::noise, .samples = 20, .min_samples = 4, .max_noise = 0.5};
  EXPECT_EQ(should_stop(rules, Samples{7, 8, 7, 8}, 0), Stop::noise);
  rules.max_noise = 0.001;
  EXPECT_FALSE(should_stop(rules, Samples{7, 8, 7, 8}, 0));
}

TEST(Stopping, TimeoutEndsAnySeries) {
  const StoppingRules rules{.samples = 20, .timeout_seconds = 1};
  EXPECT_FALSE(should_stop(rules, Samples{7}, 0.5));
  EXPECT_EQ(should_stop(rules, Samples{7}, 1.5), Stop::timeout);
}

TEST(Stopping, EveryCriterionHasAName) {
  for (const auto criterion : {Criterion::count, Criterion::exact, Criterion::noise})
    EXPECT_EQ(parse_criterion(to_string(criterion)), criterion);
  EXPECT_FALSE(parse_criterion("forever"));
}

}  // namespace
}  // namespace reconverge::statistics
