// SPDX-License-Identifier: MIT
// Which registers instructions read and write, and where the words of sm_90 have them: rules 21,
// 22, 24 and 29 of docs/model.md, "hopper-cycles".

#include "timing/cycles/register_use.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "timing/record/reader.hpp"
#include "unit/timing/cycles/operand_scene.hpp"

namespace reconverge::timing {
namespace {

using testing::mio_use_of_row;
using testing::registers_of_row;

/// "2A 4B": register and slot of each source; "6-7C": a pair; "2A+": kept for reuse.
std::string text_of(const RegisterUse& use) {
  std::string text;
  for (std::size_t i = 0; i < use.source_count; ++i) {
    const RegisterUse::Source& source = use.sources[i];
    text += (text.empty() ? "" : " ") + std::to_string(source.index);
    if (source.registers == 2) text += "-" + std::to_string(source.index + 1);
    text += static_cast<char>('A' + source.slot);
    if (source.reuse) text += "+";
  }
  return text;
}

std::string sources_of(std::string_view row, std::uint8_t reuse = 0) { return text_of(registers_of_row(row, reuse)); }

TEST(RegisterUse, SlotsAreInTheOrderOfTheSources) {
  EXPECT_EQ(sources_of("IADD3 R1, R2, R4, R6"), "2A 4B 6C");
  EXPECT_EQ(sources_of("IMAD R1, R2, R4, R6"), "2A 4B 6C");
  EXPECT_EQ(sources_of("IADD3 R1, P0, PT, R2, R4, R6"), "2A 4B 6C");
  EXPECT_EQ(sources_of("ISETP.GE.AND P0, PT, R2, R4, PT"), "2A 4B");
  EXPECT_EQ(sources_of("FMUL R1, R2, R4"), "2A 4B");
  EXPECT_EQ(sources_of("SEL R1, R2, R4, P0"), "2A 4B");
  EXPECT_EQ(sources_of("FSETP.GT.AND P0, PT, R2, R4, PT"), "2A 4B");
}

TEST(RegisterUse, WhatIsNoRegisterOfALaneHasNone) {
  EXPECT_EQ(sources_of("IADD3 R1, RZ, R4, RZ"), "4B");
  EXPECT_EQ(sources_of("IADD3 R1, R2, 0x4, R6"), "2A 6C");
  EXPECT_EQ(sources_of("IMAD R1, R2, UR4, R6"), "2A 6C");
  EXPECT_EQ(sources_of("IMAD R1, R2, c[0x0][0x4], R6"), "2A 6C");
}

TEST(RegisterUse, ASingleSourceOfMovesIsInTheSecondSlot) {
  for (const std::string row : {"MOV R1, R2", "IABS R1, R2", "I2FP.F32.S32 R1, R2"})
    EXPECT_EQ(sources_of(row), "2B") << row;
  EXPECT_EQ(testing::operation_of_row("F2FP.F16.E4M3.UNPACK_B R1, R2").slot_of(0, 1), 1) << "which is not executed";
  EXPECT_EQ(sources_of("VIADD R1, R2, 0x1"), "2A");
  EXPECT_EQ(sources_of("IMAD.MOV.U32 R1, RZ, RZ, R2"), "2C");
  EXPECT_EQ(sources_of("F2FP.F16.F32.PACK_AB R1, R2, R4"), "2A 4B") << "two sources";
  EXPECT_EQ(sources_of("F2FP.F16.F32.PACK_AB R1, RZ, R4"), "4B");
}

TEST(RegisterUse, TheSecondSourceOfSumsOfFloatsIsInTheThirdSlot) {
  EXPECT_EQ(sources_of("FADD R1, R2, R4"), "2A 4C");
  EXPECT_EQ(sources_of("HADD2 R1, R2, R4"), "2A 4C");
  EXPECT_EQ(sources_of("HADD2.F32 R1, -RZ, R4.H0_H0"), "4C");
  EXPECT_EQ(sources_of("HSET2.BF.LT.AND R1, R2, R4, PT"), "2A 4C");
  EXPECT_EQ(sources_of("HSETP2.LT.AND P2, PT, R2, R4, PT"), "2A 4C");
}

TEST(RegisterUse, WhatIsAddedToAWideProductIsAPair) {
  EXPECT_EQ(sources_of("IMAD.WIDE R8, R2, R5, R6"), "2A 5B 6-7C");
  EXPECT_EQ(sources_of("IMAD.HI R8, R2, R5, R6"), "2A 5B 6C");
}

/// The slots and pairs are facts of a card: another record has others.
TEST(RegisterUse, SlotsAndPairsAreTheRecords) {
  constexpr std::string_view moves = R"("operations": [
    {"opcode": "MOV", "unit": "alu", "lone_source_slot": "C", "rule": "x", "grade": "assumed", "source": "invented"},
    {"opcode": "IMAD", "modifier": "WIDE", "unit": "fmaheavy", "second_source_slot": "A", "rule": "x",
     "grade": "assumed", "source": "invented"}])";
  const auto card = read_record(R"({"schema": "reconverge.record", "schema_version": 1, "architecture": "sm_99",
    "extends": "sm_90", )" + std::string(moves) +
                                    "}",
                                "card.json");
  ASSERT_TRUE(card.has_value()) << to_string(card.error());
  EXPECT_EQ(text_of(registers_of_row("MOV R1, R2", 0, *card)), "2C");
  const RegisterUse wide = registers_of_row("IMAD.WIDE R8, R2, R5, R6", 0, *card);
  EXPECT_EQ(text_of(wide), "2A 5A 6C") << "no pairs";
  EXPECT_EQ(wide.written_count, 1);
  EXPECT_EQ(registers_of_row("IMAD.WIDE R8, R2, R5, R6").written_count, 2);
  EXPECT_EQ(registers_of_row("CS2R R8, SR_CLOCKLO").written_count, 2);
  EXPECT_EQ(registers_of_row("CS2R.32 R8, SR_CLOCKLO").written_count, 1);
  EXPECT_EQ(registers_of_row("DADD R8, R2, R4").written_count, 2);
}

