// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <bit>
#include <cfenv>
#include <cmath>
#include <limits>

#include "emulator/arithmetic/rounding.hpp"
#include "unit/emulator/data_row.hpp"

namespace reconverge::emulator::testing {
namespace {

constexpr std::uint32_t one = 0x3F80'0000, infinity = 0x7F80'0000, nan_bits = 0x7FFF'FFFF, minus_zero = 0x8000'0000;

std::uint32_t of(float value) { return std::bit_cast<std::uint32_t>(value); }

/// Bits that reach every exponent, from a fixed sequence.
class Scattered {
 public:
  std::uint32_t next() {
    return static_cast<std::uint32_t>((state_ = state_ * 6364136223846793005u + 1442695040888963407u) >> 33) * 2 + 1;
  }
  std::uint32_t near(std::uint32_t other) {
    return (next() & 0x807F'FFFF) | ((other + (next() << 23 & 0x0780'0000)) & 0x7F80'0000);
  }

 private:
  std::uint64_t state_ = 7;
};

TEST(Ffma, EqualsTheFusedOperationOfTheMachine) {
  Scattered scattered;
  for (int i = 0; i < 20'000; ++i) {
    const std::uint32_t a = scattered.next(), b = scattered.near(a),
                        c = i % 2 == 0 ? scattered.near(a + b - one) : scattered.next();
    const float expected = std::fma(std::bit_cast<float>(a), std::bit_cast<float>(b), std::bit_cast<float>(c));
    DataRow row("FFMA R0, R1, R2, R3");
    ASSERT_EQ(row.set(1, a).set(2, b).set(3, c).execute().word(0), std::isnan(expected) ? nan_bits : of(expected))
        << a << " " << b << " " << c;
  }
}

TEST(Ffma, RoundsOnceWhereTwoRoundingsWouldErr) {
  // The exact sum 1 + 2^-23 + 2^-24 - 2^-70 lies just below half way between two floats; in double
  // precision it is half way, and the even one would be the upper.
  EXPECT_EQ(result_of_row("FFMA R0, R1, R2, R3", of(0x1.000002p-24f), of(0x1.fffffcp-1f), one + 1), one + 1);
  EXPECT_EQ(result_of_row("FFMA R0, R1, R2, R3", of(0x1p-12f), of(0x1p-12f), one), one) << "a tie goes to even";
  EXPECT_EQ(result_of_row("FFMA R0, R1, R2, R3", 1, of(0.5f), 1), 2u) << "a denormal tie";
}

TEST(Float, DirectedRoundings) {
  const std::uint32_t tiny = of(0x1p-40f);
  const auto add = [&](const char* mode, std::uint32_t a) {
    return result_of_row(std::string("FADD.") + mode + " R0, R1, R2", a, tiny);
  };
  EXPECT_EQ(add("RZ", one), one);
  EXPECT_EQ(add("RP", one), one + 1);
  EXPECT_EQ(add("RM", one), one);
  EXPECT_EQ(add("RM", of(-1.0f)), of(-1.0f));
  EXPECT_EQ(add("RZ", of(-1.0f)), of(-1.0f) - 1);
  EXPECT_EQ(result_of_row("FMUL.RZ R0, R1, R2", 0x7F7F'FFFF, of(2)), 0x7F7F'FFFFu) << "no overflow toward zero";
  EXPECT_EQ(result_of_row("FMUL.RP R0, R1, R2", 0xFF7F'FFFF, of(2)), 0xFF7F'FFFFu);
  EXPECT_EQ(result_of_row("FMUL.RP R0, R1, R2", 1, of(0.5f)), 1u);
  EXPECT_EQ(result_of_row("FADD.RM R0, R1, R2", one, of(-1.0f)), minus_zero) << "a sum that vanishes";
  EXPECT_EQ(result_of_row("FFMA.RM R0, R1, R2, R3", one, one, of(-1.0f)), minus_zero);
  EXPECT_EQ(result_of_row("FADD R0, R1, R2", one, of(-1.0f)), 0u);
  EXPECT_FALSE(can_execute("FADD.RX R0, R1, R2"));
}

TEST(Float, FlushAndSaturate) {
  EXPECT_EQ(result_of_row("FADD R0, R1, R2", 5, 6), 11u) << "denormals are kept";
  EXPECT_EQ(result_of_row("FADD.FTZ R0, R1, R2", 5, 0x8000'0006), 0u);
  EXPECT_EQ(result_of_row("FMUL.FTZ R0, R1, R2", 0x0080'0000, of(-0.5f)), minus_zero);
  EXPECT_EQ(result_of_row("FADD.SAT R0, R1, R2", one, one), one);
  EXPECT_EQ(result_of_row("FADD.SAT R0, R1, R2", of(-5), one), 0u);
  EXPECT_EQ(result_of_row("FMUL.SAT R0, R1, R2", infinity, 0), 0u) << "a NaN";
  EXPECT_EQ(result_of_row("FFMA.FTZ.SAT R0, R1, R2, R3", one, one, one), one);
  EXPECT_EQ(result_of_row("FFMA R0, R1, R2, -R3", infinity, one, infinity), nan_bits);
  EXPECT_EQ(result_of_row("FFMA R0, R1, 2, R3", of(3), 0, of(0.5f)), of(6.5f));
  EXPECT_EQ(result_of_row("FFMA32I R0, R1, 2, R3", of(3), 0, of(0.5f), "sm_52"), of(6.5f));
}

TEST(Float, UniformForms) {
  EXPECT_EQ(DataRow("UFADD UR4, UR5, 1", "sm_100").set_uniform(5, one).execute().uniform(4), of(2));
  EXPECT_EQ(DataRow("UFMUL UR4, UR5, 3", "sm_100").set_uniform(5, one).execute().uniform(4), of(3));
  EXPECT_EQ(DataRow("UFFMA UR4, UR5, 3, UR5", "sm_100").set_uniform(5, one).execute().uniform(4), of(4));
  EXPECT_EQ(DataRow("UFMNMX UR4, UR5, 3, UPT", "sm_100").set_uniform(5, one).execute().uniform(4), one);
  EXPECT_EQ(DataRow("UFSEL UR4, UR5, 3, !UPT", "sm_100").set_uniform(5, one).execute().uniform(4), of(3));
  EXPECT_TRUE(DataRow("UFSETP.GT.AND UP0, UPT, UR5, 0.5, UPT", "sm_100")
                  .set_uniform(5, one)
                  .execute()
                  .holds(first_uniform_predicate));
  EXPECT_EQ(DataRow("UFSET.BF.GT.AND UR4, UR5, 0.5, UPT", "sm_100").set_uniform(5, one).execute().uniform(4), one);
  EXPECT_EQ(DataRow("UFRND.FLOOR UR4, UR5", "sm_100").set_uniform(5, of(1.5f)).execute().uniform(4), one);
  EXPECT_EQ(DataRow("UF2I.TRUNC.NTZ UR4, UR5", "sm_100").set_uniform(5, of(-1.5f)).execute().uniform(4), 0xFFFF'FFFFu);
  EXPECT_EQ(DataRow("UI2F UR4, UR5", "sm_100").set_uniform(5, 2).execute().uniform(4), of(2));
  EXPECT_EQ(DataRow("UI2FP.F32.U32 UR4, UR5", "sm_100").set_uniform(5, 2).execute().uniform(4), of(2));
}

TEST(Fmnmx, TreatsNansAndZeros) {
  EXPECT_EQ(result_of_row("FMNMX R0, R1, R2, PT", of(1), of(2)), of(1));
  EXPECT_EQ(result_of_row("FMNMX R0, R1, R2, !PT", of(1), of(2)), of(2));
  EXPECT_EQ(result_of_row("FMNMX R0, R1, R2, PT", 0, minus_zero), minus_zero);
  EXPECT_EQ(result_of_row("FMNMX R0, R1, R2, !PT", minus_zero, 0), 0u);
  EXPECT_EQ(result_of_row("FMNMX R0, R1, R2, PT", 0x7FC0'0000, of(2)), of(2));
  EXPECT_EQ(result_of_row("FMNMX R0, R1, R2, PT", 0x7FC0'0000, 0xFFC0'0000), nan_bits);
  EXPECT_EQ(result_of_row("FMNMX.NAN R0, R1, R2, PT", of(1), 0x7FC0'0000), nan_bits);
  EXPECT_EQ(result_of_row("FMNMX.FTZ R0, R1, R2, PT", 5, of(1)), 0u);
  EXPECT_EQ(result_of_row("FMNMX.XORSIGN R0, |R1|, |R2|, PT", of(-1), of(2)), of(-1));
}

TEST(Fsel, AndFchk) {
  EXPECT_EQ(DataRow("FSEL R0, -R1, 2.5, P0").set(1, one).set_predicate(0, true).execute().word(0), of(-1));
  EXPECT_EQ(DataRow("FSEL R0, |R1|, +INF, P0").set(1, one).execute().word(0), infinity);
  EXPECT_EQ(result_of_row("FSEL.FTZ R0, R1, R2, PT", 5), 0u);
  EXPECT_FALSE(DataRow("FCHK P0, R1, R2").set(1, one).set(2, of(3)).execute().holds(0));
  EXPECT_TRUE(DataRow("FCHK P0, R1, R2").set(1, one).set(2, 0).execute().holds(0));
  EXPECT_TRUE(DataRow("FCHK P0, R1, R2").decoded().approximate);
  EXPECT_FALSE(can_execute("FSEL R0, R1, +QNAN, P0")) << "which NaN is not written";
}

TEST(FloatCompare, RelationsWithNans) {
  const auto holds = [](const std::string& relation, std::uint32_t a, std::uint32_t b) {
    return DataRow("FSETP." + relation + ".AND P0, PT, R1, R2, PT").set(1, a).set(2, b).execute().holds(0);
  };
  for (const char* relation : {"LT", "LE", "NE", "LTU", "LEU", "NEU", "NUM", "T"})
    EXPECT_TRUE(holds(relation, of(1), of(2))) << relation;
  for (const char* relation : {"GT", "GE", "EQ", "GTU", "GEU", "EQU", "NAN", "F"})
    EXPECT_FALSE(holds(relation, of(1), of(2))) << relation;
  for (const char* relation : {"LTU", "EQU", "LEU", "GTU", "NEU", "GEU", "NAN", "T"})
    EXPECT_TRUE(holds(relation, nan_bits, of(2))) << relation;
  for (const char* relation : {"LT", "EQ", "LE", "GT", "NE", "GE", "NUM", "F"})
    EXPECT_FALSE(holds(relation, of(1), nan_bits)) << relation;
  EXPECT_TRUE(holds("EQ", 0, minus_zero));
  EXPECT_TRUE(DataRow("FSETP.EQ.FTZ.AND P0, PT, R1, RZ, PT").set(1, 5).execute().holds(0));
  EXPECT_EQ(result_of_row("FSET.BF.LT.AND R0, R1, R2, PT", of(1), of(2)), one);
  EXPECT_EQ(result_of_row("FSET.LT.AND R0, |R1|, R2, PT", of(-1), of(2)), 0xFFFF'FFFFu);
  EXPECT_EQ(result_of_row("FSET.BF.LT.AND R0, R1, R2, !PT", of(1), of(2)), 0u);
}

TEST(FloatCompare, FcmpChoosesByAThirdNumber) {
  const auto chosen = [](const std::string& row, std::uint32_t c) { return result_of_row(row, 1, 2, c, "sm_61"); };
  constexpr std::uint32_t minus_three = 0xC040'0000, three = 0x4040'0000, nan = 0x7FC0'0000, denormal = 1;
  EXPECT_EQ(chosen("FCMP R0, R1, R2, R3", three), 1u) << "GT is not written";
  EXPECT_EQ(chosen("FCMP R0, R1, R2, R3", 0), 2u);
  EXPECT_EQ(chosen("FCMP R0, R1, R2, -R3", minus_three), 1u);
  EXPECT_EQ(chosen("FCMP.LT R0, R1, R2, R3", minus_three), 1u);
  EXPECT_EQ(chosen("FCMP.LT R0, R1, R2, |R3|", minus_three), 2u);
  EXPECT_EQ(chosen("FCMP.NEU R0, R1, R2, R3", nan), 1u);
  EXPECT_EQ(chosen("FCMP.NE R0, R1, R2, R3", nan), 2u);
  EXPECT_EQ(chosen("FCMP.EQ R0, R1, R2, R3", denormal), 2u);
  EXPECT_EQ(chosen("FCMP.EQ.FTZ R0, R1, R2, R3", denormal), 1u);
  EXPECT_FALSE(can_execute("FCMP.GT R0, R1, R2, R3", "sm_90"));
}

/// Maxwell prints a sign that the encoding keeps apart, and of a NaN the encoding alone tells which.
TEST(FloatImmediates, OfMaxwell) {
  EXPECT_EQ(result_of_row("FFMA R0, R1, 3.NEG, R3", 0x3F80'0000, 0, 0x40A0'0000, "sm_61"), 0x4000'0000u) << "5 - 3";
  EXPECT_EQ(result_of_row("FCMP.NEU R0, R1, -QNAN , R3 ; /* 0x37ad01fff0070100 */", 7, 0, 0, "sm_61"), 0xFFF0'0000u);
  EXPECT_EQ(result_of_row("FCMP.NEU R0, R1, +QNAN , R3 ; /* 0x36ad01fff8070100 */", 7, 0, 0, "sm_61"), 0x7FF8'0000u);
  EXPECT_FALSE(can_execute("FCMP.NEU R0, R1, +QNAN , R3", "sm_61"));
  EXPECT_FALSE(can_execute("FADD32I R0, R1, +QNAN ; /* 0x0807ff0000070100 */", "sm_61")) << "its word lies elsewhere";
}

}  // namespace
}  // namespace reconverge::emulator::testing
