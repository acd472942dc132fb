// SPDX-License-Identifier: MIT
// Rule 29 of docs/model.md, "hopper-cycles": the banks of the register file and the buffers behind
// them.

#include "timing/cycles/operand_reads.hpp"

#include <gtest/gtest.h>

#include <string>

#include "unit/timing/cycles/operand_scene.hpp"

namespace reconverge::timing {
namespace {

using testing::OperandScene;

constexpr std::uint64_t start = 1000;
constexpr std::uint8_t even = 0, odd = 1;

/// An operation with registers of the even bank in these of its slots A, B and C.
std::string reading(std::string_view slots) {
  const auto source = [&](char slot, const char* index) {
    return slots.find(slot) == std::string_view::npos ? "RZ" : index;
  };
  return std::string("IADD3 R1, ") + source('A', "R2") + ", " + source('B', "R4") + ", " + source('C', "R6");
}

/// By how much the last of several is late that follow each other.
std::uint64_t late(std::initializer_list<std::string_view> all_slots, std::uint64_t spacing = 1) {
  OperandScene scene;
  std::uint64_t cycle = start, cycles = 0;
  for (const std::string_view slots : all_slots) {
    cycles = scene.issue(cycle, reading(slots));
    cycle += spacing;
  }
  return cycles;
}

// Banks and buffers

TEST(Rule29, ABankGivesOneRegisterACycle) {
  EXPECT_EQ(late({"AB", "AB"}), 1U);
  EXPECT_EQ(late({"AB", "AC"}), 0U);
  EXPECT_EQ(late({"ABC", "ABC"}), 2U);
}

TEST(Rule29, EvenAndOddRegistersAreTwoBanks) {
  const auto twice = [](std::string_view row) {
    OperandScene scene;
    scene.issue(start, row);
    return scene.issue(start + 1, row);
  };
  EXPECT_EQ(twice("IADD3 R1, R2, R3, RZ"), 0U);
  EXPECT_EQ(twice("IADD3 R1, R2, R3, R4"), 1U);
  EXPECT_EQ(twice("IADD3 R1, R3, R4, R5"), 1U);
  EXPECT_EQ(twice("IADD3 R1, R3, R5, R7"), 2U);
}

TEST(Rule29, ABufferIsFreeWhenItsInstructionLeaves) {
  EXPECT_EQ(late({"ABC", "ABC"}, 2), 1U);
  EXPECT_EQ(late({"ABC", "ABC"}, 3), 0U);
  EXPECT_EQ(late({"A", "A", "ABC"}), 1U);
  EXPECT_EQ(late({"A", "B", "ABC"}), 0U);
  EXPECT_EQ(late({"AB", "A", "AB"}), 1U);
  EXPECT_EQ(late({"AB", "C", "AB"}), 0U);
}

TEST(Rule29, WhatIsLateLeavesWhenItsLastRegisterHasCome) {
  const auto behind = [](std::string_view row) {
    OperandScene scene;
    scene.issue(start, "IADD3 R1, R3, R5, R7");
    EXPECT_EQ(scene.issue(start + 1, "IADD3 R1, R2, R3, R5"), 1U);  // leaves at 5 instead of 4
    scene.want(start + 2, "LDS R1, [R2]");                          // takes the even bank at 5
    return scene.issue(start + 2, row);
  };
  EXPECT_EQ(behind("IADD3 R1, R4, RZ, RZ"), 1U);
  EXPECT_EQ(behind("IADD3 R1, RZ, R4, RZ"), 0U);
}

TEST(Rule29, ABankIsFreeFromTheFirstCycleOn) {
  OperandScene scene;
  EXPECT_EQ(scene.issue(0, reading("ABC")), 0U);
}

TEST(Rule29, StandsStillFromTwoCyclesAfterTheIssueOn) {
  OperandScene scene;
  scene.issue(start, reading("ABC"));
  EXPECT_TRUE(scene.reads.issue_stalls().empty());
  EXPECT_EQ(scene.issue(start + 1, reading("ABC")), 2U);
  ASSERT_FALSE(scene.reads.issue_stalls().empty());
  EXPECT_EQ(scene.reads.issue_stalls().front().from, start + 3);
  EXPECT_EQ(scene.reads.issue_stalls().front().cycles, 2U);
}

TEST(Rule29, WhatIssuesBeforeAStandstillHasItsCyclesToo) {
  OperandScene scene;
  scene.issue(start, reading("ABC"));
  scene.issue(start + 1, reading("ABC"));                // has all at 6
  EXPECT_EQ(scene.issue(start + 2, reading("AB")), 1U);  // at 8, and was due at 5 + 2
  EXPECT_EQ(scene.reads.stopped(), 3U);
  scene.reads.end_issue_stall();
  ASSERT_FALSE(scene.reads.issue_stalls().empty());
  EXPECT_EQ(scene.reads.issue_stalls().front().from, start + 6);
  EXPECT_EQ(scene.reads.issue_stalls().front().cycles, 1U);
  scene.reads.end_issue_stall();
  EXPECT_TRUE(scene.reads.issue_stalls().empty());
  EXPECT_EQ(scene.reads.stopped(), 0U);
}

TEST(Rule29, WhatIsTwiceAnOperandIsReadOnce) {
  const auto behind_two = [](std::string_view row) {
    OperandScene scene;
    scene.issue(start, reading("AB"));
    return scene.issue(start + 1, row);
  };
  EXPECT_EQ(behind_two("IADD3 R1, R8, R10, RZ"), 1U);
  EXPECT_EQ(behind_two("IADD3 R1, R8, R8, RZ"), 0U);
}

TEST(Rule29, AndThenWhenBothBuffersAreFree) {
  for (const std::string_view first : {"A", "B"}) {
    OperandScene scene;
    scene.issue(start, reading(first));  // leaves at 3
    scene.want(start, "LDS R1, [R2]");   // takes the bank just then
    EXPECT_EQ(scene.issue(start + 1, "IADD3 R1, R8, R8, RZ"), 1U) << first;
  }
}

TEST(Rule29, ASecondPassKeepsItsBuffersTwoCyclesLonger) {
  const auto behind_wide = [](std::uint64_t after, std::string_view row) {
    OperandScene scene;
    scene.issue(start, "IMAD.WIDE R8, R2, R5, R6");
    return scene.issue(start + after, row);
  };
  EXPECT_EQ(behind_wide(3, reading("AC")), 1U);
  EXPECT_EQ(behind_wide(4, reading("AC")), 0U);
  EXPECT_EQ(behind_wide(3, reading("A")), 0U);
  EXPECT_EQ(behind_wide(3, reading("AB")), 0U) << "the one in B was odd";
}

TEST(Rule29, APairIsOneRegisterOfEachBank) {
  OperandScene scene;
  scene.issue(start, "IMAD.WIDE R8, RZ, RZ, R6");
  EXPECT_TRUE(scene.is_taken(even, start));
  EXPECT_FALSE(scene.is_taken(odd, start));
  EXPECT_TRUE(scene.is_taken(odd, start + 2)) << "the upper half last";
  EXPECT_EQ(scene.issue(start + 2, "IADD3 R1, RZ, RZ, R7"), 1U) << "in both buffers of the slot";
}

// Reuse

/// Whether the even bank is read by an operation that needs at most one register of it.
bool reads_bank(OperandScene& scene, std::uint64_t cycle, std::string_view row, std::uint8_t reuse = 0) {
  scene.issue(cycle, row, reuse);
  return scene.is_taken(even, cycle);
}

constexpr std::string_view reads_r2 = "IADD3 R1, R2, RZ, RZ";

TEST(Rule29, AReusedRegisterIsNotReadAgain) {
  OperandScene scene;
  EXPECT_TRUE(reads_bank(scene, start, reads_r2, 1));
  EXPECT_FALSE(reads_bank(scene, start + 10, reads_r2, 1));
  EXPECT_FALSE(reads_bank(scene, start + 20, reads_r2));
  EXPECT_TRUE(reads_bank(scene, start + 30, reads_r2)) << "the last one did not keep it";
}

TEST(Rule29, AReusedRegisterSavesItsCycle) {
  const auto second = [](std::uint8_t reuse) {
    OperandScene scene;
    scene.issue(start, "IADD3 R1, R2, R4, RZ", reuse);
    return scene.issue(start + 1, "IMAD R1, R2, R4, R6");
  };
  EXPECT_EQ(second(0), 1U);
  EXPECT_EQ(second(1), 0U);
}

TEST(Rule29, ARegisterIsKeptForItsSlotAlone) {
  OperandScene scene;
  reads_bank(scene, start, reads_r2, 1);
  EXPECT_TRUE(reads_bank(scene, start + 10, "IADD3 R1, RZ, RZ, R2"));
  EXPECT_FALSE(reads_bank(scene, start + 20, reads_r2));
}

TEST(Rule29, UntilAnotherRegisterOfTheBankTakesTheSlot) {
  const auto after = [](std::string_view row) {
    OperandScene scene;
    reads_bank(scene, start, reads_r2, 1);
    scene.issue(start + 10, row);
    return reads_bank(scene, start + 20, reads_r2);
  };
  EXPECT_TRUE(after("IADD3 R1, R4, RZ, RZ"));
  OperandScene scene;
  reads_bank(scene, start, reads_r2, 1);
  EXPECT_TRUE(reads_bank(scene, start + 10, "IADD3 R1, R4, RZ, RZ"));
  EXPECT_FALSE(after("IADD3 R1, R3, RZ, RZ")) << "of the other bank";
  EXPECT_FALSE(after("IADD3 R1, RZ, R4, R6")) << "in the other slots";
  EXPECT_FALSE(after("IADD3 R1, RZ, 0x1, RZ"));
}

// Fresh registers

/// How many cycles after its issue a register is read that was written so long before.
int read_after(std::uint64_t age) {
  OperandScene scene;
  scene.write(start - age, 2);
  scene.issue(start, reads_r2);
  for (int after = 0; after < 4; ++after)
    if (scene.is_taken(even, start + static_cast<std::uint64_t>(after))) return after;
  return -1;
}

TEST(Rule29, FreshRegistersComeInTheLastCycleInWhichTheyAreNotLate) {
  EXPECT_EQ(read_after(4), 2);
  EXPECT_EQ(read_after(5), 2);
  EXPECT_EQ(read_after(6), 2);
  EXPECT_EQ(read_after(7), 1);
  EXPECT_EQ(read_after(8), 0);
}

TEST(Rule29, AndTakeTheBanksTurn) {
  const auto behind_the_port = [](std::uint64_t age) {
    OperandScene scene;
    scene.write(start + 1 - age, 2);
    scene.want(start, "STS [R4], RZ");
    return scene.issue(start + 1, "ISETP.GE.AND P0, PT, R2, RZ, PT");
  };
  EXPECT_EQ(behind_the_port(4), 1U);
  EXPECT_EQ(behind_the_port(5), 1U);
  EXPECT_EQ(behind_the_port(6), 1U);
  EXPECT_EQ(behind_the_port(8), 0U);
}

/// Whether a register of that age, read for reuse by the integer and logic unit, is read again 10
/// cycles later.
bool is_read_again(std::uint64_t age, bool by_alu) {
  OperandScene scene;
  scene.write(start - age, 2, by_alu);
  scene.issue(start, reads_r2, 1);
  return reads_bank(scene, start + 10, reads_r2);
}

TEST(Rule29, WhatComesPastTheBankIsNotKept) {
  EXPECT_FALSE(is_read_again(6, true));
  EXPECT_TRUE(is_read_again(5, true));
  EXPECT_TRUE(is_read_again(5, false));
  EXPECT_TRUE(is_read_again(4, true));
  EXPECT_FALSE(is_read_again(4, false)) << "of another unit";
}

/// Reading it in two cycles in a row, by the same slot, from 5 cycles after it was written on: whether what comes later
/// reads it once more. `between`: cycles from one to the other.
bool is_read_after_two(std::uint64_t between) {
  OperandScene scene;
  scene.write(start - 5, 2, true);
  scene.issue(start, reads_r2, 1);
  scene.issue(start + between, reads_r2, 1);
  return reads_bank(scene, start + 10, reads_r2);
}

TEST(Rule29, NorIsWhatTheSameBufferTakesRightBehindIt) {
  EXPECT_TRUE(is_read_after_two(1));
  EXPECT_FALSE(is_read_after_two(3)) << "long in the bank by then";
}

TEST(Rule29, ButIsWhereTheBufferWasBusyLonger) {
  OperandScene scene;
  scene.issue(start - 2, "IADD3 R1, R2, R4, R6");
  scene.issue(start - 1, "IMAD R9, R8, R10, R12");
  scene.write(start - 5, 2, true);
  scene.issue(start, reads_r2, 1);
  scene.issue(start + 1, reads_r2, 1);
  EXPECT_FALSE(reads_bank(scene, start + 12, reads_r2));
}

TEST(Rule29, ButWhatIsKeptStays) {
  OperandScene scene;
  scene.write(start - 4, 2, false);
  scene.issue(start, reads_r2, 1);
  scene.issue(start + 1, reads_r2, 1);  // 5 cycles old, but not read
  EXPECT_FALSE(reads_bank(scene, start + 10, reads_r2));
}

// The MIO

/// The cycles in which a bank gives registers to an instruction of the MIO that wants the port,
/// from then on.
std::string taken_by(OperandScene& scene, std::uint8_t bank) {
  std::string cycles;
  for (std::uint64_t after = 0; after < 12; ++after)
    if (scene.is_taken(bank, start + after)) cycles += (cycles.empty() ? "" : " ") + std::to_string(after);
  return cycles;
}

std::string taken_by(std::string_view row, std::uint8_t bank) {
  OperandScene scene;
  scene.want(start, row);
  return taken_by(scene, bank);
}

TEST(Rule29, TheMioReadsThreeCyclesAfterItsPortTookARegister) {
  EXPECT_EQ(taken_by("LDS R1, [R2]", even), "3");
  EXPECT_EQ(taken_by("LDS R1, [R2]", odd), "");
  EXPECT_EQ(taken_by("LDS R1, [UR4]", even), "");
  EXPECT_EQ(taken_by("LDS R1, [UR4]", odd), "");
}

TEST(Rule29, AndTheNextTwoCyclesLater) {
  EXPECT_EQ(taken_by("STS.64 [R7], R4", even), "3");
  EXPECT_EQ(taken_by("STS.64 [R7], R4", odd), "5 7");
  EXPECT_EQ(taken_by("LDG.E R1, desc[UR4][R2.64]", odd), "3") << "the upper half of an address";
  EXPECT_EQ(taken_by("LDG.E R1, desc[UR4][R2.64]", even), "5");
}

TEST(Rule29, AStoreThatOthersHoldUpReadsItsRegistersLater) {
  const auto held_up = [](std::uint64_t from, std::uint64_t by) {
    OperandScene scene;
    scene.reads.share_port();
    scene.want(start, "STS [R2], R4");
    scene.want(start + 6, "LDS R1, [R6]");
    scene.reads.delay_port(from, by, 2);
    return taken_by(scene, even);
  };
  EXPECT_EQ(held_up(start, 0), "3 5 9");
  EXPECT_EQ(held_up(start, 1), "4 6 9") << "the load has the port later, in any case";
  EXPECT_EQ(held_up(start, 4), "7 9 11");
  EXPECT_EQ(held_up(start + 1, 2), "3 6 9") << "its data are read";
}

/// The same for a row that wants the port `later` cycles after a load with one register of the odd
/// bank.
std::string taken_behind_a_load(std::uint64_t later, bool behind_others) {
  OperandScene scene;
  scene.want(start, "LDS R1, [R3]");
  scene.want(start + later, "STS [R2], RZ", behind_others);
  return taken_by(scene, even);
}

TEST(Rule29, ThePortServesOneAfterTheOther) {
  EXPECT_EQ(taken_behind_a_load(1, false), "5");
  EXPECT_EQ(taken_behind_a_load(2, false), "5");
  EXPECT_EQ(taken_behind_a_load(3, false), "6");
}

TEST(Rule29, WhatLetsOthersGoFirstComesACycleLaterIfThePortWasBusy) {
  EXPECT_EQ(taken_behind_a_load(1, true), "5");
  EXPECT_EQ(taken_behind_a_load(2, true), "6");
  EXPECT_EQ(taken_behind_a_load(3, true), "6");
}

TEST(Rule29, AFullQueueIsKnownToItsEnd) {
  OperandScene scene;
  for (int i = 0; i < 10; ++i) scene.want(start, "STG.E.128 desc[UR4][R2.64], R8");
  EXPECT_EQ(taken_by(scene, even), "3 7");
  EXPECT_EQ(taken_by(scene, odd), "5 9 11");
  EXPECT_TRUE(scene.is_taken(even, start + 3 + 118));
  EXPECT_FALSE(scene.is_taken(even, start + 3 + 120));
}

}  // namespace
}  // namespace reconverge::timing
