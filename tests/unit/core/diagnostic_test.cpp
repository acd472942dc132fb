// SPDX-License-Identifier: MIT
#include "core/diagnostic.hpp"

#include <gtest/gtest.h>

namespace reconverge::core {
namespace {

Diagnostic at(Location where) { return {Failure::input, "no such opcode", "", std::move(where)}; }

TEST(Diagnostic, NamesPlaceThenMessage) { EXPECT_EQ(to_string(at({"a.sass", 12, 7})), "a.sass:12:7: no such opcode"); }

TEST(Diagnostic, LeavesOutWhatIsUnknown) {
  EXPECT_EQ(to_string(at({"a.sass", 12, 0})), "a.sass:12: no such opcode");
  EXPECT_EQ(to_string(at({"a.sass", 0, 0})), "a.sass: no such opcode");
  EXPECT_EQ(to_string(at({"", 12, 7})), "12:7: no such opcode");
  EXPECT_EQ(to_string(at({})), "no such opcode");
}

TEST(Diagnostic, AColumnWithoutALineSaysNothing) {
  EXPECT_EQ(to_string(at({"a.sass", 0, 7})), "a.sass: no such opcode");
}

TEST(Diagnostic, HintStandsOnItsOwnLine) {
  Diagnostic diagnostic = at({"-", 3, 1});
  diagnostic.hint = "--skip-unknown=timing";
  EXPECT_EQ(to_string(diagnostic), "-:3:1: no such opcode\n  try: --skip-unknown=timing");
}

}  // namespace
}  // namespace reconverge::core
