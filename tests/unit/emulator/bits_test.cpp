// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "unit/emulator/data_row.hpp"

namespace reconverge::emulator::testing {
namespace {

constexpr std::uint32_t minus_one = 0xFFFF'FFFF;

TEST(Bits, CountAndReverse) {
  EXPECT_EQ(result_of_row("POPC R0, R1", 0xF0F0'0001), 9u);
  EXPECT_EQ(result_of_row("POPC R0, R1, R2", 0xFF, 0xF, 0, "sm_52"), 4u);
  EXPECT_EQ(result_of_row("BREV R0, R1", 0x0000'0001), 0x8000'0000u);
  EXPECT_EQ(result_of_row("BREV R0, R1", 0x1234'5678), 0x1E6A'2C48u);
  EXPECT_EQ(DataRow("UPOPC UR4, UR5").set_uniform(5, 7).execute().uniform(4), 3u);
  EXPECT_EQ(DataRow("UBREV UR4, UR5").set_uniform(5, 1).execute().uniform(4), 0x8000'0000u);
}

TEST(Flo, FindsTheLeadingBit) {
  EXPECT_EQ(result_of_row("FLO.U32 R0, R1", 0x0001'0000), 16u);
  EXPECT_EQ(result_of_row("FLO.U32.SH R0, R1", 0x0001'0000), 15u);
  EXPECT_EQ(result_of_row("FLO.U32 R0, R1", 0), minus_one);
  EXPECT_EQ(result_of_row("FLO R0, R1", 0xFFFF'FF00), 7u) << "the highest bit that is no sign";
  EXPECT_EQ(result_of_row("FLO R0, R1", minus_one), minus_one);
  EXPECT_EQ(DataRow("UFLO.U32 UR4, UR5").set_uniform(5, 7).execute().uniform(4), 2u);
}

TEST(Prmt, PicksBytesByNibbles) {
  EXPECT_EQ(result_of_row("PRMT R0, R1, 0x3210, R2", 0x4433'2211, 0x8877'6655), 0x4433'2211u);
  EXPECT_EQ(result_of_row("PRMT R0, R1, 0x7604, R2", 0x4433'2211, 0x8877'6655), 0x8877'1155u);
  EXPECT_EQ(result_of_row("PRMT R0, R1, 0xf9, R2", 0x0000'8000, 0x8000'0000), 0x0000'FFFFu) << "signs";
  EXPECT_EQ(DataRow("UPRMT UR4, UR5, 0x0123, URZ").set_uniform(5, 0x4433'2211).execute().uniform(4), 0x1122'3344u);
}

TEST(Prmt, HasModesWithRules) {
  const auto mode = [](const char* name, std::uint32_t selector) {
    return result_of_row(std::string("PRMT.") + name + " R0, R1, R2, R3", 0x3322'1100, selector, 0x7766'5544);
  };
  EXPECT_EQ(mode("F4E", 1), 0x4433'2211u);
  EXPECT_EQ(mode("B4E", 0), 0x5566'7700u);
  EXPECT_EQ(mode("B4E", 3), 0x0011'2233u);
  EXPECT_EQ(mode("RC8", 2), 0x2222'2222u);
  EXPECT_EQ(mode("ECL", 1), 0x3322'1111u);
  EXPECT_EQ(mode("ECR", 1), 0x1111'1100u);
  EXPECT_EQ(mode("RC16", 1), 0x3322'3322u);
  EXPECT_FALSE(can_execute("PRMT.XYZ R0, R1, R2, R3"));
}

TEST(Fields, MaskAndExtend) {
  EXPECT_EQ(result_of_row("BMSK R0, R1, R2", 4, 8), 0xFF0u);
  EXPECT_EQ(result_of_row("BMSK R0, R1, R2", 0, 40), minus_one);
  EXPECT_EQ(result_of_row("BMSK R0, R1, R2", 40, 8), 0u);
  EXPECT_EQ(result_of_row("BMSK.W R0, R1, R2", 36, 40), 0xFF0u);
  EXPECT_EQ(result_of_row("SGXT R0, R1, 0x8", 0x1280), 0xFFFF'FF80u);
  EXPECT_EQ(result_of_row("SGXT.U32 R0, R1, 0x8", 0x1280), 0x80u);
  EXPECT_EQ(result_of_row("SGXT R0, R1, R2", 0x1280, 40), 0x1280u);
  EXPECT_EQ(result_of_row("SGXT.W.U32 R0, R1, R2", 0x1280, 40), 0x80u);
  EXPECT_EQ(result_of_row("SGXT R0, R1, R2", minus_one, 0), 0u);
  EXPECT_EQ(DataRow("UBMSK UR4, UR5, 0x4").set_uniform(5, 4).execute().uniform(4), 0xF0u);
  EXPECT_EQ(DataRow("USGXT UR4, UR5, 0x4").set_uniform(5, 8).execute().uniform(4), 0xFFFF'FFF8u);
}

TEST(Fields, BeforeVolta) {
  EXPECT_EQ(result_of_row("BFE.U32 R0, R1, 0x804", 0x0000'FA50, 0, 0, "sm_52"), 0xA5u);
  EXPECT_EQ(result_of_row("BFE R0, R1, 0x804", 0x0000'FA50, 0, 0, "sm_52"), 0xFFFF'FFA5u);
  EXPECT_EQ(result_of_row("BFE R0, R1, 0x81c", 0x8000'0000, 0, 0, "sm_52"), 0xFFFF'FFF8u) << "past the end: the sign";
  EXPECT_EQ(result_of_row("BFE.U32.BREV R0, R1, 0x400", 0xF000'0000, 0, 0, "sm_52"), 0xFu);
  EXPECT_EQ(result_of_row("BFE.U32 R0, R1, R2", minus_one, 0, 0, "sm_52"), 0u) << "no width";
  EXPECT_EQ(result_of_row("BFI R0, R1, 0x804, R3", 0xAB, 0, minus_one, "sm_52"), 0xFFFF'FABFu);
}

}  // namespace
}  // namespace reconverge::emulator::testing
