// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "emulator/memory/windows.hpp"
#include "unit/emulator/data_row.hpp"

namespace reconverge::emulator::testing {
namespace {

constexpr std::uint32_t minus_one = 0xFFFF'FFFF;
constexpr std::uint64_t wide_values[] = {
    0, 1, 0xFFFF'FFFF, 0x1'0000'0000, 0x7FFF'FFFF'FFFF'FFFF, 0xFFFF'FFFF'FFFF'FFFF, 0x1234'5678'9ABC'DEF0};

TEST(Iadd3, AddsThree) {
  EXPECT_EQ(result_of_row("IADD3 R0, R1, R2, R3", 1, 2, 3), 6u);
  EXPECT_EQ(result_of_row("IADD3 R0, R1, -R2, R3", 1, 2, 3), 2u);
  EXPECT_EQ(result_of_row("IADD3 R0, R1, -0x1, RZ", 1), 0u);
  EXPECT_EQ(result_of_row("IADD3 R0, PT, PT, R1, R2, R3", 1, 2, 3, "sm_100"), 6u);
  EXPECT_FALSE(can_execute("IADD3 R0, |R1|, R2, R3"));
}

TEST(Iadd3, CarriesAreTheNumberOf2To32InTheSum) {
  DataRow none("IADD3 R0, P0, P1, R1, R2, R3");
  none.set(1, minus_one).set(2, 0).set(3, 0).execute();
  EXPECT_FALSE(none.holds(0));
  DataRow one("IADD3 R0, P0, P1, R1, R2, R3");
  one.set(1, minus_one).set(2, 1).set(3, 0).execute();
  EXPECT_TRUE(one.holds(0));
  EXPECT_FALSE(one.holds(1));
  DataRow two("IADD3 R0, P0, P1, R1, R2, R3");
  two.set(1, minus_one).set(2, minus_one).set(3, 2).execute();
  EXPECT_TRUE(two.holds(0));
  EXPECT_TRUE(two.holds(1));
  EXPECT_EQ(two.word(0), 0u);
}

TEST(Iadd3, ACarryOutOfADifferenceMeansNoBorrow) {
  for (const auto& [a, b] : {std::pair{5u, 3u}, {3u, 5u}, {4u, 4u}, {0u, 0u}, {7u, 0u}}) {
    DataRow row("IADD3 R0, P0, R1, -R2, RZ");
    row.set(1, a).set(2, b).execute();
    EXPECT_EQ(row.holds(0), a >= b) << a << " - " << b;
  }
}

TEST(Iadd3, XChainsMakeWideSumsAndDifferences) {
  for (const std::uint64_t a : wide_values)
    for (const std::uint64_t b : wide_values) {
      const auto chain = [&](const char* low, const char* high) {
        DataRow first(low);
        first.set_pair(2, a).set_pair(4, b).execute();
        DataRow second(high);
        second.set_pair(2, a).set_pair(4, b).set_predicate(0, first.holds(0)).execute();
        return first.word(0) | std::uint64_t{second.word(1)} << 32;
      };
      EXPECT_EQ(chain("IADD3 R0, P0, R2, R4, RZ", "IADD3.X R1, R3, R5, RZ, P0, !PT"), a + b);
      EXPECT_EQ(chain("IADD3 R0, P0, R2, -R4, RZ", "IADD3.X R1, R3, ~R5, RZ, P0, !PT"), a - b);
    }
  EXPECT_FALSE(can_execute("IADD3.X R1, R3, -R5, RZ, P0, !PT"));
}

TEST(Iadd, OfSm100AddsTwo) {
  EXPECT_EQ(result_of_row("IADD R0, R1, R2", 1, 2, 0, "sm_120"), 3u);
  EXPECT_EQ(result_of_row("IADD R0, -R1, R2", 1, 2, 0, "sm_120"), 1u);
  EXPECT_EQ(result_of_row("VIADD R0, R1, 0xffffffff", 1), 0u);
  EXPECT_EQ(pair_result_of_row("IADD.64 R0, R2, -R4", 0x1'0000'0000, 1, 0, "sm_120"), 0xFFFF'FFFFu);
  EXPECT_EQ(pair_result_of_row("IADD.64 R0, R2, -0x1", 0, 0, 0, "sm_120"), ~std::uint64_t{0});
  DataRow carry("IADD.64 R0, P0, R2, R4", "sm_120");
  carry.set_pair(2, ~std::uint64_t{0}).set_pair(4, 1).execute();
  EXPECT_TRUE(carry.holds(0));
  EXPECT_EQ(DataRow("IADD.64.X R0, R2, R4, P0", "sm_120").set_predicate(0, true).execute().pair(0), 1u);
}

TEST(Uniform, SumsWriteUniformRegistersOfAllLanes) {
  DataRow row("UIADD3 UR4, UP0, UR5, 0x1, URZ");
  row.set_uniform(5, minus_one).execute(core::LaneMask(1));
  EXPECT_TRUE(row.decoded().uniform);
  EXPECT_EQ(row.uniform(4), 0u);
  EXPECT_EQ(row.warp.predicates[first_uniform_predicate], core::LaneMask::all());
  EXPECT_EQ(DataRow("ULEA UR4, UR5, UR6, 0x2").set_uniform(5, 3).set_uniform(6, 1).execute().uniform(4), 13u);
  EXPECT_EQ(DataRow("UVIADD UR4, UR5, 0x2", "sm_100").set_uniform(5, 3).execute().uniform(4), 5u);
  EXPECT_EQ(DataRow("UIADD UR4, UR5, UR5", "sm_120").set_uniform(5, 3).execute().uniform(4), 6u);
  EXPECT_EQ(DataRow("UIABS UR4, UR5", "sm_100").set_uniform(5, minus_one).execute().uniform(4), 1u);
  EXPECT_FALSE(can_execute("UIADD3 R4, UR5, 0x1, URZ")) << "a destination of the wrong file";
  EXPECT_FALSE(can_execute("IADD3 UR4, R5, 0x1, RZ"));
}

TEST(Lea, ShiftsAndAdds) {
  EXPECT_EQ(result_of_row("LEA R0, R1, R2, 0x3", 5, 1), 41u);
  EXPECT_EQ(result_of_row("LEA R0, -R1, R2, 0x3", 5, 41), 1u);
  EXPECT_EQ(result_of_row("LEA R0, R1, -R2, 0x3", 5, 1), 39u);
  EXPECT_EQ(result_of_row("LEA.HI R0, R1, R2, R3, 0x4", 0xF000'0000, 1, 2), 0x30u) << "2:f0000000 << 4, above, plus 1";
  EXPECT_EQ(result_of_row("LEA.HI R0, R1, R2, RZ, 0x1", 0x8000'0000, 7), 8u);
  EXPECT_EQ(result_of_row("LEA.HI.SX32 R0, R1, R2, 0x2", 0x8000'0000, 0), 0xFFFF'FFFEu);
}

TEST(Lea, PairsMakeWideAddresses) {
  // base + (index << 3) in 64 bits, index signed.
  const std::uint64_t base = 0x7'FFFF'FFF0;
  for (const std::uint32_t index : {0u, 1u, 5u, 0x7FFF'FFFFu, minus_one, 0x8000'0000u}) {
    DataRow low("LEA R0, P0, R1, R2, 0x3");
    low.set(1, index).set_pair(2, base).execute();
    DataRow high("LEA.HI.X.SX32 R0, R1, R3, 0x3, P0");
    high.set(1, index).set_pair(2, base).set_predicate(0, low.holds(0)).execute();
    const auto offset = static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(index)} * 8);
    EXPECT_EQ(low.word(0) | std::uint64_t{high.word(0)} << 32, base + offset) << index;
  }
  DataRow high("LEA.HI.X R0, R1, R3, R4, 0x3, P0");
  high.set(1, 0).set(3, 1).set(4, 1).set_predicate(0, true).execute();
  EXPECT_EQ(high.word(0), 10u);
}

/// b - (a << k) as compilers write it: LEA for the low words, ~x and the carry for the high ones. A carry out of
/// a difference means "no borrow", of a zero as of any number.
TEST(Lea, CarriesOfDifferencesMakeWideDifferences) {
  for (const char* arch : {"sm_75", "sm_90", "sm_120"})
    for (const std::uint64_t a : wide_values)
      for (const std::uint64_t b : wide_values)
        for (const unsigned k : {0u, 3u, 31u}) {
          DataRow low("LEA R0, P0, -R2, R4, " + std::to_string(k), arch);
          low.set_pair(2, a).set_pair(4, b).execute();
          DataRow high("IADD3.X R1, R5, ~R7, RZ, P0, !PT", arch);
          high.set_pair(4, b).set_pair(6, a << k).set_predicate(0, low.holds(0)).execute();
          EXPECT_EQ(low.word(0) | std::uint64_t{high.word(1)} << 32, b - (a << k)) << a << ' ' << b << ' ' << k;
        }
  DataRow uniform("ULEA UR4, UP0, -UR5, UR6, 0x3");
  uniform.set_uniform(5, 0).set_uniform(6, 5).execute();
  EXPECT_EQ(uniform.uniform(4), 5u);
  EXPECT_TRUE(uniform.holds(first_uniform_predicate));
}

/// What they mean has not been seen.
TEST(Lea, SignsOfHighWordsAndWithACarryAreRefused) {
  for (const char* row :
       {"LEA.HI R0, -R1, R2, R3, 0x4", "LEA.HI.SX32 R0, -R1, R2, 0x4", "LEA.HI.X R0, R1, -R2, R3, 0x4, P0",
        "LEA.HI.X.SX32 R0, -R1, R2, 0x4, P0", "LEA.HI.X R0, -R1, R2, R3, 0x4, P0"})
    EXPECT_FALSE(can_execute(row)) << row;
  EXPECT_FALSE(can_execute("IADD3 R0, P0, P1, -R1, -R2, -R3")) << "three carries";
  EXPECT_TRUE(can_execute("IADD3 R0, -R1, -R2, -R3"));
  EXPECT_EQ(result_of_row("LEA.HI R0, R1, -R2, RZ, 0x8", 0x0300'0000, 1), 2u);
}

TEST(Iabs, OfTheLeastIsTheLeast) {
  EXPECT_EQ(result_of_row("IABS R0, R1", minus_one), 1u);
  EXPECT_EQ(result_of_row("IABS R0, R1", 0x8000'0000), 0x8000'0000u);
}

TEST(Viadd, PartsDoNotCarryIntoEachOther) {
  EXPECT_EQ(result_of_row("VIADD.16x2 R0, R1, R2", 0x0001'FFFF, 0x0001'0001, 0, "sm_120"), 0x0002'0000u);
  EXPECT_EQ(result_of_row("VIADD.16x2 R0, R1, -R2", 0x0001'0000, 0x0001'0001, 0, "sm_120"), 0x0000'FFFFu);
  EXPECT_EQ(result_of_row("VIADD.U8x4 R0, R1, -R2", 0x0500'80FF, 0x0601'01FF, 0, "sm_120"), 0xFFFF'7F00u);
  EXPECT_EQ(result_of_row("VIADD.S32.ISAT R0, R1, R2", 0x7FFF'FFFF, 1, 0, "sm_120"), 0x7FFF'FFFFu);
  EXPECT_EQ(result_of_row("VIADD.S32.ISAT R0, R1, -R2", 0, 0x8000'0000, 0, "sm_120"), 0x7FFF'FFFFu);
  EXPECT_FALSE(can_execute("VIADD.S33 R0, R1, R2"));
}

TEST(Vabsdiff, AddsTheDistance) {
  EXPECT_EQ(result_of_row("VABSDIFF R0, R1, R2, R3", minus_one, 1, 10), 12u);
  EXPECT_EQ(result_of_row("VABSDIFF.U32 R0, R1, R2, R3", minus_one, 1, 10), 8u);
  EXPECT_EQ(result_of_row("VABSDIFF4.U8 R0, R1, R2, RZ", 0x0102'FF00, 0x0201'00FF), 0x0101'FFFFu);
  EXPECT_EQ(result_of_row("VABSDIFF4.U8 R0, R1, R2, R3", 0x0102'FF00, 0x0201'00FF, 7), 0x0101'FFFFu);
}

TEST(AddBeforeVolta, CarriesThroughTheConditionCode) {
  const auto chained = [](const std::string& low, const std::string& high, std::uint32_t a, std::uint32_t b) {
    DataRow first(low, "sm_61");
    first.set(1, a).set(2, b).execute();
    DataRow second(high, "sm_61");
    second.warp.code = first.warp.code;
    return second.set(1, a).set(2, b).execute().word(0);
  };
  EXPECT_EQ(chained("IADD3 R0.CC, R1, R2, RZ", "IADD3.X R0, RZ, RZ, RZ", minus_one, 1), 1u);
  EXPECT_EQ(chained("IADD3 R0.CC, R1, R2, RZ", "IADD3.X R0, RZ, RZ, RZ", minus_one, 0), 0u);
  EXPECT_EQ(chained("LEA R0.CC, R1, R2, 0x3", "LEA.HI.X R0, R1, RZ, RZ, 0x3", 0x2000'0001, minus_one), 2u);
  EXPECT_EQ(chained("ISCADD R0.CC, R1, R2, 0x3", "IADD3.X R0, RZ, RZ, RZ", 1, minus_one), 1u);
  EXPECT_EQ(chained("IADD3 R0.CC, R1, RZ, -R2", "IADD3.X R0, RZ, RZ, -RZ", 5, 6), minus_one);
  EXPECT_EQ(chained("IADD3 R0.CC, R1, RZ, -R2", "IADD3.X R0, RZ, 0x7, -RZ", 6, 6), 7u);
  EXPECT_EQ(chained("ISCADD R0.CC, -R1, R2, 0x3", "IADD3.X R0, RZ, RZ, RZ", 1, 8), 1u) << "8 - 8 borrows nothing";
  EXPECT_EQ(chained("ISCADD R0.CC, -R1, R2, 0x3", "IADD3.X R0, RZ, RZ, RZ", 1, 7), 0u);
  EXPECT_EQ(chained("ISCADD RZ.CC, R1, -R2, 0x3", "IADD3.X R0, RZ, RZ, RZ", 1, 9), 0u);
  EXPECT_EQ(chained("ISCADD RZ.CC, -R1, RZ, 0x3", "IADD3.X R0, RZ, RZ, RZ", 0, 0), 1u) << "-0 is ~0 and 1";
  EXPECT_EQ(result_of_row("IADD3 R0, R1, -R2, R3", 5, 3, 1, "sm_61"), 3u);
  EXPECT_EQ(chained("IADD3 R0.CC, RZ, -R1, -R2", "IADD3.X R0, RZ, -RZ, -RZ", 0, 0), 0u) << "0 - 0 - 0";
  EXPECT_EQ(chained("IADD3 R0.CC, RZ, -R1, -R2", "IADD3.X R0, RZ, -RZ, -RZ", 1, 0), minus_one);
  EXPECT_EQ(chained("IADD3 R0.CC, RZ, -R1, -R2", "IADD3.X R0, RZ, -RZ, -RZ", minus_one, 2), minus_one - 1);
  EXPECT_FALSE(can_execute("IADD3 R0.CC, -R1, -R2, -R3", "sm_61"));
  EXPECT_EQ(result_of_row("IADD3 R0, R1, 0xfffff, R2", 5, 3, 0, "sm_52"), 7u) << "the sign is the 20th bit";
  EXPECT_EQ(result_of_row("IADD3 R0, R1, 0x80000, R2", 0, 0, 0, "sm_61"), 0xFFF8'0000u);
  EXPECT_EQ(result_of_row("IADD3 R0, R1, 0x7ffff, R2", 5, 3, 0, "sm_52"), 0x8'0007u);
  EXPECT_EQ(result_of_row("IADD3 R0, R1, 0xfffff, R2", 5, 3), 0x10'0007u) << "later ones have 32 bits";
}

/// (-1, -1) + (x, 0) - (5, 0), as compilers subtract a borrow: the low words carry 2.
TEST(AddBeforeVolta, ThreeSummandsCarryTwo) {
  for (const std::uint32_t x : {9u, 0xFFFF'FFF0u}) {  // of a positive and a negative low word
    DataRow low("IADD3 R0.CC, R1, R2, -R3", "sm_61");
    low.set(1, minus_one).set(2, x).set(3, 5).execute();
    EXPECT_EQ(low.word(0), x - 6);
    DataRow high("IADD3.X R0, R1, RZ, -RZ", "sm_61");
    high.warp.code = low.warp.code;
    EXPECT_EQ(high.set(1, minus_one).execute().word(0), 0u) << x;
  }
}

/// Flags of sums of two that overflow: a carry stays one carry.
TEST(AddBeforeVolta, TwoSummandsCarryOne) {
  for (const std::uint32_t x : {0x8000'0000u, 0x8000'0001u, 0xFFFF'FFFFu, 0x7FFF'FFFFu, 1u}) {
    DataRow low("IADD R0.CC, R1, R2", "sm_61");
    low.set(1, x).set(2, x).execute();
    DataRow high("IADD3.X R0, RZ, RZ, RZ", "sm_61");
    high.warp.code = low.warp.code;
    EXPECT_EQ(high.execute().word(0), x >> 31) << x;
  }
}

TEST(AddBeforeVolta, HalvesOfRegisters) {
  EXPECT_EQ(result_of_row("IADD3 R0, R1, R2, R3.H0", 1, 2, 0x5'FFFF, "sm_52"), 0x1'0002u);
  EXPECT_EQ(result_of_row("IADD3 R0, R1, R2.H1, R3", 1, 0x8000'1234, 3, "sm_52"), 0x8004u);
  EXPECT_EQ(result_of_row("IADD3 R0, R1.H0, -R2, R3", 0x9'0005, 3, 1, "sm_61"), 3u);
  EXPECT_FALSE(can_execute("IADD3 R0, R1, R2, -R3.H0", "sm_52"));
  EXPECT_FALSE(can_execute("IADD3.X R0, R1, R2, R3.H0", "sm_52"));
  EXPECT_FALSE(can_execute("IADD3 R0, R1, R2, R3.H0")) << "from sm_70 on";
}

TEST(AddBeforeVolta, LeaMayLeaveOutItsShift) {
  EXPECT_EQ(result_of_row("LEA R0, R1, R2", 0x10, 3, 0, "sm_61"), 0x13u);
  EXPECT_EQ(result_of_row("LEA R0, R1, 0x8", 0x10, 3, 0, "sm_61"), 0x18u);
}

/// What the code of generic atomics asks before it takes an address for a global one.
TEST(AddBeforeVolta, LeaTellsGlobalAddressesFromWindows) {
  const auto is_global = [](std::uint64_t address) {
    DataRow row("LEA.HI.X P0, R0, R2, RZ, R3", "sm_61");
    row.warp.code.carry = core::LaneMask::all();
    row.set(0, 5).set_pair(2, address).execute();
    EXPECT_EQ(row.word(0), static_cast<std::uint32_t>(address >> 32) + 1) << "the carry of the low words";
    return row.holds(0);
  };
  EXPECT_TRUE(is_global(0x2'0000'0000));
  EXPECT_TRUE(is_global(0x8000'0000));
  EXPECT_FALSE(is_global(Windows().shared + 0x400));
  EXPECT_FALSE(is_global(Windows().local + 0x4000));
  DataRow row("LEA.HI.X P0, RZ, R2, RZ, R3", "sm_52");
  row.warp.windows = windows_below_4_gib;
  EXPECT_FALSE(row.set_pair(2, windows_below_4_gib.shared + 4).execute().holds(0));
  EXPECT_FALSE(can_execute("LEA.HI.X P0, R0, R2, R4, R3", "sm_61"));
}

TEST(VabsdiffBeforeVolta, AddsOnlyIfAsked) {
  EXPECT_EQ(result_of_row("VABSDIFF.SD R0, R1, R2, R3", minus_one, 1, 10, "sm_61"), 2u);
  EXPECT_EQ(result_of_row("VABSDIFF.SD.ACC R0, R1, R2, R3", minus_one, 1, 10, "sm_61"), 12u);
  EXPECT_EQ(result_of_row("VABSDIFF.U32.U32.ACC R0, R1, R2, R3", minus_one, 1, 10, "sm_61"), 8u);
  EXPECT_EQ(result_of_row("VABSDIFF4.U8.U8 R0, R1, R2, R3", 0x0102'FF00, 0x0201'00FF, 10, "sm_61"), 0x0101'FFFFu);
  EXPECT_EQ(result_of_row("VABSDIFF4.U8.U8.ACC R0, R1, R2, R3", 0x0102'FF00, 0x0201'00FF, 10, "sm_61"), 0x20Au);
  EXPECT_EQ(result_of_row("VABSDIFF.U32.U32 R0, R1, R2, RZ", minus_one, 1, 10, "sm_61"), 0xFFFF'FFFEu);
}

TEST(Uiadd3, Of64BitsAddsThreePairs) {
  const auto sum = [](const std::string& operands) {
    DataRow row("UIADD3.64 UR0, UPT, UPT, " + operands, "sm_120");
    row.set_uniform(2, 0xFFFF'FFFF).set_uniform(3, 1).set_uniform(4, 3).set_uniform(5, 0x10).execute();
    return row.uniform(0) | std::uint64_t{row.uniform(1)} << 32;
  };
  EXPECT_EQ(sum("UR2, UR4, URZ"), 0x12'0000'0002u);
  EXPECT_EQ(sum("UR2, -UR4, URZ"), 0x1'FFFF'FFFF - 0x10'0000'0003u);
  EXPECT_EQ(sum("UR2, 0x100, UR4"), 0x12'0000'0102u);
  EXPECT_FALSE(can_execute("UIADD3.64 UR0, UP0, UPT, UR2, UR4, URZ", "sm_120"));
}

}  // namespace
}  // namespace reconverge::emulator::testing
