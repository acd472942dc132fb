// SPDX-License-Identifier: MIT
// Uses of accesses have numbers by which a memo knows them again.

#include "timing/cycles/clock_memo.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace reconverge::timing {
namespace {

/// All different, each another than the first in one thing.
std::vector<AccessTiming> different_uses() {
  const AccessTiming plain{.passes = Passes{}};
  std::vector<AccessTiming> uses(20, plain);
  uses[1].passes->wavefronts = 2;
  uses[2].passes->tags = 2;
  uses[3].passes->sectors = 2;
  uses[4].passes->registers_at_once = 2;
  uses[5].passes->banks = {1};
  uses[6].passes->route = Route::shared;
  uses[7].passes->late = 1;
  uses[8].passes->busy = 1;
  uses[9].passes->in_order = false;
  uses[10].delay = 1;
  uses[11].waits_behind_bar = true;
  uses[12].passes.reset();
  uses[13].passes->wavefronts = 63;
  uses[14].passes->wavefronts = 64;
  uses[15].passes->wavefronts = 0;
  uses[16].passes->wavefronts = -1;
  uses[17].passes->registers_at_once = 0;
  uses[18].passes->registers_at_once = 3;
  uses[19].passes->wavefronts = 2;
  uses[19].waits_behind_bar = true;
  return uses;
}

TEST(ClockMemo, NumbersUsesThatDifferInAnything) {
  ClockMemo memo;
  const std::vector<AccessTiming> uses = different_uses();
  for (int again = 0; again < 2; ++again)
    for (std::uint32_t i = 0; i < uses.size(); ++i) {
      EXPECT_EQ(memo.number_of(uses[i]), i);
      EXPECT_EQ(memo.use(i), uses[i]);
    }
}

}  // namespace
}  // namespace reconverge::timing
