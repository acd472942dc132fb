// SPDX-License-Identifier: MIT
// On a real card: lane results, cycles, repeatability and counters of what this program measures.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

#include "gpu/bench.hpp"

namespace reconverge::gpu {
namespace {

const Tools& tools() {
  static const Tools found = Tools::find();
  return found;
}

class Card : public testing::Test {
 protected:
  void SetUp() override {
    const auto loaded = Driver::load();
    if (!loaded) GTEST_SKIP() << loaded.error().message;
    if (!tools().nvrtc) GTEST_SKIP() << tools().nvrtc.error().message;
    driver_ = *loaded;
    devices_ = *list_devices(*driver_);
  }

  BenchResult bench(const std::vector<std::string>& names, std::size_t samples = 32, const BuildOptions& options = {},
                    const std::string& pattern = "staircase", bool counters = false) const {
    BenchRequest request;
    for (const std::string& name : names) request.kernels.push_back(*std::ranges::find(kernels(), name, &Kernel::name));
    request.options = {options};
    request.patterns.push_back({pattern, {}});
    for (int n = 0; n < core::lane_count; ++n)
      request.patterns[0].points.push_back({n, *core::parse_lane_pattern(pattern, n)});
    request.measure.rules.samples = samples;
    request.counters = counters;
    auto result = run_bench(driver_, {devices_.front()}, request, tools(), [](auto, auto, const auto&) {});
    EXPECT_TRUE(result);
    return std::move(result).value();
  }
  bool is_hopper() const { return devices_.front().compute_major == 9; }

  std::shared_ptr<const Driver> driver_;
  std::vector<DeviceInfo> devices_;
};

TEST_F(Card, PassesTheClockTest) {
  const BenchResult result = bench({"single_loop"}, 4);
  EXPECT_TRUE(result.devices[0].clock.passed) << result.devices[0].clock.reason;
  EXPECT_TRUE(result.devices[0].empty_region_cycles);
}

TEST_F(Card, LaneResultsAreThoseOfTheSource) {
  const BenchResult result = bench({"single_loop"}, 2);
  for (const State& state : result.benchmarks[0].states) {
    ASSERT_EQ(state.status, StateStatus::ok) << state.reason;
    for (std::size_t lane = 0; lane < core::lane_count; ++lane) {
      float sum = 1;  // one warm-up pass, then the timed one
      for (std::uint32_t i = 0; i < 2 * state.values[lane]; ++i) sum += 1.3333f;
      EXPECT_EQ(std::bit_cast<float>(state.last->data[lane]), sum) << *state.n << ", lane " << lane;
    }
  }
}

TEST_F(Card, HopperRepeatsTheFirstProbeToTheCycle) {
  if (!is_hopper()) GTEST_SKIP() << "not a Hopper card";
  const BenchResult result = bench({"single_loop", "double_loop_equal"}, 256);
  for (int n = 0; n < core::lane_count; ++n) {
    const State& once = result.benchmarks[0].states[static_cast<std::size_t>(n)];
    const State& twice = result.benchmarks[1].states[static_cast<std::size_t>(n)];
    EXPECT_EQ(once.summary->minimum, 949 + 13 * n);
    EXPECT_TRUE(once.summary->exact()) << n;
    EXPECT_EQ(twice.summary->minimum, 29911 + 13 * n * (65 - n) / 2);
    EXPECT_TRUE(twice.summary->exact()) << n;
  }
}

TEST_F(Card, TwoRunsAgreeWhereTheirSamplesDo) {
  const std::vector<std::string> names = {"single_loop", "double_loop", "if_else",
                                          "switch_8",    "nested_if_4", "branch_in_loop"};
  BuildOptions options;
  options.warmup = Warmup::same_code;
  const BenchResult first = bench(names, 16, options), second = bench(names, 16, options);
  for (std::size_t i = 0; i < first.benchmarks.size(); ++i)
    for (std::size_t n = 0; n < 32; ++n) {
      const auto& a = first.benchmarks[i].states[n].summary;
      const auto& b = second.benchmarks[i].states[n].summary;
      ASSERT_TRUE(a && b);
      if (a->exact() && b->exact()) {
        EXPECT_EQ(a->minimum, b->minimum) << names[i] << " n = " << n;
      }
    }
}

TEST_F(Card, EveryKernelRunsAndIsJudged) {
  std::vector<std::string> names;
  for (const Kernel& kernel : kernels()) names.push_back(kernel.name);
  const BenchResult result = bench(names, 2);
  for (const Benchmark& benchmark : result.benchmarks) {
    const std::string& name = benchmark.prepared->kernel.name;
    EXPECT_NE(benchmark.prepared->proof.verdict, Verdict::moved) << name << ": " << benchmark.prepared->proof.reason;
    for (const State& state : benchmark.states) {
      EXPECT_NE(state.status, StateStatus::failed) << name << ": " << state.reason;
      EXPECT_NE(state.status, StateStatus::timed_out) << name;
    }
  }
}

TEST_F(Card, ASpinThatEndsSeesItsFlag) {
  const BenchResult result = bench({"spin_flag"}, 2);
  for (const State& state : result.benchmarks[0].states) {
    if (state.status != StateStatus::ok) continue;
    for (const std::uint32_t bits : state.last->data)
      EXPECT_NE(std::bit_cast<float>(bits), -1.0f) << "a lane gave up, n = " << *state.n;
  }
}

TEST_F(Card, CountersGrowByTheInstructionsOfOneMoreDivergence) {
  const BenchResult result = bench({"single_loop"}, 2, {}, "staircase", true);
  const auto& states = result.benchmarks[0].states;
  if (states[0].counters.status != CounterStatus::ok) GTEST_SKIP() << states[0].counters.reason;
  const auto value = [&](std::size_t n, const char* key) {
    const auto& values = states[n].counters.values;
    return std::ranges::find(values, key, &Counter::key)->value.value_or(-1);
  };
  // Both loops, the warm-up copy and the timed one, part n times, and each part meets BSYNC by itself.
  for (std::size_t n = 1; n < 32; ++n)
    EXPECT_EQ(value(n, "warp_instructions") - value(0, "warp_instructions"), 2 * static_cast<double>(n)) << n;
}

}  // namespace
}  // namespace reconverge::gpu
