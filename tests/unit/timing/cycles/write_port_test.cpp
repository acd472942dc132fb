// SPDX-License-Identifier: MIT
// Rule 25 of docs/model.md, "hopper-cycles": what results of XU make of arithmetic, and results that nobody computes.

#include <gtest/gtest.h>

#include <string>

#include "unit/timing/cycles/timed_listing.hpp"

namespace reconverge::timing {
namespace {

using testing::cycles_of;

/// When EXIT issues behind so many rows of logic and multiplication in turn, one a cycle, of which every second or each
/// writes an even register.
std::string end_behind(const std::string& operation, int rows, bool all_even) {
  std::string listing = "NOP ?trans2\n" + operation + " ?trans1\n";
  for (int i = 0; i < rows; ++i)
    listing += i % 2 == 0 ? "LOP3.LUT R26, R18, 0xff, RZ, 0xc0, !PT ?trans1\n"
                          : "IMAD.IADD R" + std::to_string(all_even ? 26 : 27) + ", R19, 0x1, R20 ?trans1\n";
  const std::string cycles = cycles_of(listing + "EXIT");
  return cycles.substr(cycles.rfind("EXIT:"));
}

// Segments xu_* of data/measured/h200/segments.csv.
TEST(Rule25, AResultOfTheSpecialUnitGivesWayToArithmeticForOneCycle) {
  EXPECT_EQ(end_behind("MUFU.RCP R22, R16", 16, false), "EXIT:19");
  EXPECT_EQ(end_behind("MUFU.RCP R22, R16", 16, true), "EXIT:20") << "its bank is written in two cycles in a row";
  EXPECT_EQ(end_behind("MUFU.RCP R23, R16", 16, true), "EXIT:19");
  EXPECT_EQ(end_behind("I2F.F64 R22, R16", 16, false), "EXIT:20") << "a pair takes both banks";
  EXPECT_EQ(end_behind("I2F.F64 R22, R16", 8, false), "EXIT:11");
}

/// When EXIT issues that waits for MUFU.RCP, where a row so many cycles behind it has to wait for a register.
std::string end_with_late_row(int place) {
  std::string listing = "NOP ?trans2\nMUFU.RCP R60, R56 &wr=0x0 ?trans1\n";
  for (int i = 1; i < place; ++i)
    listing += i == place - 5   ? "FSEL R51, R18, 0.25, !P1 ?trans1\n"
               : i == place - 2 ? "MUFU.SIN R53, R71 ?trans1\n"
                                : "NOP ?trans1\n";
  const std::string cycles = cycles_of(listing + "FMUL R58, R56, R51 ?trans1\nEXIT &req={0}");
  return cycles.substr(cycles.rfind("EXIT:"));
}

// Segments late_* of data/measured/h200/segments.csv.
TEST(Rule2, AScoreboardStandsStillWithIssueInItsLastCycles) {
  EXPECT_EQ(end_with_late_row(11), "EXIT:19");
  for (const int place : {12, 13, 14}) EXPECT_EQ(end_with_late_row(place), "EXIT:20") << place;
  EXPECT_EQ(end_with_late_row(15), "EXIT:20") << "EXIT could issue when issue stands still";
}

/// When EXIT issues behind an operation of XU and 16 rows that write even registers, the tenth of them replaced.
std::string end_around(const std::string& operation, const std::string& tenth) {
  std::string listing = "NOP ?trans2\n" + operation + " ?trans1\n";
  for (int i = 0; i < 16; ++i)
    listing += i == 9       ? tenth + " ?trans1\n"
               : i % 2 == 0 ? "LOP3.LUT R26, R18, 0xff, RZ, 0xc0, !PT ?trans1\n"
                            : "IMAD.IADD R26, R19, 0x1, R20 ?trans1\n";
  const std::string cycles = cycles_of(listing + "EXIT");
  return cycles.substr(cycles.rfind("EXIT:"));
}

// Segments xu_at_* of data/measured/h200/segments.csv.
TEST(Rule25, AResultOfTheSpecialUnitAlsoHoldsBackOperationsOfTheMioAndDoubles) {
  EXPECT_EQ(end_around("MUFU.RCP R22, R16", "NOP"), "EXIT:19");
  EXPECT_EQ(end_around("MUFU.RCP R22, R16", "MUFU.RCP R24, R17"), "EXIT:20");
  EXPECT_EQ(end_around("MUFU.RCP R22, R16", "MUFU.RCP R25, R17"), "EXIT:19") << "its result goes into the other bank";
  EXPECT_EQ(end_around("I2F.F64 R22, R16", "MUFU.RCP R25, R17"), "EXIT:20");
  EXPECT_EQ(end_around("MUFU.RCP R22, R16", "LDS R24, [R21]"), "EXIT:20");
  EXPECT_EQ(end_around("MUFU.RCP R22, R16", "STS [R21], R11"), "EXIT:19") << "it writes no register";
  EXPECT_EQ(end_around("MUFU.RCP R22, R16", "DADD R24, R28, R30"), "EXIT:21")
      << "and arithmetic two cycles behind a double waits";
}

// Segments idle_* of data/measured/h200/segments.csv.
TEST(Rule25, WhatNoLaneExecutesDelaysNoArithmetic) {
  const auto behind = [](const std::string& guard, const std::string& double_or_half) {
    return cycles_of("NOP ?trans2\n" + guard + double_or_half + " ?trans2\nIADD3 R26, R20, 0x1, RZ\nEXIT");
  };
  for (const std::string row : {"DMUL R24, R16, R18", "HFMA2.MMA R24, R16, R18, R20"}) {
    EXPECT_NE(behind("", row).find("IADD3:5"), std::string::npos) << row;
    EXPECT_NE(behind("@!PT ", row).find("IADD3:4"), std::string::npos) << row;
  }
}

}  // namespace
}  // namespace reconverge::timing
