// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "sass/reader.hpp"
#include "unit/emulator/data_row.hpp"

namespace reconverge::emulator::testing {
namespace {

constexpr std::uint32_t nan_bits = 0x7FFF'FFFF;
constexpr std::uint64_t nan_double = 0x7FF8'0000'0000'0000;

std::uint32_t of(float value) { return std::bit_cast<std::uint32_t>(value); }
std::uint64_t of_double(double value) { return std::bit_cast<std::uint64_t>(value); }
std::uint32_t word(const std::string& row, std::uint64_t r2) { return DataRow(row).set_pair(2, r2).execute().word(0); }
std::uint64_t pair(const std::string& row, std::uint64_t r2) { return pair_result_of_row(row, r2); }

TEST(F2i, RoundsAndSaturates) {
  EXPECT_EQ(word("F2I.TRUNC.NTZ R0, R2", of(-1.9f)), 0xFFFF'FFFFu);
  EXPECT_EQ(word("F2I.NTZ R0, R2", of(2.5f)), 2u) << "to even";
  EXPECT_EQ(word("F2I.CEIL.NTZ R0, R2", of(2.1f)), 3u);
  EXPECT_EQ(word("F2I.FLOOR.NTZ R0, R2", of(-2.1f)), 0xFFFF'FFFDu);
  EXPECT_EQ(word("F2I.TRUNC.NTZ R0, R2", of(3e9f)), 0x7FFF'FFFFu);
  EXPECT_EQ(word("F2I.TRUNC.NTZ R0, R2", of(-3e9f)), 0x8000'0000u);
  EXPECT_EQ(word("F2I.TRUNC.NTZ R0, R2", nan_bits), 0u);
  EXPECT_EQ(word("F2I.U32.TRUNC.NTZ R0, R2", of(-5)), 0u);
  EXPECT_EQ(word("F2I.FTZ.U32.CEIL.NTZ R0, R2", 1), 0u) << "a denormal is nothing";
  EXPECT_EQ(word("F2I.U8.F16.TRUNC.NTZ R0, R2", 0x6000), 255u);
  EXPECT_EQ(pair("F2I.S64.TRUNC R0, R2", of(-1e10f)), static_cast<std::uint64_t>(-10'000'000'000));
  EXPECT_EQ(pair("F2I.U64.TRUNC R0, R2", of(1e30f)), ~std::uint64_t{0});
  EXPECT_EQ(pair("F2I.S64.TRUNC R0, R2", nan_bits), std::uint64_t{1} << 63);
  EXPECT_EQ(word("F2I.F64.TRUNC R0, R2", nan_double), 0x8000'0000u);
  EXPECT_EQ(word("F2I.F64 R0, R2", of_double(3.5)), 4u);
  EXPECT_EQ(pair("F2I.S64.F64.FLOOR R0, R2", of_double(-0.5)), ~std::uint64_t{0});
  EXPECT_EQ(result_of_row("F2I.S32.F32.TRUNC R0, R1", of(7.9f), 0, 0, "sm_52"), 7u);
  EXPECT_EQ(result_of_row("F2IP.U8.F32.TRUNC.NTZ R0, R1, R2, R3", of(300), of(7.9f), 0x1'2345), 0x2345'FF07u);
}

TEST(I2f, RoundsOnce) {
  EXPECT_EQ(word("I2F R0, R2", 0xFFFF'FFFF), of(-1));
  EXPECT_EQ(word("I2F.U32 R0, R2", 0xFFFF'FFFF), of(4294967296.0f));
  EXPECT_EQ(word("I2F.U32.RZ R0, R2", 0xFFFF'FFFF), of(4294967040.0f));
  EXPECT_EQ(word("I2F.U32.RP R0, R2", 0x0100'0001), of(16777218.0f));
  EXPECT_EQ(word("I2F.S64 R0, R2", 0x0000'0080'0000'8001), of(549755879424.0f)) << "above a tie by its last bit";
  EXPECT_EQ(word("I2F.S8 R0, R2.B2", 0x00FF'0000), of(-1));
  EXPECT_EQ(word("I2F.U16 R0, R2.H1", 0xFFFF'0000), of(65535));
  EXPECT_EQ(word("I2F.F16 R0, R2", 3), 0x4200u);
  EXPECT_EQ(pair("I2F.F64 R0, R2", 0x8000'0000), of_double(-2147483648.0));
  EXPECT_EQ(pair("I2F.F64.S64 R0, R2", 0x7FFF'FFFF'FFFF'FFFF), of_double(0x1p63));
  EXPECT_EQ(pair("I2F.F64.S64.RZ R0, R2", 0x7FFF'FFFF'FFFF'FFFF), of_double(0x1.fffffffffffffp62));
  EXPECT_EQ(word("I2FP.F32.S32 R0, R2", 0xFFFF'FFFE), of(-2));
}

TEST(F2f, NarrowsAndWidens) {
  EXPECT_EQ(word("F2F.F32.F64 R0, R2", of_double(0.1)), of(0.1f));
  EXPECT_EQ(word("F2F.F32.F64.RP R0, R2", of_double(1 + 0x1p-40)), of(1) + 1);
  EXPECT_EQ(word("F2F.F32.F64 R0, R2", 0xFFF8'1234'5678'9ABC), 0xFFC0'91A2u) << "a NaN keeps what fits";
  EXPECT_EQ(word("F2F.F16.F64 R0, R2", 0xFFF8'1234'5678'9ABC), 0xFE04u);
  EXPECT_EQ(pair("F2F.F64.F32 R0, R2", of(0.1f)), of_double(0.1f));
  EXPECT_EQ(pair("F2F.F64.F32 R0, R2", 0xFF81'2345), 0xFFF8'2468'A000'0000u | 0xFFF0'2468'A000'0000u);
  EXPECT_EQ(word("F2F.F16.F32 R0, R2", of(1)), 0x3C00u);
  EXPECT_EQ(word("F2F.F16.F32 R0, R2", nan_bits), 0x7FFFu);
  EXPECT_EQ(word("F2F.BF16.F32.RZ R0, R2", 0x3F80'FFFF), 0x3F80u);
  EXPECT_EQ(result_of_row("F2F.F32.F32.FLOOR R0, R1", of(-1.5f), 0, 0, "sm_52"), of(-2));
  EXPECT_EQ(result_of_row("F2F.F32.F32.SAT R0, R1", of(7), 0, 0, "sm_52"), of(1));
  EXPECT_EQ(result_of_row("F2FP.F16.F32.PACK_AB R0, R1, R2", of(2), of(1)), 0x4000'3C00u);
  EXPECT_EQ(result_of_row("F2FP.BF16.PACK_AB.RZ R0, R1, R2", 0x3F80'FFFF, of(1)), 0x3F80'3F80u);
  EXPECT_EQ(result_of_row("F2FP.RELU.BF16.F32.MERGE_C R0, R1, R2", of(-2), 0x1234'5678), 0x1234'0000u);
}

TEST(Frnd, RoundsToIntegral) {
  EXPECT_EQ(word("FRND R0, R2", of(2.5f)), of(2));
  EXPECT_EQ(word("FRND.CEIL R0, R2", of(-0.5f)), 0x8000'0000u);
  EXPECT_EQ(word("FRND.FLOOR R0, |R2|", of(-1.5f)), of(1));
  EXPECT_EQ(word("FRND.FTZ.TRUNC R0, R2", 0x8000'0001), 0x8000'0000u);
  EXPECT_EQ(word("FRND.F16.FLOOR R0, R2.H1", 0x3E00'0000), 0x3C00u);
  EXPECT_EQ(pair("FRND.F64.TRUNC R0, R2", of_double(-7.9)), of_double(-7));
}

TEST(I2i, Narrows) {
  EXPECT_EQ(word("I2I.S8.S32.SAT R0, R2", 300), 127u);
  EXPECT_EQ(word("I2I.S8.S32.SAT R0, R2", 0xFFFF'FF00), 0xFFFF'FF80u);
  EXPECT_EQ(word("I2I.U16.S32.SAT R0, R2", 0xFFFF'FF00), 0u);
  EXPECT_EQ(result_of_row("I2I.S16.S8 R0, R1", 0x1DF, 0, 0, "sm_52"), 0xFFDFu) << "16 bits";
  EXPECT_EQ(result_of_row("I2I.S32.S16 R0, R1", 0x1'8000, 0, 0, "sm_52"), 0xFFFF'8000u);
  EXPECT_EQ(result_of_row("I2IP.S8.S32.SAT R0, R1, R2, R3", 300, 0xFFFF'FFFF, 0x9'1234), 0x1234'7FFFu);
  EXPECT_EQ(result_of_row("I2IP.U16.S32.SAT R0, R1, R2, RZ", 70000, 5), 0xFFFF'0005u);
  EXPECT_FALSE(can_execute("I2I.S8.S32.WRAP R0, R2"));
}

/// The card's words are in multi_function_test.cpp; before sm_70 the values are rounded to nearest.
TEST(Mufu, IsCloseAndSaysSo) {
  const auto close = [](const std::string& row, float x, double expected, std::string_view arch = "sm_80") {
    DataRow data(row, arch);
    data.set(1, of(x)).execute();
    EXPECT_TRUE(data.decoded().approximate);
    EXPECT_NEAR(std::bit_cast<float>(data.word(0)), expected, std::fabs(expected) * 1e-6) << row;
  };
  for (const std::string_view arch : {"sm_60", "sm_80"}) {
    close("MUFU.RCP R0, R1", 3, 1.0 / 3, arch);
    close("MUFU.RSQ R0, R1", 3, 1 / std::sqrt(3.0), arch);
    close("MUFU.SQRT R0, R1", 3, std::sqrt(3.0), arch);
    close("MUFU.EX2 R0, -R1", 1.5f, std::exp2(-1.5), arch);
    close("MUFU.LG2 R0, R1", 3, std::log2(3.0), arch);
  }
  close("MUFU.SIN R0, R1", 0.125f, std::sin(0.125), "sm_60");
  close("MUFU.SIN R0, R1", 0.125f, std::sin(std::acos(-1.0) / 4));
  close("MUFU.COS R0, R1", 1.0f, 1);
  EXPECT_EQ(result_of_row("MUFU.RCP R0, R1", 0x0040'0000), 0x7F80'0000u) << "a denormal is zero";
  EXPECT_EQ(result_of_row("MUFU.SIN R0, R1", 0x8000'0000), 0x8000'0000u);
  EXPECT_EQ(result_of_row("MUFU.RSQ R0, R1", of(-1)), nan_bits);
  EXPECT_EQ(result_of_row("MUFU.RCP64H R0, R1", 0x4000'0000), 0x3FE0'0000u);
  EXPECT_EQ(result_of_row("MUFU.RSQ64H R0, R1", 0x4010'0000), 0x3FE0'0000u);
  EXPECT_EQ(result_of_row("MUFU.EX2.F16 R0, R1.H1", 0x3C00'0000), 0x4000u);
  EXPECT_FALSE(can_execute("MUFU.ARCCOS R0, R1"));
}

/// Compilers divide a double by a constant with it: the immediate is printed as the double.
TEST(Mufu, ImmediatesOfHighWordsAreDoubles) {
  for (const char* arch : {"sm_60", "sm_75", "sm_90", "sm_120"}) {
    EXPECT_EQ(result_of_row("MUFU.RCP64H R0, 10", 0, 0, 0, arch), 0x3FB9'9999u);
    EXPECT_EQ(result_of_row("MUFU.RCP64H R0, 1.25", 0, 0, 0, arch), 0x3FE9'9999u);
    EXPECT_EQ(result_of_row("MUFU.RCP64H R0, -4", 0, 0, 0, arch), 0xBFD0'0000u);
    EXPECT_EQ(result_of_row("MUFU.RCP64H R0, +INF", 0, 0, 0, arch), 0u);
    EXPECT_EQ(result_of_row("MUFU.RSQ64H R0, 16", 0, 0, 0, arch), 0x3FD0'0000u);
    EXPECT_EQ(result_of_row("MUFU.RCP64H R0, -|R1|", 0xC010'0000, 0, 0, arch), 0xBFD0'0000u);
    EXPECT_FALSE(can_execute("MUFU.RCP64H R0, 0.1", arch)) << "more than the high word of a double";
    EXPECT_FALSE(can_execute("MUFU.RCP64H R0, 0x40240000", arch));
  }
  EXPECT_EQ(result_of_row("MUFU.RCP R0, 4", 0), of(0.25f)) << "single precision as before";
  EXPECT_FALSE(can_execute("MUFU.EX2.F16 R0, 1")) << "what is printed for a half is not known";
}

/// 2.0 is printed as "2".
TEST(Conversion, ImmediatesHaveTheTypeThatIsConverted) {
  EXPECT_EQ(result_of_row("F2I.TRUNC.NTZ R0, 7", 0), 7u);
  EXPECT_EQ(result_of_row("F2I.TRUNC.NTZ R0, -7.5", 0), static_cast<std::uint32_t>(-7));
  EXPECT_EQ(result_of_row("FRND.CEIL R0, 2", 0), of(2));
  EXPECT_EQ(result_of_row("F2F.F16.F32 R0, 2", 0), 0x4000u);
  EXPECT_EQ(pair_result_of_row("F2F.F64.F32 R0, 2", 0), 0x4000'0000'0000'0000u);
  EXPECT_EQ(result_of_row("I2F R0, 2", 0), of(2));
  EXPECT_EQ(pair_result_of_row("I2F.F64 R0, -0x2", 0), 0xC000'0000'0000'0000u);
  EXPECT_FALSE(can_execute("I2F R0, 2.5"));
  EXPECT_FALSE(can_execute("F2F.F32.F16 R0, 2"));
  EXPECT_FALSE(can_execute("F2I R0, 0x40000000"));
  EXPECT_FALSE(can_execute("FADD R0, R1, 1e300"));
}

/// Whether a row with its encoding can be executed.
bool can_execute_encoded(const std::string& row, const std::string& low, const std::string& high) {
  const std::string text =
      "code for sm_90\n\tFunction : k\n/*0000*/ " + row + " ; /* " + low + " */\n/* " + high + " */\n";
  const auto function = sass::read_function(text, "test.sass");
  if (!function || function->instructions.front().word_count != 2) {
    ADD_FAILURE() << text;
    return false;
  }
  std::vector<LaneVector> values;
  LiteralPool literals(values);
  DecodedInstruction decoded;
  return !decode_data_part(function->instructions.front(), false, {{}, literals, 90}, decoded);
}

/// The encoding says what a printed number is.
TEST(Conversion, AnImmediateThatIsNotTheEncodedOneIsRefused) {
  const auto of_row = can_execute_encoded;
  EXPECT_TRUE(of_row("MUFU.RCP64H R5, 10", "0x4024000000057908", "0x000fe20000001800"));
  EXPECT_FALSE(of_row("MUFU.RCP64H R5, 10", "0x4120000000057908", "0x000fe20000001800")) << "10 as a float";
  EXPECT_TRUE(of_row("FFMA R4, R13, R2, -1", "0xbf8000000d047423", "0x001fc80000000002"));
  EXPECT_FALSE(of_row("FFMA R4, R13, R2, -1", "0xbff000000d047423", "0x001fc80000000002")) << "-1 as a double";
  EXPECT_TRUE(of_row("DADD R4, R2, -1", "0xbff0000002047429", "0x001fc80000000002"));
  EXPECT_FALSE(of_row("DADD R4, R2, -1", "0xbf80000002047429", "0x001fc80000000002"));
  EXPECT_TRUE(of_row("HADD2 R0, R0.H0_H0, 0.300048828125, 0.5", "0x34cd380000007430", "0x001fc80000000002"));
  EXPECT_FALSE(of_row("HADD2 R0, R0.H0_H0, 0.300048828125, 0.5", "0x380034cd00007430", "0x001fc80000000002"));
}

TEST(Mufu, BeforeVoltaTakesRadians) {
  EXPECT_EQ(result_of_row("RRO.SINCOS R0, R1", of(2), 0, 0, "sm_52"), of(2));
  const float sine = std::bit_cast<float>(result_of_row("MUFU.SIN R0, R1", of(0.5f), 0, 0, "sm_52"));
  EXPECT_NEAR(sine, std::sin(0.5), 1e-6);
}

TEST(Xmad, ThreeOfThemMultiplyWords) {
  for (const std::uint32_t a : {0u, 1u, 0xFFFFu, 0x1'0000u, 0xFFFF'FFFFu, 0x1234'5678u})
    for (const std::uint32_t b : {0u, 3u, 0xFFFFu, 0x8000'0001u, 0xFFFF'FFFFu, 0x9ABC'DEF0u}) {
      const std::uint32_t low = result_of_row("XMAD R0, R1, R2, R3", a, b, 77, "sm_52");
      const std::uint32_t merged = result_of_row("XMAD.MRG R0, R1, R2.H1, RZ", a, b, 0, "sm_52");
      EXPECT_EQ(result_of_row("XMAD.PSL.CBCC R0, R1.H1, R2.H1, R3", a, merged, low, "sm_52"), a * b + 77);
    }
}

/// The high word of a product, as compilers of sm_50 to sm_62 put it together.
TEST(Xmad, FourOfThemGiveTheHighWord) {
  const std::uint32_t numbers[] = {0,           1,           0xFFFF,      0x1'0000,    0xFFFF'0000, 0xFFFF'FFFF,
                                   0x8000'0000, 0x8000'0001, 0x7FFF'FFFF, 0x1234'5678, 0x9ABC'DEF0, 0x8000'FFFF};
  for (const std::uint32_t a : numbers)
    for (const std::uint32_t b : numbers) {
      const auto of_types = [&](const char* low_high, const char* high_high, const char* high_low) {
        const std::uint32_t low = result_of_row("XMAD R0, R1, R2, RZ", a, b, 0, "sm_52");
        const std::uint32_t first = result_of_row(std::string(low_high) + " R0, R1, R2.H1, RZ", a, b, 0, "sm_52");
        const std::uint32_t high = result_of_row(std::string(high_high) + " R0, R1.H1, R2.H1, RZ", a, b, 0, "sm_52");
        const std::uint32_t second = result_of_row(std::string(high_low) + " R0, R1.H1, R2, R3", a, b, low, "sm_52");
        return result_of_row("IADD3.RS R0, R1, R2, R3", second, first, high, "sm_52");
      };
      EXPECT_EQ(of_types("XMAD", "XMAD", "XMAD.CHI"), static_cast<std::uint32_t>(std::uint64_t{a} * b >> 32))
          << a << " " << b;
      const auto product = std::int64_t{static_cast<std::int32_t>(a)} * static_cast<std::int32_t>(b);
      EXPECT_EQ(of_types("XMAD.U16.S16", "XMAD.S16.S16.CSFU", "XMAD.S16.U16.CHI"),
                static_cast<std::uint32_t>(product >> 32))
          << a << " " << b;
    }
  EXPECT_FALSE(can_execute("IADD3.LS R0, R1, R2, R3", "sm_52"));
}

TEST(Xmad, Modes) {
  EXPECT_EQ(result_of_row("XMAD.S16.S16 R0, R1, R2, R3", 0xFFFF, 0xFFFF, 0, "sm_52"), 1u);
  EXPECT_EQ(result_of_row("XMAD.CHI R0, R1, R2, R3", 2, 3, 0x7'0000, "sm_52"), 13u);
  EXPECT_EQ(result_of_row("XMAD.CLO R0, R1, R2, R3", 2, 3, 0x7'0001, "sm_52"), 7u);
  DataRow carry("XMAD R0.CC, R1, R2, R3", "sm_52");
  carry.set(1, 1).set(2, 1).set(3, 0xFFFF'FFFF).execute();
  EXPECT_EQ(carry.warp.code.carry, core::LaneMask::all());
  EXPECT_FALSE(can_execute("XMAD R0, R1, R2, R3", "sm_90"));
}

}  // namespace
}  // namespace reconverge::emulator::testing