TEST(RegisterUse, TheControlWordKeepsBySlot) {
  EXPECT_EQ(sources_of("IADD3 R1, R2, R4, R6", 0b101), "2A+ 4B 6C+");
  EXPECT_EQ(sources_of("FADD R1, R2, R4", 0b100), "2A 4C+");
  EXPECT_EQ(sources_of("FADD R1, R2, R4", 0b010), "2A 4C");
  EXPECT_EQ(sources_of("MOV R1, R2", 0b010), "2B+");
}

TEST(RegisterUse, WhatIsPrintedIsKeptWithoutIt) {
  EXPECT_EQ(sources_of("IADD3 R1, R2.reuse, R4, R6.reuse"), "2A+ 4B 6C+");
  EXPECT_EQ(sources_of("FADD R1, R2, |R4|.reuse"), "2A 4C+");
}

TEST(RegisterAges, CountFromTheIssueOfTheLastWrite) {
  RegisterAges ages;
  const Unit alu{.name = "alu", .forwarding = 3}, fma{.name = "fma", .forwarding = 5};
  EXPECT_GE(ages.age(2, 10), 100U) << "never written";
  ages.write(registers_of_row("IADD3 R2, R4, R6, RZ"), 100, 0, alu);
  EXPECT_EQ(ages.age(2, 107), 7U);
  EXPECT_EQ(ages.forwarding(2), 3);
  ages.write(registers_of_row("IMAD.WIDE R2, R4, R6, RZ"), 110, 2, fma);
  EXPECT_EQ(ages.age(2, 115), 5U);
  EXPECT_EQ(ages.age(3, 115), 3U) << "the second pass";
  EXPECT_EQ(ages.forwarding(2), 5);
  ages.forget(registers_of_row("LDS R3, [R4]"));
  EXPECT_GE(ages.age(3, 115), 100U);
  EXPECT_EQ(ages.age(2, 115), 5U);
}

