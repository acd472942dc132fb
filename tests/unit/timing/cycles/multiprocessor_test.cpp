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
