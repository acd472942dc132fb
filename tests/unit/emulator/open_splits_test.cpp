// SPDX-License-Identifier: MIT
// Which row took each lane that does not take part: the one that it executed last together with any lane that runs.

#include "emulator/reconvergence/open_splits.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

namespace reconverge::emulator {
namespace {

using core::LaneMask;

/// Four lanes, of which 28 others are missing; rows are executed one after another.
class Splits {
 public:
  explicit Splits(LaneMask live = LaneMask(0xF)) : splits_(live) {}

  /// "28 no thread, 2 parted by 7": after the row has issued for these lanes.
  std::string issue(std::uint32_t row, std::uint32_t active) {
    splits_.issued({{++step_, row}, LaneMask(active), LaneMask(active)});
    std::string text;
    for (const auto& part : splits_.idle()) {
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", part.lanes, to_string(part.cause.why));
      if (part.cause.row != no_index) text += fmt::format(" by {}", part.cause.row);
    }
    return text;
  }
  void exit(std::uint32_t row, std::uint32_t lanes) { splits_.exited({{step_, row}, LaneMask(lanes)}); }

 private:
  OpenSplits splits_;
  std::uint64_t step_ = 0;
};

TEST(OpenSplits, AWholeWarpHasNoIdleLane) {
  Splits splits(LaneMask::all());
  EXPECT_EQ(splits.issue(0, 0xFFFF'FFFF), "");
}

TEST(OpenSplits, LanesWithoutAThreadWereNeverThere) { EXPECT_EQ(Splits().issue(0, 0xF), "28 no thread"); }

TEST(OpenSplits, EachLaneIsChargedToTheBranchThatTookIt) {
  Splits splits(LaneMask::all());
  splits.issue(1, 0xFFFF'FFFF);  // parts 0 to 15 from the others
  EXPECT_EQ(splits.issue(2, 0xFFFF), "16 parted by 1");
  EXPECT_EQ(splits.issue(3, 0x00FF), "8 parted by 2, 16 parted by 1");
  EXPECT_EQ(splits.issue(4, 0xFF00), "8 parted by 2, 16 parted by 1");
  EXPECT_EQ(splits.issue(5, 0xFFFF), "16 parted by 1") << "the inner branch is undone";
  EXPECT_EQ(splits.issue(6, 0xFFFF'0000), "16 parted by 1") << "whatever the others have executed since";
  EXPECT_EQ(splits.issue(7, 0xFFFF'FFFF), "");
}

TEST(OpenSplits, ALoopThatLanesLeaveOneByOne) {
  Splits splits;
  splits.issue(0, 0xF);
  splits.issue(9, 0xF);
  EXPECT_EQ(splits.issue(9, 0x7), "28 no thread, 1 parted by 9");
  EXPECT_EQ(splits.issue(9, 0x3), "28 no thread, 2 parted by 9");
  EXPECT_EQ(splits.issue(10, 0xF), "28 no thread");
}

TEST(OpenSplits, LanesThatLeftAreChargedToTheirExit) {
  Splits splits;
  splits.issue(3, 0xF);
  splits.exit(3, 0x8);
  EXPECT_EQ(splits.issue(4, 0x7), "28 no thread, 1 exited by 3");
  EXPECT_EQ(splits.issue(5, 0x3), "28 no thread, 1 exited by 3, 1 parted by 4");
  splits.exit(5, 0x3);
  EXPECT_EQ(splits.issue(6, 0x4), "28 no thread, 1 exited by 3, 2 exited by 5");
}

/// Lanes that leave do not part those that stay.
TEST(OpenSplits, AnExitOfOtherLanesIsNoCause) {
  Splits splits;
  splits.issue(1, 0xF);
  splits.issue(2, 0x3);
  splits.exit(2, 0x1);
  EXPECT_EQ(splits.issue(3, 0x2), "28 no thread, 1 exited by 2, 2 parted by 1");
}

/// Lanes 0, 1 | 2, 3 part at 1, then 1 and 2 meet without the others: 0 was parted from that group by 2, 3 by 5.
TEST(OpenSplits, LanesThatMeetInOtherCombinationsThanTheyParted) {
  Splits splits(LaneMask::all());
  splits.issue(0, 0xFFFF'FFFF);
  splits.issue(1, 0xF);
  EXPECT_EQ(splits.issue(2, 0x3), "2 parted by 1, 28 parted by 0");
  EXPECT_EQ(splits.issue(5, 0xC), "2 parted by 1, 28 parted by 0");
  EXPECT_EQ(splits.issue(6, 0x6), "1 parted by 5, 1 parted by 2, 28 parted by 0");
}

/// Groups of every combination: the answer stays exact, and what is kept stays bounded.
TEST(OpenSplits, ManyCombinationsAreNotForgotten) {
  Splits splits(LaneMask::all());
  std::uint32_t row = 0;
  for (int a = 0; a < 32; ++a)
    for (int b = a + 1; b < 32; ++b) splits.issue(++row, (1u << a) | (1u << b));
  // Lane 31 was last together with lane k in the last round of a = k; with lane 30 at the very end.
  EXPECT_EQ(splits.issue(1000, 0x1).find("31 parted"), std::string::npos);
  std::string expected;
  for (int b = 31; b >= 1; --b) expected += fmt::format("{}1 parted by {}", expected.empty() ? "" : ", ", b);
  EXPECT_EQ(splits.issue(1001, 0x1), expected) << "lane 0 was together with lane b at row b";
}

}  // namespace
}  // namespace reconverge::emulator
