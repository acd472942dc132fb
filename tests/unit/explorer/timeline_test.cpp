// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "unit/explorer/recorded.hpp"

namespace reconverge::explorer {
namespace {

using observers::Timeline;

// Lanes take BRK one after another out of a loop, some exit inside it: masks of tokens shrink.
constexpr const char* breaks_and_exits = R"(
code for sm_20
	Function : breaks
/*0008*/ PBK 0x48;
/*0010*/ IADD R0, R0, 0x1;
/*0018*/ ISETP.LT.AND P0, PT, R0, R5, PT;
/*0020*/ SSY 0x38;
/*0028*/ @!P0 BRK;
/*0030*/ NOP.S;
/*0038*/ NOP;
/*0040*/ BRA 0x10;
/*0048*/ EXIT;
)";

/// The timeline says at every instruction what the emulator said.
void expect_faithful(const Recorded& recorded) {
  const Timeline& timeline = recorded.timeline();
  const auto rows = rows_of(timeline);
  ASSERT_EQ(rows.size(), recorded.seen.size());
  ASSERT_EQ(timeline.steps, recorded.seen.size());
  TimelineCursor replay(timeline);
  std::size_t event = 0;
  auto guarded = timeline.guarded.begin();
  for (const Seen& seen : recorded.seen) {
    // After step - 1 instructions, that is: every change of those.
    while (event < timeline.events.size() && timeline.events[event].step < seen.step) {
      const auto step = replay.advance();
      while (event < timeline.events.size() && timeline.events[event].step == step) ++event;
    }
    const WarpState& state = replay.state();
    ASSERT_EQ(rows[seen.step - 1], seen.row) << "step " << seen.step;
    ASSERT_EQ(state.active, seen.active) << "step " << seen.step;
    ASSERT_EQ(state.resident, seen.resident) << "step " << seen.step;
    ASSERT_EQ(state.tokens.size(), seen.tokens.size()) << "step " << seen.step;
    for (std::size_t i = 0; i < seen.tokens.size(); ++i) {
      ASSERT_EQ(state.tokens[i].kind, seen.tokens[i].kind);
      ASSERT_EQ(state.tokens[i].mask, seen.tokens[i].mask) << "step " << seen.step << ", token " << i;
      ASSERT_EQ(state.tokens[i].index, seen.tokens[i].index);
    }
    core::LaneMask executing = seen.active;
    if (guarded != timeline.guarded.end() && guarded->step == seen.step) executing = (guarded++)->executing;
    ASSERT_EQ(executing, seen.executing) << "step " << seen.step;
  }
}

TEST(Timeline, IsFaithfulToTheSingleLoop) {
  for (const int n : {0, 2, 17, 31}) expect_faithful(record_paper("single_loop", n));
}
TEST(Timeline, IsFaithfulToTheDoubleLoop) {
  for (const int n : {1, 15, 23, 31}) expect_faithful(record_paper("double_loop", n));
}
TEST(Timeline, IsFaithfulWhereTokensLoseLanes) {
  const auto recorded = record(breaks_and_exits, {5}, 7, 2);
  bool narrowed = false;
  for (const auto& event : recorded.timeline().events)
    narrowed = narrowed || std::holds_alternative<Timeline::Narrowed>(event.change);
  EXPECT_TRUE(narrowed) << "the listing was meant to take lanes out of tokens";
  expect_faithful(recorded);
}

TEST(Timeline, EndsWithEveryLaneExited) {
  const auto recorded = record(breaks_and_exits, {5}, 7, 2);
  TimelineCursor replay(recorded.timeline());
  while (replay.more()) replay.advance();
  EXPECT_EQ(replay.state().exited, core::LaneMask::all());
  EXPECT_TRUE(replay.state().active.empty());
}

// A loop that goes round 32 times is one stretch, not 32.
TEST(Timeline, FoldsLoops) {
  const auto recorded = record_paper("single_loop", 0);
  EXPECT_LT(recorded.timeline().path.size(), 5u);
  EXPECT_EQ(recorded.timeline().steps, 135u);  // 133 of the region, one row before it and one after
}

TEST(Timeline, TellsWhatTheLastInstructionDid) {
  const auto recorded = record(R"(
code for sm_20
	Function : split
/*0008*/ ISETP.LT.AND P0, PT, R5, 0x20, PT;
/*0010*/ @P0 BRA 0x10;
)",
                               {5}, 3);
  TimelineCursor replay(recorded.timeline());
  while (replay.more()) replay.advance();
  EXPECT_EQ(to_string(replay.state().active), "0xe0000000");
}

TEST(Prices, AreThoseOfTheRecord) {
  const auto kepler = prices_of(timing::kepler());
  EXPECT_EQ(kepler.divergence, 32);
  EXPECT_EQ(kepler.spill, 84);
  EXPECT_EQ(kepler.reload, 0);
  const auto fermi = prices_of(timing::fermi());
  EXPECT_FALSE(fermi.divergence.has_value());
  EXPECT_NE(fermi.missing.find("fermi"), std::string::npos);
}

}  // namespace
}  // namespace reconverge::explorer
