// SPDX-License-Identifier: MIT
// Forms that ordinary code of one generation or another is full of.

#include <gtest/gtest.h>

#include <bit>
#include <string>

#include "unit/emulator/data_row.hpp"
#include "unit/emulator/scene.hpp"

namespace reconverge::emulator::testing {
namespace {

constexpr std::uint64_t wide_values[] = {
    0, 1, 5, 0xFFFF'FFFF, 0x1'0000'0000, 0x8000'0000'0000'0000, 0xFFFF'FFFF'FFFF'FFFF};

TEST(Isub, MakesDifferencesOfWordsAndPairs) {
  EXPECT_EQ(result_of_row("ISUB R0, R1, R2", 9, 4, 0, "sm_35"), 5u);
  EXPECT_EQ(result_of_row("ISUB R0, R1, 0xa", 9, 0, 0, "sm_35"), 0xFFFF'FFFFu);
  for (const std::uint64_t a : wide_values)
    for (const std::uint64_t b : wide_values) {
      Scene scene("ISUB R0.CC, R2, R4\nISUB.X R1, R3, R5\nEXIT", "sm_35");
      for (int word = 0; word < 2; ++word) {
        scene.warp.set_register(2 + word, same(static_cast<std::uint32_t>(a >> 32 * word)));
        scene.warp.set_register(4 + word, same(static_cast<std::uint32_t>(b >> 32 * word)));
      }
      const std::uint32_t low = result_of(scene, 0)[0];
      EXPECT_EQ(low | std::uint64_t{scene.warp.register_value(1)[0]} << 32, a - b) << a << ' ' << b;
    }
  for (const char* row : {"ISUB R0, -R1, R2", "ISUB R0, R1, ~R2", "ISUB.SAT R0, R1, R2"})
    EXPECT_FALSE(can_execute(row, "sm_35")) << row;
  EXPECT_FALSE(can_execute("ISUB R0, R1, R2", "sm_70"));
}

TEST(Iadd, SaturatesBeforeVolta) {
  EXPECT_EQ(result_of_row("IADD.SAT R0, R1, R2", 0x7FFF'FFFF, 1, 0, "sm_52"), 0x7FFF'FFFFu);
  EXPECT_EQ(result_of_row("IADD.SAT R0, R1, -R2", 0, 0x8000'0000, 0, "sm_52"), 0x7FFF'FFFFu) << "2^31 is no word";
  EXPECT_EQ(result_of_row("IADD.SAT R0, -R1, -R2", 0x7FFF'FFFF, 5, 0, "sm_52"), 0x8000'0000u);
  EXPECT_EQ(result_of_row("IADD.SAT R0, R1, R2", 7, 0xFFFF'FFFE, 0, "sm_52"), 5u);
}

TEST(Viadd, TakesTheFirstFromTheSecond) {
  EXPECT_EQ(result_of_row("VIADD.16x2 R0, -R1, R2", 0x0001'0001, 0x0001'0000, 0, "sm_120"), 0x0000'FFFFu);
  EXPECT_EQ(result_of_row("VIADD.16x2 R0, -R1, RZ", 0x0001'8000, 0, 0, "sm_120"), 0xFFFF'8000u);
  EXPECT_FALSE(can_execute("VIADD.16x2 R0, -R1, -R2", "sm_120"));
  EXPECT_FALSE(can_execute("VIADD.S32.ISAT R0, -R1, R2", "sm_120"));
}

TEST(Iadd, OfBlackwellCarriesThroughPredicates) {
  for (const std::uint64_t a : wide_values)
    for (const std::uint64_t b : wide_values)
      for (const bool subtracts : {false, true}) {
        DataRow low(subtracts ? "IADD R0, P0, R2, -R4" : "IADD R0, P0, R2, R4", "sm_120");
        low.set(2, static_cast<std::uint32_t>(a)).set(4, static_cast<std::uint32_t>(b)).execute();
        DataRow high(subtracts ? "IADD.X R1, R3, ~R5, P0" : "IADD.X R1, R3, R5, P0", "sm_120");
        high.set(3, static_cast<std::uint32_t>(a >> 32))
            .set(5, static_cast<std::uint32_t>(b >> 32))
            .set_predicate(0, low.holds(0))
            .execute();
        EXPECT_EQ(low.word(0) | std::uint64_t{high.word(1)} << 32, subtracts ? a - b : a + b)
            << a << ' ' << b << ' ' << subtracts;
      }
  DataRow uniform("UIADD UR4, UP1, UR5, UR6", "sm_120");
  EXPECT_TRUE(uniform.set_uniform(5, 0xFFFF'FFFF).set_uniform(6, 2).execute().holds(first_uniform_predicate + 1));
  EXPECT_EQ(uniform.uniform(4), 1u);
  for (const char* row :
       {"IADD R0, R1, R2, P0", "IADD.X R0, R1, R2", "IADD.X R0, R1, -R2, P0", "IADD R0, P0, |R1|, R2"})
    EXPECT_FALSE(can_execute(row, "sm_120")) << row;
}

TEST(Fmnmx3, IsOfThreeNumbers) {
  const auto of = [](float value) { return std::bit_cast<std::uint32_t>(value); };
  const std::uint32_t nan = 0x7FC0'0000;
  EXPECT_EQ(result_of_row("FMNMX3 R0, R1, R2, R3, !PT", of(1), of(3), of(2), "sm_100"), of(3));
  EXPECT_EQ(result_of_row("FMNMX3 R0, R1, R2, -R3, PT", of(1), of(3), of(2), "sm_100"), of(-2));
  EXPECT_EQ(result_of_row("FMNMX3 R0, R1, R2, R3, !PT", of(1), nan, of(2), "sm_100"), of(2));
  EXPECT_EQ(result_of_row("FMNMX3.NAN R0, R1, R2, R3, !PT", of(1), nan, of(2), "sm_100"), 0x7FFF'FFFFu);
  EXPECT_EQ(result_of_row("FMNMX3.FTZ R0, R1, R2, R3, !PT", 5, 0x8000'0005, 7, "sm_100"), 0u);
  EXPECT_FALSE(can_execute("FMNMX3 R0, R1, R2, R3, !PT", "sm_61"));
}

TEST(Isetp, OfCuda9NamesARelationThatIsNotRead) {
  DataRow row("ISETP.GE.AND P1, PT, R1, R2, PT, !PT", "sm_70");
  EXPECT_TRUE(row.set(1, 3).set(2, 3).execute().holds(1));
  EXPECT_FALSE(can_execute("ISETP.GE.AND P1, PT, R1, R2, PT, P3", "sm_70")) << "which a row without .EX does not read";
  EXPECT_FALSE(can_execute("ISETP.GE.AND P1, PT, R1, R2, PT, !PT", "sm_61"));
}

TEST(Special, AWarpIsInNoCluster) { EXPECT_EQ(DataRow("CS2R.32 R0, SR_CgaSize", "sm_103").execute().word(0), 1u); }

std::string reason(const std::string& row, std::string_view arch) {
  const DataRow data(row, arch);
  return data.problem() ? data.problem()->message : "";
}

TEST(Reasons, NameWhatIsMissing) {
  EXPECT_EQ(reason("S2R R0, SR_LMEMLOSZ", "sm_103"), "special register SR_LMEMLOSZ of S2R is not known");
  EXPECT_EQ(reason("S2R R0, SR_SMEMSZ", "sm_75"), "special register SR_SMEMSZ of S2R is not known");
  EXPECT_EQ(reason("S2R R0, SR_VIRTCFG", "sm_80"), "special register SR_VIRTCFG of S2R is not known");
  EXPECT_EQ(reason("CS2R.32 R0, SR_PM3", "sm_90"), "special register SR_PM3 of CS2R.32 is not known");
  EXPECT_EQ(reason("MOVM.8.U4TO8 R0, R1", "sm_90"),
            "'MOVM.8.U4TO8' cannot be executed: no such instruction is implemented");
  EXPECT_EQ(reason("TEX.LL RZ, R7, R14, R12, R14, 2D, 0x1", "sm_90"),
            "'TEX.LL' cannot be executed: texture instructions are not implemented");
  EXPECT_EQ(reason("UTMALDG.2D [UR8], [UR4]", "sm_90"),
            "'UTMALDG.2D' cannot be executed: instructions of the tensor memory accelerator (TMA) are not implemented");
  EXPECT_EQ(reason("REDG.E.ADD.F32x4.FTZ.RN.STRONG.GPU desc[UR4][R6.64], R12", "sm_90"),
            "'REDG.E.ADD.F32x4.FTZ.RN.STRONG.GPU' cannot be executed: no such instruction is implemented");
  EXPECT_EQ(reason("HSET2.BF.LT.AND R0, R1.H0_H0, R2.F32, PT", "sm_75"),
            "HSET2.BF.LT.AND reads a float as a half (R2.F32), and how it is rounded here is not known");
  const std::string nan = "an operand of FSEL is a NaN, whose bits are not in the text";
  EXPECT_EQ(reason("FSEL R7, R5, +QNAN , P0", "sm_70"), nan);
  EXPECT_EQ(reason("DADD R0, R2, +QNAN ", "sm_70"), "an operand of DADD is a NaN, whose bits are not in the text");
  EXPECT_EQ(reason("HADD2 R0, R2, +QNAN , +QNAN ", "sm_70"),
            "an operand of HADD2 is a NaN, whose bits are not in the text");
}

TEST(Lop32i, LeavesFlags) {
  DataRow row("LOP32I.AND RZ.CC, R1, 0xff", "sm_50");
  row.set(1, 0x1F00).execute();
  EXPECT_EQ(row.warp.code.zero, core::LaneMask::all());
  DataRow other("LOP32I.OR R0.CC, R1, 0x80000000", "sm_50");
  other.set(1, 1).execute();
  EXPECT_EQ(other.word(0), 0x8000'0001u);
  EXPECT_EQ(other.warp.code.sign, core::LaneMask::all());
  EXPECT_TRUE(other.warp.code.zero.empty());
}

TEST(NarrowAddresses, HaveOneRegister) {
  Scene scene(R"(
    MOV32I R2, 0x100
    MOV32I R3, 0xffffffff
    MOV32I R4, 0x7
    MOV32I R5, 0x8
    ST.64 [R2+0x10], R4
    LD R6, [R2+0x10]
    LDU R7, [R2+0x14]
    RED.ADD [R2+0x10], R4
    ATOM.EXCH R8, [R2+0x10], R5
    LD.U8 R9, [R2+0x10]
    EXIT)");
  EXPECT_EQ(result_of(scene, 6)[0], 7u);
  EXPECT_EQ(scene.warp.register_value(7)[0], 8u);
  EXPECT_EQ(scene.warp.register_value(9)[0], 8u);
  EXPECT_EQ(scene.warp.global().load(0x110), 8u);
  for (const char* row : {"LD R0, [R2]", "ST [R2], R0", "LDG R0, [R2]", "RED.ADD [R2], R0", "ATOM.ADD R0, [R2], R1"}) {
    EXPECT_FALSE(can_execute(row, "sm_70")) << row;
    EXPECT_TRUE(can_execute(row, "sm_50")) << row;
  }
}

TEST(BlockBarrierOfFermi, GivesItsResultAtOnce) {
  Scene scene(R"(
    BAR.RED.POPC RZ, RZ
    BAR.RED.POPC R0, 0x3, 0x40, P0
    BAR.RED.AND RZ, P1, RZ, RZ, P0
    BAR.RED.OR RZ, P2, RZ, RZ, P0
    EXIT)",
              "sm_20");
  scene.warp.predicates[0] = core::LaneMask(0b0111);
  ASSERT_EQ(scene.run().ending, Ending::exited);
  EXPECT_EQ(scene.warp.register_value(0)[0], 3u);
  EXPECT_FALSE(scene.warp.predicates[1].contains(0));
  EXPECT_TRUE(scene.warp.predicates[2].contains(0));
  EXPECT_FALSE(can_execute("BAR.RED.AND R1, P1, RZ, RZ, P0", "sm_20"));
  EXPECT_FALSE(can_execute("BAR.RED.POPC RZ, RZ", "sm_35"));
}

}  // namespace
}  // namespace reconverge::emulator::testing
