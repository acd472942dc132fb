// SPDX-License-Identifier: MIT
// What warps share that each have a sub-partition: rule shared-unit.

#include "timing/cycles/multiprocessor.hpp"

#include <gtest/gtest.h>

#include "timing/record/reader.hpp"

namespace reconverge::timing {
namespace {

CycleRecord odd_record() {
  CycleRecord record;
  record.multiprocessor = {.sub_partitions = 3, .shared_unit_operation = 5};
  return record;
}

TEST(SharedUnit, ServesOneOperationAfterAnother) {
  const CycleRecord record = odd_record();
  Multiprocessor multiprocessor(record);
  EXPECT_EQ(multiprocessor.use_shared_unit(10, 1), 10u);
  EXPECT_EQ(multiprocessor.use_shared_unit(10, 0), 10u) << "what does not use it does not wait";
  EXPECT_EQ(multiprocessor.use_shared_unit(11, 2), 15u);
  EXPECT_EQ(multiprocessor.use_shared_unit(12, 1), 25u);
  EXPECT_EQ(multiprocessor.use_shared_unit(31, 1), 31u);
}

TEST(SharedUnit, WarpsComeToABarOneAfterAnother) {
  CycleRecord record = odd_record();
  record.multiprocessor.bar_arrival = 4;
  record.multiprocessor.bar_arrival_crowded = 6;
  const Multiprocessor multiprocessor(record);
  EXPECT_EQ(multiprocessor.bar_complete({10}), 10u);
  EXPECT_EQ(multiprocessor.bar_complete({11, 10, 12}), 18u);
  EXPECT_EQ(multiprocessor.bar_complete({10, 30, 11}), 30u) << "the last one comes later than the others take";
  EXPECT_EQ(multiprocessor.bar_complete({10, 10, 10, 10}), 28u) << "four warps share three sub-partitions";
}

TEST(IssuePort, TakesAnInstructionACycleAndLosesSlotsWhereWarpsCompete) {
  const MultiprocessorTiming rule{.switch_loss = 500};
  IssuePort port(rule);
  EXPECT_EQ(port.free(), 0u);
  port.issue(0, 7, true);
  EXPECT_EQ(port.free(), 8u);
  port.issue(4, 8, true);
  EXPECT_EQ(port.free(), 9u) << "half a slot is lost";
  port.issue(4, 9, true);
  EXPECT_EQ(port.free(), 10u) << "the same warp again";
  port.issue(0, 10, false);
  EXPECT_EQ(port.free(), 11u) << "nobody else could";
  port.issue(4, 11, true);
  EXPECT_EQ(port.free(), 13u) << "and the other half";
}

TEST(IssuePort, LetsTheWarpGoThatHasNotForLongest) {
  const MultiprocessorTiming rule;
  IssuePort port(rule);
  port.issue(8, 1, true);
  port.issue(0, 2, true);
  EXPECT_TRUE(port.goes_before(8, 0));
  EXPECT_TRUE(port.goes_before(4, 8)) << "it has not at all";
  EXPECT_FALSE(port.goes_before(0, 8));
}

TEST(IssuePort, BranchesLandApart) {
  const MultiprocessorTiming rule{.landing_fetch = 5};
  IssuePort port(rule);
  EXPECT_EQ(port.land(10), 10u);
  EXPECT_EQ(port.land(11), 15u);
  EXPECT_EQ(port.land(30), 30u);
}

TEST(SharedUnit, TurnsGoRoundWithTheClock) {
  const CycleRecord record = odd_record();
  const Multiprocessor multiprocessor(record);
  for (std::size_t warp = 0; warp < 6; ++warp) {
    EXPECT_EQ(multiprocessor.turn_of(warp, 30), warp % 3);
    EXPECT_EQ(multiprocessor.turn_of(warp, 31), (warp + 2) % 3);
  }
}

TEST(SharedUnit, WarpsTakeSubPartitionsInTurn) {
  const CycleRecord record = odd_record();
  Multiprocessor multiprocessor(record);
  EXPECT_EQ(&multiprocessor.of_warp(1), &multiprocessor.of_warp(4));
  EXPECT_NE(&multiprocessor.of_warp(0), &multiprocessor.of_warp(1));
  EXPECT_EQ(Multiprocessor::count_of(*built_in_record("sm_90")), 4u);
}

}  // namespace
}  // namespace reconverge::timing
