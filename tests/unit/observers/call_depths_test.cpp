// SPDX-License-Identifier: MIT
// Whether lanes meet in one convergence barrier from two call depths.

#include "observers/call_depths.hpp"

#include <gtest/gtest.h>

#include "emulator/emulator.hpp"
#include "emulator/reconvergence/convergence_barriers.hpp"
#include "sass/reader.hpp"

namespace reconverge::observers {
namespace {

using core::LaneMask;
using emulator::ControlTransfer;
using emulator::Moment;

constexpr LaneMask low(0b0011), high(0b1100), all(0b1111);

sass::Function function_of(const std::string& rows) {
  auto function = sass::read_function("code for sm_90\nFunction : test\n" + rows, "test.sass");
  if (!function) ADD_FAILURE() << to_string(function.error());
  return std::move(function).value();
}

/// Rows 0: CALL, 1: BSYNC, 2: RET, 3: BSYNC, 4: BRA.
class CallDepthsOfEvents : public ::testing::Test {
 protected:
  void moved(std::uint32_t row, LaneMask lanes, std::uint32_t to) {
    depths.transferred({Moment{1, row}, ControlTransfer::jumped, lanes, to});
  }
  void parked(std::uint32_t row, LaneMask lanes, std::uint32_t to) { depths.parked({Moment{1, row}, lanes, to}); }
  void blocked(std::uint32_t row, LaneMask lanes, std::uint8_t barrier = 0) {
    depths.blocked({Moment{1, row}, barrier, lanes, LaneMask()});
  }
  void released(std::uint32_t row, LaneMask lanes, std::uint8_t barrier = 0) {
    depths.released({Moment{1, row}, barrier, lanes});
  }

  CallDepths depths{
      function_of("/*0000*/ CALL.REL.NOINC 0x30 ;\n/*0010*/ BSYNC B0 ;\n/*0020*/ RET.REL.NODEC R20 0x0 ;\n"
                  "/*0030*/ BSYNC B0 ;\n/*0040*/ BRA 0x40 ;\n")};
};

TEST_F(CallDepthsOfEvents, LanesThatCalledWaitForLanesThatDidNot) {
  blocked(1, high);
  moved(0, low, 3);
  EXPECT_TRUE(depths.findings().empty()) << "nobody has met yet";
  blocked(3, low);
  const auto findings = depths.findings();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].kind, "barrier-at-two-depths");
  EXPECT_EQ(findings[0].index, 3u) << "where the second ones came";
  EXPECT_EQ(findings[0].lanes, all);
  EXPECT_EQ(findings[0].count, 1u);
}

TEST_F(CallDepthsOfEvents, LanesThatAreReleasedTogetherHaveMet) {
  moved(0, low, 3);
  released(1, all);
  ASSERT_EQ(depths.findings().size(), 1u);
  EXPECT_EQ(depths.findings()[0].index, 1u);
}

TEST_F(CallDepthsOfEvents, LanesOfOneDepthMayMeet) {
  blocked(1, high);
  released(1, all);
  moved(0, all, 3);
  blocked(3, low);
  released(3, all);
  EXPECT_TRUE(depths.findings().empty());
}

TEST_F(CallDepthsOfEvents, AReturnTakesACallBack) {
  moved(0, low, 3);
  moved(2, low, 1);
  released(1, all);
  EXPECT_TRUE(depths.findings().empty());
  moved(2, high, 1);
  released(1, all);
  EXPECT_EQ(depths.findings().size(), 1u) << "a return too many is a depth of its own";
}

TEST_F(CallDepthsOfEvents, LanesThatWaitToBeResumedHaveCalledToo) {
  parked(0, low, 3);
  released(1, all);
  EXPECT_EQ(depths.findings().size(), 1u);
}

TEST_F(CallDepthsOfEvents, WhoStaysOrFallsThroughHasNotCalled) {
  depths.transferred({Moment{1, 0}, ControlTransfer::fell_through, low, 1});  // the guard failed
  depths.transferred({Moment{1, 0}, ControlTransfer::diverged_fall_through_first, low, 1});
  parked(2, low, 2);  // they execute the return again
  moved(4, low, 3);   // a jump is no call
  released(1, all);
  EXPECT_TRUE(depths.findings().empty());
}

TEST_F(CallDepthsOfEvents, AFunctionMayBeginOrReturnInTheNextRow) {
  moved(0, low, 1);
  released(3, all);
  ASSERT_EQ(depths.findings().size(), 1u) << "the low lanes have called";
  moved(2, low, 3);
  released(1, all);
  EXPECT_EQ(depths.findings().size(), 1u) << "and returned";
}

