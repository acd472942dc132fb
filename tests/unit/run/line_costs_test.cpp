// SPDX-License-Identifier: MIT
// Which source line is the first cause: that whose branches come to the most together.

#include "run/line_costs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sass/reader.hpp"

namespace reconverge::run {
namespace {

/// Rows 0 and 2 come from line 5, row 1 from line 7, row 3 from line 9.
sass::Function function() {
  const auto read = sass::read_function(
      "code for sm_90\n\tFunction : k\n"
      "\t//## File \"k.cu\", line 5\n/*0000*/ NOP ;\n\t//## File \"k.cu\", line 7\n/*0010*/ NOP ;\n"
      "\t//## File \"k.cu\", line 5\n/*0020*/ NOP ;\n\t//## File \"k.cu\", line 9\n/*0030*/ EXIT ;\n",
      "k.sass", {});
  EXPECT_TRUE(read.has_value());
  return *read;
}

/// Row 3 is executed while lanes are elsewhere: 10 times by each row of line 5, 15 times by that of line 7.
observers::InstructionCounts counts() {
  observers::InstructionCounts counts;
  counts.rows.resize(4);
  auto& row = counts.rows[3];
  row.executions = 35;
  row.active_lanes = 35 * 31;
  row.apart = {{1, 15}, {0, 10}, {2, 10}};
  const auto by = [](std::uint32_t cause) { return emulator::IdleCause{.why = emulator::Idle::parted, .row = cause}; };
  row.idle = {{by(1), 15}, {by(0), 10}, {by(2), 10}};
  return counts;
}

TEST(LineCosts, PutTheLineFirstWhoseBranchesComeToMostTogether) {
  const auto all = counts();
  const auto lines = line_costs(function(), {.counts = &all});
  ASSERT_EQ(lines.size(), 1u);
  std::vector<std::uint32_t> apart, idle;
  for (const auto& part : lines[0].apart) apart.push_back(part.cause);
  for (const auto& part : lines[0].idle) idle.push_back(part.cause.row);
  EXPECT_THAT(apart, testing::ElementsAre(0, 2, 1)) << "20 of line 5, then 15 of line 7";
  EXPECT_EQ(idle, apart);
  EXPECT_EQ(sum_of(lines).apart.front().cause, 0u);
}

TEST(LineCosts, SumIdleLanesByLine) {
  const auto all = counts();
  const auto sums = idle_by_line(line_costs(function(), {.counts = &all})[0].idle);
  ASSERT_EQ(sums.size(), 2u);
  EXPECT_EQ(sums[0].idle.lanes, 20u);
  EXPECT_THAT(sums[0].rows, testing::ElementsAre(0, 2));
  EXPECT_EQ(sums[1].idle.lanes, 15u);
}

}  // namespace
}  // namespace reconverge::run
