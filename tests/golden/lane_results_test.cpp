// SPDX-License-Identifier: MIT
// Whatever the warp does, each lane must end as a scalar run of its loop ends.

#include <gtest/gtest.h>

#include <bit>

#include "golden/paper_run.hpp"

namespace reconverge::golden {
namespace {

// The listings' immediates, rounded to single precision as the instruction holds them.
constexpr float inner_addend = 1.3332999944686889648f;
constexpr float outer_addend = 2.3333001136779785156f;

std::uint32_t scalar_single(std::uint32_t bound) {
  volatile float sum = 0;  // one rounding an addition, whatever the optimiser would like
  for (std::uint32_t i = 0; i < bound; ++i) sum = sum + inner_addend;
  return std::bit_cast<std::uint32_t>(static_cast<float>(sum));
}

std::uint32_t scalar_double(std::uint32_t bound) {
  volatile float sum = 0;
  for (std::uint32_t i = 0; i < bound; ++i) {
    for (std::uint32_t j = 0; j < bound; ++j) sum = sum + inner_addend;
    sum = sum + outer_addend;
  }
  return std::bit_cast<std::uint32_t>(static_cast<float>(sum));
}

/// Counts per lane how often it executed an FADD32I.
class Additions final : public emulator::Listener {
 public:
  Additions(const sass::Function& function, core::LaneValues& counts) : function_(function), counts_(counts) {}

  bool wants_issued() const override { return true; }
  void issued(const emulator::Issued& event) override {
    if (function_.instructions[event.at.index].mnemonic != "FADD32I") return;
    for (int lane = 0; lane < core::lane_count; ++lane)
      counts_[static_cast<std::size_t>(lane)] += event.executing.contains(lane) ? 1 : 0;
  }

 private:
  const sass::Function& function_;
  core::LaneValues& counts_;
};

template <typename Expected, typename ExpectedSum>
void expect_lanes(const study::PaperKernel& kernel, Expected additions, ExpectedSum sum) {
  const auto executable = study::load(kernel, emulator::carrier_orders().front());
  ASSERT_TRUE(executable);
  for (int n = 0; n < study::staircase_count; ++n) {
    core::LaneValues added{};
    const auto run =
        run_paper_kernel(kernel, n, {.generation = timing::kepler(), .listeners = {[&](const emulator::TokenStack&) {
                                                                       return std::make_unique<Additions>(
                                                                           executable.value()->function, added);
                                                                     }}});
    const auto bounds = core::staircase(n);
    for (std::size_t lane = 0; lane < bounds.size(); ++lane) {
      SCOPED_TRACE(testing::Message() << kernel.name << " n=" << n << " lane " << lane);
      EXPECT_EQ(added[lane], additions(bounds[lane]));
      EXPECT_EQ(run.warp.register_value(kernel.counter_register)[lane], bounds[lane]);
      EXPECT_EQ(run.warp.register_value(kernel.sum_register)[lane], sum(bounds[lane]));
    }
  }
}

TEST(LaneResults, SingleLoopAddsMTimes) {
  expect_lanes(
      study::single_loop(), [](std::uint32_t m) { return m; }, scalar_single);
}

TEST(LaneResults, DoubleLoopAddsMTimesMPlusMTimes) {
  expect_lanes(
      study::double_loop(), [](std::uint32_t m) { return m * m + m; }, scalar_double);
}

}  // namespace
}  // namespace reconverge::golden
