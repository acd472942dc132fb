// SPDX-License-Identifier: MIT
#include "run/block_list.hpp"

#include <gmock/gmock.h>

namespace reconverge::run {
namespace {

using testing::ElementsAre;

TEST(BlockList, CountsWhatIsInSeveralRangesOnce) {
  const BlockList list({{5, 9}, {0, 2}, {7, 12}, {3, 3}});
  EXPECT_THAT(list.ranges(), ElementsAre(BlockList::Range{0, 3}, BlockList::Range{5, 12}));
  EXPECT_EQ(list.count(), 12u);
  EXPECT_EQ(list.at(3), 3u);
  EXPECT_EQ(list.at(4), 5u);
  EXPECT_EQ(list.at(11), 12u);
  EXPECT_TRUE(list.contains(12));
  EXPECT_FALSE(list.contains(4));
}

TEST(BlockList, EndsAtABlock) {
  const BlockList list = BlockList({{0, 3}, {17, 20}}).up_to(18);
  EXPECT_THAT(list.ranges(), ElementsAre(BlockList::Range{0, 3}, BlockList::Range{17, 18}));
  EXPECT_EQ(BlockList::first(4).up_to(2).count(), 3u);
}

}  // namespace
}  // namespace reconverge::run
