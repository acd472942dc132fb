// SPDX-License-Identifier: MIT
// Cycles that are looked up are those that are worked out, in every state that the card was measured in.

#include <gtest/gtest.h>

#include "golden/measured_files.hpp"
#include "study/replay/replay.hpp"

namespace reconverge::golden {
namespace {

void expect_same(const run::KernelRun& looked_up, const run::KernelRun& worked_out) {
  EXPECT_EQ(looked_up.last_issue, worked_out.last_issue);
  EXPECT_EQ(looked_up.account.rows, worked_out.account.rows);
  EXPECT_EQ(looked_up.waiting, worked_out.waiting);
  EXPECT_EQ(looked_up.untimed, worked_out.untimed);
  EXPECT_EQ(looked_up.doubts, worked_out.doubts);
  ASSERT_EQ(looked_up.buffers.size(), worked_out.buffers.size());
  for (std::size_t i = 0; i < looked_up.buffers.size(); ++i)  // the stamps are in them
    EXPECT_EQ(looked_up.buffers[i].buffer.bytes, worked_out.buffers[i].buffer.bytes);
}

class ClockMemo : public testing::TestWithParam<std::string> {};

TEST_P(ClockMemo, HasTheCyclesThatAreWorkedOut) {
  for (const measurements::BenchRun& run : measured(GetParam())) {
    const auto replay = study::EmulatedBenchmark::open(run, GetParam());
    if (!replay) continue;
    for (const measurements::BenchState& state : run.states) {
      SCOPED_TRACE(run.name + " n = " + std::to_string(state.n.value_or(-1)));
      expect_same(replay->run(state).run, replay->run(state, {.remembers = false}).run);
      if (HasFailure()) return;
    }
  }
}

std::string name_of(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  for (char& letter : name)
    if (std::isalnum(static_cast<unsigned char>(letter)) == 0) letter = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(File, ClockMemo, testing::ValuesIn(measured_files()), name_of);

}  // namespace
}  // namespace reconverge::golden
