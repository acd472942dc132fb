// SPDX-License-Identifier: MIT
// Video instructions before sm_70. Values by hand from the description of vadd, vshr and their like in the PTX manual.

#include <gtest/gtest.h>

#include <string>

#include "unit/emulator/data_row.hpp"

namespace reconverge::emulator::testing {
namespace {

std::uint32_t video(const std::string& row, std::uint32_t a, std::uint32_t b = 0, std::uint32_t c = 0) {
  return result_of_row(row, a, b, c, "sm_52");
}

TEST(Video, ShiftsLimitOrWrapTheirAmount) {
  EXPECT_EQ(video("VSHR.UD.U32.U32 R0, R1, R2, RZ", 0x8000'0000, 4), 0x0800'0000u);
  EXPECT_EQ(video("VSHR.UD.U32.U32 R0, R1, R2, RZ", 0x8000'0000, 33), 0u);
  EXPECT_EQ(video("VSHR.W R0, R1, R2, RZ", 0x8000'0000, 36), 0xF800'0000u);
  EXPECT_EQ(video("VSHR R0, R1, R2, RZ", 0x8000'0000, 0xFFFF'FFFF), 0xFFFF'FFFFu) << "an amount has no sign";
  EXPECT_EQ(video("VSHL.UD.U32.U32 R0, R1, R2, RZ", 3, 31), 0x8000'0000u);
  EXPECT_EQ(video("VSHL.UD.U32.U32 R0, R1, R2, RZ", 3, 32), 0u);
  EXPECT_EQ(video("VSHL.W R0, R1, R2, RZ", 3, 33), 6u);
  EXPECT_EQ(video("VSHR.UD.U32.U16.ACC R0, R1, 0x5, R3", 0x140, 0, 7), 17u);
}

TEST(Video, TakesPartsOfWords) {
  EXPECT_EQ(video("VADD.S8.S16 R0, R1.B1, R2.H1, RZ", 0x0000'8000, 0xFFFE'0000), 0xFFFF'FF7Eu) << "-128 - 2";
  EXPECT_EQ(video("VADD.UD.U8.S8 R0, R1.B3, R2, RZ", 0xFF00'0000, 0x0000'0080), 127u) << "255 - 128";
  EXPECT_EQ(video("VSHR.UD.U16.U8 R0, R1.H1, R2.B2, RZ", 0xABCD'0000, 0x0004'0000), 0xABCu);
  EXPECT_EQ(video("VMNMX.U8.S16 R0, R1.B1, R2, RZ", 0x0000'0500, 0xFFFF), 0xFFFF'FFFFu) << "min(5, -1)";
}

TEST(Video, SumsKeepTheir33rdBit) {
  EXPECT_EQ(video("VADD.U32.U32.SAT R0, R1, R2, RZ", 0x8000'0000, 0x8000'0000), 0x7FFF'FFFFu);
  EXPECT_EQ(video("VADD.UD.U32.U32.SAT R0, R1, R2, RZ", 0x8000'0000, 0x8000'0000), 0xFFFF'FFFFu);
  EXPECT_EQ(video("VADD.UD.U32.U32.SAT R0, R1, -R2, RZ", 3, 5), 0u);
  EXPECT_EQ(video("VADD.UD.U32.U32 R0, R1, -R2, RZ", 3, 5), 0xFFFF'FFFEu);
  EXPECT_EQ(video("VADD.U32.U32.MIN R0, R1, -R2, R3", 3, 5, 0xFFFF'FFFD), 0xFFFF'FFFDu) << "min(-2, -3)";
  EXPECT_EQ(video("VADD.UD.U32.S32.ACC R0, R1, R2, R3", 10, 0xFFFF'FFFF, 5), 14u);
}

TEST(Video, LeastAndMostHaveTheirTypes) {
  EXPECT_EQ(video("VMNMX.UD.U32.U32 R0, R1, R2, RZ", 0x8000'0000, 1), 1u);
  EXPECT_EQ(video("VMNMX.S32.U32.MX R0, R1, R2, RZ", 0xFFFF'FFFF, 0x8000'0000), 0x8000'0000u) << "max(-1, 2^31)";
  EXPECT_EQ(video("VMNMX.UD.U32.S32.MX.MAX R0, R1, R2, R3", 4, 0xFFFF'FFFF, 0xFFFF'FFFE), 0xFFFF'FFFEu)
      << "the third is unsigned";
  EXPECT_EQ(video("VMNMX.S32.S32.MX.MAX R0, R1, R2, R3", 4, 0xFFFF'FFFF, 0xFFFF'FFFE), 4u) << "here it is signed";
  EXPECT_EQ(video("VMNMX.ACC R0, R1, R2, R3", 4, 0xFFFF'FFFF, 7), 6u);
  EXPECT_EQ(video("VABSDIFF.U32.U32.MIN R0, R1, R2, R3", 2, 12, 7), 7u);
  EXPECT_EQ(video("VABSDIFF.SD.U8.S16 R0, R1.B1, R2, RZ", 0x0000'0500, 0xFFFE), 7u);
}

TEST(Video, MergesIntoTheThird) {
  EXPECT_EQ(video("VADD.U32.S32.SAT.MRG_8B0 R0, R1, R2, R3", 100, 100, 0x1122'3344), 0x1122'337Fu);
  EXPECT_EQ(video("VADD.U32.S32.MRG_8B2 R0, R1, R2, R3", 100, 100, 0x1122'3344), 0x11C8'3344u);
  EXPECT_EQ(video("VMNMX.UD.U32.U32.MRG_16H R0, R1, R2, R3", 0x1'2345, 0x1'2346, 0xAAAA'BBBB), 0x2345'BBBBu);
  EXPECT_EQ(video("VABSDIFF.MRG_16L R0, R1, R2, R3", 1, 4, 0xAAAA'BBBB), 0xAAAA'0003u);
}

TEST(Video, SetsOneOrZeroAndMultiplies) {
  EXPECT_EQ(video("VSET.LT.S32.U32 R0, R1, R2, RZ", 0xFFFF'FFFF, 0), 1u) << "-1 < 0";
  EXPECT_EQ(video("VSET.GE.U8.U32.ACC R0, R1, R2, R3", 0x105, 5, 9), 10u);
  EXPECT_EQ(video("VSET.GT.U8.U32.ACC R0, R1, R2, R3", 0x105, 5, 9), 9u);
  EXPECT_EQ(video("VMAD.S16.S16 R0, R1, R2.H1, R3", 0xFFFF, 0x0007'0000, 10), 3u);
}

TEST(Video, ProductsAreScaledAndLimited) {
  EXPECT_EQ(video("VMAD.SHR_7 R0, R1, R2, R3", 0xFFFF'FFFF, 100, 27), 0xFFFF'FFFFu) << "-73 / 128, downwards";
  EXPECT_EQ(video("VMAD.S16.S16.SHR_15 R0, R1, R2.H1, R3", 0x8000, 0x7FFF'0000, 0), 0xFFFF'8001u);
  EXPECT_EQ(video("VMAD.U32.U32.SHR_7 R0, R1, R2, R3", 0xFFFF'FFFF, 0xFFFF'FFFF, 0xFFFF'FFFF), 0xFE00'0000u)
      << "the low word of (2^64 - 2^32) / 128";
  EXPECT_EQ(video("VMAD.U8.U8.PO R0, R1.B1, R2, R3", 0x0300, 5, 6), 22u) << "3 * 5 + 6 + 1";
  EXPECT_EQ(video("VMAD.U32.U32.SAT R0, R1, R2, R3", 0x1'0000, 0x1'0000, 0), 0xFFFF'FFFFu);
  EXPECT_EQ(video("VMAD.U32.U32.SAT R0, -R1, R2, R3", 0x1'0000, 0x1'0000, 0), 0x8000'0000u) << "signed by its sign";
  EXPECT_EQ(video("VMAD.U32.S32.SAT R0, R1, R2, R3", 0xFFFF'FFFF, 1, 0), 0x7FFF'FFFFu);
  EXPECT_EQ(video("VMAD.U8.U8.SAT R0, R1, R2, R3", 1, 1, 0x8000'0000), 0x8000'0001u) << "an unsigned c";
  EXPECT_EQ(video("VMAD.S8.U8.SAT R0, R1, R2, R3", 1, 1, 0x8000'0000), 0x8000'0001u) << "a signed c";
  EXPECT_EQ(video("VMAD.S8.U8.SAT.SHR_7 R0, R1, R2, R3", 1, 0, 0x8000'0000), 0xFF00'0000u);
  EXPECT_EQ(video("VMAD.SAT R0, R1, R2, -R3", 0x7FFF'FFFF, 1, 0xFFFF'FFFF), 0x7FFF'FFFFu);
  EXPECT_EQ(video("VMAD.U8.U8 R0, R1, R2, -R3", 2, 3, 7), 0xFFFF'FFFFu);
}

TEST(Video, WhatIsNotDescribedIsRefused) {
  for (const char* row :
       {"VADD.U32 R0, R1, R2, RZ", "VADD.S8.S16 R0, R1.H1, R2.H1, RZ", "VADD R0, R1.B1, R2, RZ", "VADD R0, ~R1, R2, RZ",
        "VADD R0, |R1|, R2, RZ", "VSHL.UD.W.MAX R0, R1, R2, R3", "VMNMX R0, R1, -R2, RZ", "VSET.LT.MIN R0, R1, R2, R3",
        "VMAD.U32.U16.SHR_7.SAT R0, R1, R2.H1, -R3", "VMAD.PO R0, -R1, R2, R3", "VMAD R0, -R1, R2, -R3",
        "VMAD.SHR_8 R0, R1, R2, R3", "VMAD.MRG_16H R0, R1, R2, R3", "VADD.PO R0, R1, R2, RZ", "VSHR.SAT R0, R1, R2, RZ",
        "VSET R0, R1, R2, RZ"})
    EXPECT_FALSE(can_execute(row, "sm_52")) << row;
  EXPECT_FALSE(can_execute("VADD R0, R1, R2, RZ", "sm_70"));
}

}  // namespace
}  // namespace reconverge::emulator::testing
