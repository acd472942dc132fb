// SPDX-License-Identifier: MIT
#include "observers/trace.hpp"

#include <gtest/gtest.h>

#include <optional>

#include "unit/observers/watched_run.hpp"

namespace reconverge::observers {
namespace {

using core::LaneMask;

TEST(Trace, HandsOverEveryInstructionWithTheStateBeforeIt) {
  std::vector<Trace::Row> rows;
  std::optional<Trace> trace;
  run_watched("SSY 0x20\n@P0 BRA 0x18\nNOP\nNOP.S\nEXIT\n",
              [&](const emulator::TokenStack& stack) -> emulator::Listener& {
                return trace.emplace(stack, [&](const Trace::Row& row) { rows.push_back(row); });
              });
  struct Expected {
    std::uint32_t index;
    std::uint32_t active, executing;
    std::string waiting;
  };
  const std::vector<Expected> expected = {
      {0, 0xF, 0xF, ""},
      {1, 0xF, 0xC, "SYNC 0x0000000f 0x20"},
      {3, 0xC, 0xC, "SYNC 0x0000000f 0x20 | DIV 0x00000003 0x10"},
      {2, 0x3, 0x3, "SYNC 0x0000000f 0x20"},
      {3, 0x3, 0x3, "SYNC 0x0000000f 0x20"},
      {4, 0xF, 0xF, ""},
  };
  ASSERT_EQ(rows.size(), expected.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    SCOPED_TRACE(i);
    EXPECT_EQ(rows[i].at.step, i + 1);
    EXPECT_EQ(rows[i].at.index, expected[i].index);
    EXPECT_EQ(rows[i].active, LaneMask(expected[i].active));
    EXPECT_EQ(rows[i].executing, LaneMask(expected[i].executing));
    EXPECT_EQ(rows[i].waiting, expected[i].waiting);
  }
}

}  // namespace
}  // namespace reconverge::observers
