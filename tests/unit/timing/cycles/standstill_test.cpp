// SPDX-License-Identifier: MIT
// Rule 29 of docs/model.md, "hopper-cycles": what the clock makes of operands that come late.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "unit/timing/cycles/timed_listing.hpp"

namespace reconverge::timing {
namespace {

using testing::cycles_of;

/// The first number behind a mnemonic that occurs once.
int issue_of(const std::string& cycles, const std::string& mnemonic) {
  const std::size_t found = cycles.find(mnemonic + ":");
  return found == std::string::npos ? -1 : std::stoi(cycles.substr(found + mnemonic.size() + 1));
}

/// By how much the rows, one cycle each, are late in all.
int late(const std::string& rows) {
  const auto count = static_cast<int>(std::ranges::count(rows, '\n')) + 1;
  return issue_of(cycles_of(rows + "\nNOP\nNOP\nNOP\nEXIT"), "EXIT") - count - 3;
}

TEST(Rule29, WhatIssuesRightBehindIsNotHeldBack) {
  EXPECT_EQ(cycles_of("IADD3 R1, R2, R4, RZ\nIMAD R9, R6, R8, RZ\nNOP\nNOP\nEXIT"),
            "IADD3:0 IMAD:1 NOP:2 NOP:4 EXIT:5");
  EXPECT_EQ(cycles_of("IADD3 R1, R2, R4, R6\nIMAD R9, R8, R10, R12\nNOP\nNOP\nEXIT"),
            "IADD3:0 IMAD:1 NOP:2 NOP:5 EXIT:6");
}

/// Both results come a standstill later, also that of the row right behind the late one: the last row finds R51 4
/// cycles old and R59, of its bank, 5.
TEST(Rule29, TheResultOfWhatIssuesRightBehindIsLateToo) {
  EXPECT_EQ(cycles_of("FMUL R61, R51, R60\nFADD R51, -R50, R46\nFMUL R56, R59, R60 ?trans3\nFMUL R59, R61, R51\n"
                      "FADD R51, -R37, R39 ?trans4\nFFMA R51, R56, R51, R59\nNOP\nNOP\nEXIT"),
            "FMUL:0 FADD:1 FMUL:2 FMUL:5 FADD:6 FFMA:13 NOP:14 NOP:18 EXIT:19");
}

TEST(Rule29, StallsStandStill) {
  EXPECT_EQ(cycles_of("IADD3 R1, R2, R4, RZ\nIMAD R9, R6, R8, RZ ?trans4\nEXIT"), "IADD3:0 IMAD:1 EXIT:6");
  EXPECT_EQ(cycles_of("IADD3 R1, R2, R4, RZ\nIMAD R9, R6, R8, RZ\nNOP ?trans6\nEXIT"), "IADD3:0 IMAD:1 NOP:2 EXIT:9");
}

TEST(Rule29, PipesStandStill) {
  EXPECT_EQ(cycles_of("IADD3 R1, R2, R4, RZ\nIMAD.WIDE R12, R6, R10, RZ\nIMAD R9, R11, RZ, RZ\nEXIT"),
            "IADD3:0 IMAD.WIDE:1 IMAD:6 EXIT:7");
}

TEST(Rule29, WhatFindsAnotherUnitFreeIsNotHeldBackButWhatFollowsIs) {
  EXPECT_EQ(cycles_of("IADD3 R1, R2, R4, R6\nFFMA R9, R8, R10, R12\nFMUL R13, RZ, RZ\nNOP\nEXIT"),
            "IADD3:0 FFMA:1 FMUL:2 NOP:5 EXIT:6")
      << "issue stands still behind it";
  EXPECT_EQ(cycles_of("IMAD R1, R2, R4, R6\nIADD3 R9, R8, R10, R12\nIADD3 R13, RZ, RZ, RZ\nNOP\nEXIT"),
            "IMAD:0 IADD3:1 IADD3:5 NOP:6 EXIT:7")
      << "that of its own unit does not";
}

TEST(Rule29, AReadingOfTheClockStandsStillToo) {
  EXPECT_EQ(cycles_of("IADD3 R1, R2, R4, RZ\nIMAD.WIDE R12, R6, R10, RZ ?trans2\nCS2R R20, "
                      "SR_CLOCKLO\nNOP\nEXIT"),
            "IADD3:0 IMAD.WIDE:1 CS2R:4 NOP:7 EXIT:8");
  EXPECT_EQ(cycles_of("IADD3 R1, R2, R4, RZ\nIMAD.WIDE R12, R6, R10, RZ ?trans1\nCS2R R20, "
                      "SR_CLOCKLO\nNOP\nEXIT"),
            "IADD3:0 IMAD.WIDE:1 CS2R:2 NOP:6 EXIT:7")
      << "not if it comes before";
}

/// POPC at 0, whose scoreboard is clear at 17, and what waits for it behind two operations from
/// this cycle on.
std::string waiting_behind(int cycle, const std::string& operations) {
  const std::string cycles = cycles_of("POPC R20, R21 &wr=0x0 ?trans11\nNOP ?trans" + std::to_string(cycle - 11) +
                                       "\n" + operations + "\nNOP &req={0} ?trans1\nEXIT");
  return cycles.substr(cycles.find("IADD3:"));
}

// Segments popc_* of data/measured/h200/segments.csv.
TEST(Rule29, ScoreboardsDoSoonBeforeTheyAreClear) {
  EXPECT_EQ(waiting_behind(13, "IADD3 R1, RZ, RZ, RZ\nIMAD R9, RZ, RZ, RZ"), "IADD3:13 IMAD:14 NOP:17 EXIT:18");
  EXPECT_EQ(waiting_behind(12, "IADD3 R1, R2, R4, RZ\nIMAD R9, R6, R8, RZ"), "IADD3:12 IMAD:13 NOP:18 EXIT:19");
  EXPECT_EQ(waiting_behind(13, "IADD3 R1, R2, R4, RZ\nIMAD R9, R6, R8, RZ"), "IADD3:13 IMAD:14 NOP:18 EXIT:19");
  EXPECT_EQ(waiting_behind(13, "IADD3 R1, R2, R4, R6\nIMAD R9, R8, R10, R12"), "IADD3:13 IMAD:14 NOP:19 EXIT:20")
      << "clear in the middle";
  EXPECT_EQ(waiting_behind(14, "IADD3 R1, R2, R4, R6\nIMAD R9, R8, R10, R12"), "IADD3:14 IMAD:15 NOP:19 EXIT:20")
      << "clear at the beginning";
}

TEST(Rule29, WhatEntersTheMioBeforeAStandstillIsLateByIt) {
  const auto load_behind = [](const std::string& operations) {
    return cycles_of(operations + "\nLDS R20, [UR4] &wr=0x0 ?trans5\nNOP &req={0} ?trans1\nEXIT");
  };
  EXPECT_EQ(load_behind("IADD3 R1, RZ, RZ, RZ\nIMAD R9, RZ, RZ, RZ"), "IADD3:0 IMAD:1 LDS:2 NOP:24 EXIT:25");
  EXPECT_EQ(load_behind("IADD3 R1, R2, R4, RZ\nIMAD R9, R6, R8, RZ"), "IADD3:0 IMAD:1 LDS:2 NOP:25 EXIT:26");
  EXPECT_EQ(load_behind("IADD3 R1, R2, R4, R6\nIMAD R9, R8, R10, R12"), "IADD3:0 IMAD:1 LDS:2 NOP:26 EXIT:27");
  EXPECT_EQ(load_behind("IADD3 R1, R2, R4, R6\nIMAD R9, R8, R10, R12\nNOP"),
            "IADD3:0 IMAD:1 NOP:2 LDS:5 NOP:27 EXIT:28")
      << "behind it";
}

// Which units read

TEST(Rule29, OperationsOfThreeUnitsRead) {
  EXPECT_EQ(late("IADD3 R1, R2, R4, R6\nIMAD R9, R8, R10, R12"), 2);
  EXPECT_EQ(late("IMAD R1, R2, R4, R6\nFFMA R9, R8, R10, R12"), 2);
  EXPECT_EQ(late("FFMA R1, R2, R4, R6\nIADD3 R9, R8, R10, R12"), 2);
}

TEST(Rule29, HalvesOfTheirOwnPipeDoNot) {
  const std::string row = "HFMA2.MMA R20, R2, R4, R6";
  EXPECT_EQ(late("IADD3 R1, R2, R4, R6\n" + row), 0);
  EXPECT_EQ(late(row + "\nIADD3 R9, R8, R10, R12"), 0);
}

/// By how much two doubles, and what issues between them, are late in all.
int late_doubles(const std::string& first, const std::string& between, const std::string& second) {
  return issue_of(cycles_of(first + " ?trans1\n" + between + " ?trans1\n" + second + " ?trans2\nEXIT"), "EXIT") - 4;
}

// Segments dbl_* of data/measured/h200/segments.csv.
TEST(Rule29, DoublesReadBothBanksFromBuffersOfTheirOwn) {
  const std::string sum = "DADD R32, R16, R18", product = "DMUL R34, R20, R22", both = "DFMA R36, R16, R18, R26";
  EXPECT_EQ(late_doubles(sum, "NOP", product), 0);
  EXPECT_EQ(late_doubles(both, "NOP", product), 0);
  EXPECT_EQ(late_doubles(both, "NOP", "DFMA R38, R20, R22, R26"), 1);
  for (const std::string between : {"ISETP.NE.AND P3, PT, R20, 0x1, PT", "ISETP.NE.AND P3, PT, R21, 0x1, PT"}) {
    EXPECT_EQ(late_doubles(sum, between, product), 0) << between;
    EXPECT_EQ(late_doubles(both, between, product), 1) << between;
    EXPECT_EQ(late_doubles(sum, between, both), 1) << between;
    EXPECT_EQ(late_doubles(both, between, "DFMA R38, R20, R22, R26"), 2) << between;
  }
}

// Segments off_*.
TEST(Rule28, ArithmeticThatNoLaneExecutesReadsNothing) {
  EXPECT_EQ(late("IADD3 R1, R2, R4, R6\nIMAD R9, R8, R10, R12"), 2);
  EXPECT_EQ(late("@!PT IADD3 R1, R2, R4, R6\nIMAD R9, R8, R10, R12"), 0);
}

// Segments mio_ldg_wide_*: the load reads R5 in the cycle in which the product wants R19.
TEST(Rule29, TheUpperHalfOfAnAddendIsReadLast) {
  const auto product_behind = [](const std::string& load, const std::string& stall) {
    return issue_of(cycles_of(load + " &wr=0x0 ?trans" + stall + "\nIMAD.WIDE R48, R16, 0x4, R18 ?trans6\nEXIT"),
                    "EXIT");
  };
  EXPECT_EQ(product_behind("LDG.E R28, desc[UR4][R4.64]", "1"), 1 + 8 + 1);
  EXPECT_EQ(product_behind("LDG.E R28, desc[UR4][R4.64]", "2"), 2 + 8);
  EXPECT_EQ(product_behind("LDS R28, [R24]", "1"), 1 + 8);
  EXPECT_EQ(product_behind("LDS R28, [R25]", "1"), 1 + 8 + 1);
}

TEST(Rule29, TheClockPassesTheSecondPass) {
  EXPECT_EQ(cycles_of("IMAD.WIDE R8, R2, R5, R6\nIADD3 R1, R2, RZ, R4\nNOP\nNOP\nEXIT"),
            "IMAD.WIDE:0 IADD3:3 NOP:4 NOP:6 EXIT:7");
  EXPECT_EQ(cycles_of("IMAD.WIDE R8, R2, R5, R6\nIADD3 R1, R2, R4, RZ\nNOP\nNOP\nEXIT"),
            "IMAD.WIDE:0 IADD3:3 NOP:4 NOP:5 EXIT:6");
}

// What was written just now, and reuse

/// A register written 4 cycles before it is read, and again one cycle behind that, with another of
/// its bank each.
int reading_again(const std::string& writer, const std::string& first, const std::string& second) {
  return issue_of(cycles_of(writer + " ?trans4\n" + first + "\n" + second + "\nNOP\nNOP\nEXIT"), "EXIT") - 8;
}

TEST(Rule29, ReuseSavesTheSecondReading) {
  EXPECT_EQ(reading_again("NOP", "IADD3 R1, R40, R4, RZ", "IMAD R5, R40, R6, RZ"), 1);
  EXPECT_EQ(reading_again("NOP", "IADD3 R1, R40.reuse, R4, RZ", "IMAD R5, R40, R6, RZ"), 0);
}

TEST(Rule29, ButNotOfWhatTheOwnUnitWroteJustNow) {
  EXPECT_EQ(reading_again("IADD3 R40, RZ, RZ, RZ", "IADD3 R1, R40.reuse, R4, RZ", "IMAD R5, R40, R6, RZ"), 1);
  EXPECT_EQ(reading_again("IMAD R40, RZ, RZ, RZ", "IADD3 R1, R40.reuse, R4, RZ", "IMAD R5, R40, R6, RZ"), 0);
  EXPECT_EQ(reading_again("IADD3 R40, RZ, RZ, RZ", "IMAD R1, R40.reuse, R4, RZ", "IADD3 R5, R40, R6, RZ"), 0);
  EXPECT_EQ(reading_again("IMAD R40, RZ, RZ, RZ", "IMAD R1, R40.reuse, R4, RZ", "IADD3 R5, R40, R6, RZ"), 1);
}

TEST(Rule29, WhatNoLaneExecutesWritesNothing) {
  EXPECT_EQ(reading_again("@P3 IADD3 R40, RZ, RZ, RZ", "IADD3 R1, R40.reuse, R4, RZ", "IMAD R5, R40, R6, RZ"), 0);
}

// The MIO

/// Rows, the last one of the MIO, between the write and the reading of a register. How many cycles
/// before the reading the last of them has to issue, of 1 to 4, to come in its way: what is so
/// fresh is read 2 cycles after.
std::string in_the_way(const std::string& rows, std::string_view fresh, const std::string& writer = "IADD3") {
  std::string found;
  for (int before = 1; before <= 4; ++before) {
    const std::string index(fresh);
    const std::string cycles =
        cycles_of(writer + " " + index + ", RZ, RZ, RZ ?trans" + std::to_string(5 - before) + "\n" + rows + " ?trans" +
                  std::to_string(before) + "\nISETP.GE.AND P0, PT, " + index + ", RZ, PT ?trans4\nEXIT");
    const int cycles_between = issue_of(cycles, "EXIT") - issue_of(cycles, "ISETP.GE.AND");
    if (cycles_between > 4) found += (found.empty() ? "" : " ") + std::to_string(before);
  }
  return found;
}

std::string even_in_the_way(const std::string& rows) { return in_the_way(rows, "R40"); }
std::string odd_in_the_way(const std::string& rows) { return in_the_way(rows, "R41"); }

TEST(Rule29, TheMioReadsFromTheSameBanks) {
  EXPECT_EQ(even_in_the_way("STS [R2], RZ"), "1");
  EXPECT_EQ(odd_in_the_way("STS [R2], RZ"), "");
  EXPECT_EQ(even_in_the_way("STS [R2], R4"), "2 4");
  EXPECT_EQ(even_in_the_way("LDS R1, [R2]"), "1");
  EXPECT_EQ(even_in_the_way("LDG.E R1, desc[UR4][R2.64]"), "3");
  EXPECT_EQ(odd_in_the_way("LDG.E R1, desc[UR4][R2.64]"), "1");
  EXPECT_EQ(even_in_the_way("STL [R3], R2"), "2");
  EXPECT_EQ(odd_in_the_way("STL [R3], R2"), "4");
  EXPECT_EQ(even_in_the_way("SHFL.BFLY PT, R1, R2, 0x1, 0x1f"), "2");
  EXPECT_EQ(even_in_the_way("POPC R1, R2"), "2");
  EXPECT_EQ(even_in_the_way("MATCH.ANY R1, R2"), "3");
  EXPECT_EQ(even_in_the_way("LDC R1, c[0x0][R2]"), "3");
}

TEST(Rule29, BarrierRegistersAreNotModelled) { EXPECT_EQ(even_in_the_way("BMOV.32 B0, R2"), ""); }

TEST(Rule29, WhatNoLaneExecutesReadsNothing) {
  EXPECT_EQ(even_in_the_way("@P3 STS [R2], R4"), "");
  EXPECT_EQ(in_the_way("STS [R2], RZ", "R40", "@P3 IADD3"), "") << "and writes nothing that is fresh";
}

TEST(Rule29, BehindABusyPortAllButTheSpecialUnitAreACycleLater) {
  EXPECT_EQ(even_in_the_way("LDS R1, [R3] ?trans1\nPOPC R1, R2"), "2");
  EXPECT_EQ(even_in_the_way("LDS R1, [R3] ?trans1\nSTS [R5], R2"), "3");
  const auto reading_behind_a_match = [](const std::string& stall) {
    return cycles_of(
        "LDG.E R1, desc[UR4][R2.64] ?trans1\nIADD3 R41, RZ, RZ, RZ ?trans1\nMATCH.ANY R1, R3 "
        "?trans" +
        stall + "\nISETP.GE.AND P0, PT, R41, RZ, PT ?trans4\nEXIT");
  };
  EXPECT_EQ(reading_behind_a_match("3"), "LDG.E:0 IADD3:1 MATCH.ANY:2 ISETP.GE.AND:5 EXIT:9");
  EXPECT_EQ(reading_behind_a_match("4"), "LDG.E:0 IADD3:1 MATCH.ANY:2 ISETP.GE.AND:6 EXIT:11") << "at 8 instead of 7";
}

}  // namespace
}  // namespace reconverge::timing