std::vector<int> read_by(std::string_view row) {
  const MioUse use = mio_use_of_row(row);
  EXPECT_EQ(use.read_count, use.data + use.addresses) << row;
  return {use.read.begin(), use.read.begin() + use.read_count};
}

TEST(MioUse, DataComeFirst) {
  EXPECT_EQ(read_by("STS [R2], R7"), (std::vector{7, 2}));
  EXPECT_EQ(read_by("STS.128 [R2], R8"), (std::vector{8, 9, 10, 11, 2}));
  EXPECT_EQ(read_by("STL.64 [R1], R8"), (std::vector{8, 9, 1}));
  EXPECT_EQ(read_by("ATOMS.CAS R1, [R2], R4, R5"), (std::vector{4, 5, 2}));
  EXPECT_EQ(read_by("STS [R2], RZ"), (std::vector{2}));
}

TEST(MioUse, OfAnAddressOf64BitsTheUpperHalfDoes) {
  EXPECT_EQ(read_by("LDG.E R1, desc[UR4][R2.64+0x10]"), (std::vector{3, 2}));
  EXPECT_EQ(read_by("STG.E.64 desc[UR4][R2.64], R6"), (std::vector{6, 7, 3, 2}));
  EXPECT_EQ(read_by("LDS R1, [R12+UR4]"), (std::vector{12}));
  EXPECT_EQ(read_by("LDS R1, [UR4]"), std::vector<int>{});
  EXPECT_EQ(read_by("LDC R1, c[0x0][R2]"), (std::vector{2}));
}

TEST(MioUse, OfAnExchangeTheMaskComesBeforeTheLane) {
  EXPECT_EQ(read_by("SHFL.IDX PT, R1, R2, R3, R4"), (std::vector{2, 4, 3}));
  EXPECT_EQ(read_by("SHFL.IDX PT, R1, R2, R3, 0x1f"), (std::vector{2, 3}));
  EXPECT_EQ(read_by("SHFL.BFLY PT, R1, R2, 0x1, 0x1f"), (std::vector{2}));
}

/// The words of an access are written one by one, the result of another operation at once.
TEST(MioUse, ResultsAreWordsOfMemory) {
  EXPECT_EQ(mio_use_of_row("LDS.128 R4, [R2]").results, 4);
  EXPECT_EQ(mio_use_of_row("LDC.64 R4, c[0x0][R2]").results, 2);
  EXPECT_EQ(mio_use_of_row("F2F.F64.F32 R4, R2").results, 1);
  EXPECT_EQ(mio_use_of_row("LDS RZ, [R2]").results, 0);
  EXPECT_EQ(mio_use_of_row("STS [R2], R4").results, 0);
  EXPECT_EQ(mio_use_of_row("FCHK P0, R1, R2").results, 0);
  EXPECT_EQ(mio_use_of_row("REDUX.SUM UR4, R2").results, 1) << "on its way to the uniform registers";
  EXPECT_EQ(mio_use_of_row("S2UR UR4, SR_CTAID.X").results, 0);
}

// Segments fk_ri_* and fk_rrz_* of data/measured/h200/segments.csv take as long as fk_rr_*.
TEST(MioUse, FchkTakesTheTimeOfTwoRegisters) {
  EXPECT_EQ(mio_use_of_row("FCHK P0, R1, R2").data, 2);
  EXPECT_EQ(mio_use_of_row("FCHK P0, R1, 3").data, 2);
  EXPECT_EQ(mio_use_of_row("FCHK P0, R1, RZ").data, 2);
}

TEST(MioUse, PairsAreReadFromTheLowerOneOn) {
  EXPECT_EQ(read_by("I2F.S64 R1, R2"), (std::vector{2, 3}));
  EXPECT_EQ(read_by("MATCH.ANY.U64 R1, R2"), (std::vector{2, 3}));
  EXPECT_EQ(read_by("POPC R1, R2"), (std::vector{2}));
  EXPECT_EQ(read_by("FCHK P0, R1, R2"), (std::vector{1, 2}));
}

}  // namespace
}  // namespace reconverge::timing