TEST_F(CallDepthsOfEvents, CallsWithoutAnEndAreNotAllNoted) {
  for (int call = 0; call < 100'000; ++call) moved(0, all, 3);
  for (int call = 0; call < 100'000; ++call) moved(2, all, 1);
  moved(0, high, 3);
  EXPECT_TRUE(depths.findings().empty()) << "nobody else is in it";
  moved(0, low, 3);
  moved(0, low, 3);
  EXPECT_EQ(depths.findings().size(), 1u);
}

TEST_F(CallDepthsOfEvents, BarriersAreApart) {
  moved(0, low, 3);
  blocked(3, low, 0);
  blocked(1, high, 1);
  EXPECT_TRUE(depths.findings().empty());
  blocked(1, high, 0);
  EXPECT_EQ(depths.findings().size(), 1u);
}

TEST_F(CallDepthsOfEvents, WhoWasReleasedWaitsNoLonger) {
  blocked(1, low);
  released(1, low);
  moved(0, high, 3);
  blocked(3, high);
  EXPECT_TRUE(depths.findings().empty());
}

TEST_F(CallDepthsOfEvents, ARowIsToldOfOnceAndCounted) {
  moved(0, low, 3);
  for (int pass = 0; pass < 3; ++pass) released(3, all);
  released(1, LaneMask(0b0110));
  const auto findings = depths.findings();
  ASSERT_EQ(findings.size(), 2u) << "one a row, in their order";
  EXPECT_EQ(findings[0].index, 1u);
  EXPECT_EQ(findings[0].lanes, LaneMask(0b0110));
  EXPECT_EQ(findings[1].index, 3u);
  EXPECT_EQ(findings[1].count, 3u);
}

TEST_F(CallDepthsOfEvents, LanesInAFunctionThatCallItAgainAreAtTwoOfItsDepths) {
  moved(0, all, 3);
  EXPECT_TRUE(depths.findings().empty());
  moved(0, high, 3);
  const auto findings = depths.findings();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].kind, "recursion-at-two-depths");
  EXPECT_EQ(findings[0].index, 0u);
  EXPECT_EQ(findings[0].lanes, all);
}

TEST_F(CallDepthsOfEvents, AllMayCallItAgainTogether) {
  for (int depth = 0; depth < 3; ++depth) moved(0, all, 3);
  EXPECT_TRUE(depths.findings().empty());
}

TEST_F(CallDepthsOfEvents, OthersNeedNotBeInTheFunctionAtAll) {
  moved(0, high, 3);
  moved(0, high, 3);
  EXPECT_TRUE(depths.findings().empty());
}

TEST_F(CallDepthsOfEvents, WhoReturnedOrLeftIsInItNoLonger) {
  moved(0, all, 3);
  moved(2, low, 1);
  moved(0, high, 3);
  EXPECT_TRUE(depths.findings().empty()) << "the low lanes have returned";
  moved(0, low, 3);
  depths.lanes_exited({Moment{1, 4}, low});
  moved(0, high, 3);
  EXPECT_EQ(depths.findings().size(), 1u) << "of the call before the low lanes left";
  EXPECT_EQ(depths.findings()[0].count, 1u);
}

/// Runs a listing on four lanes with P0 = lanes 2 and 3 and R20 = 0x20.
std::vector<Finding> findings_of(const std::string& rows) {
  emulator::ConvergenceBarriers mechanism;
  const auto executable = emulator::decode(function_of(rows), mechanism, {}, "test.sass");
  if (!executable) {
    ADD_FAILURE() << to_string(executable.error());
    return {};
  }
  CallDepths depths(executable->function);
  emulator::Listener* const listeners[] = {&depths};
  emulator::Warp warp;
  warp.predicates[0] = high;
  core::LaneValues back;
  back.fill(0x20);
  warp.set_register(20, back);
  const auto result =
      emulator::run(*executable, warp, mechanism, emulator::Events(listeners), {.steps = 1000}, all, "test.sass");
  if (result.diagnostic) ADD_FAILURE() << to_string(*result.diagnostic);
  return depths.findings();
}

TEST(CallDepths, AFunctionThatMeetsItsCallersAtTheirBarrierIsFound) {
  const auto findings = findings_of(R"(
    /*0000*/ BSSY B0, 0x40 ;
    /*0010*/ @P0 CALL.REL.NOINC 0x50 ;
    /*0020*/ NOP ;
    /*0030*/ BSYNC B0 ;
    /*0040*/ EXIT ;
    /*0050*/ BSYNC B0 ;
    /*0060*/ RET.REL.NODEC R20 0x0 ;)");
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].lanes, all);
}

TEST(CallDepths, AFunctionWithABarrierOfItsOwnIsNot) {
  EXPECT_TRUE(findings_of(R"(
    /*0000*/ BSSY B0, 0x40 ;
    /*0010*/ @P0 CALL.REL.NOINC 0x50 ;
    /*0020*/ NOP ;
    /*0030*/ BSYNC B0 ;
    /*0040*/ EXIT ;
    /*0050*/ BSSY B1, 0x70 ;
    /*0060*/ BSYNC B1 ;
    /*0070*/ RET.REL.NODEC R20 0x0 ;)")
                  .empty());
}

}  // namespace
}  // namespace reconverge::observers
