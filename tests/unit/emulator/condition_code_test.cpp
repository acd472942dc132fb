// SPDX-License-Identifier: MIT
// CC, the condition code of the generations before sm_70: who writes it, who reads it.

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <string>

#include "unit/emulator/data_row.hpp"
#include "unit/emulator/scene.hpp"

namespace reconverge::emulator::testing {
namespace {

constexpr std::uint32_t words[] = {0, 1, 2, 0x7FFF'FFFF, 0x8000'0000, 0x8000'0001, 0xFFFF'FFFE, 0xFFFF'FFFF};
constexpr std::uint64_t wide_values[] = {0,
                                         1,
                                         0xFFFF'FFFF,
                                         0x1'0000'0000,
                                         0x7FFF'FFFF'FFFF'FFFF,
                                         0x8000'0000'0000'0000,
                                         0x8000'0000'0000'0001,
                                         0xFFFF'FFFF'0000'0000,
                                         0xFFFF'FFFF'FFFF'FFFF};

/// Runs rows of Pascal with R2:R3 and R4:R5 in every lane.
Scene run(const std::string& rows, std::uint64_t r2, std::uint64_t r4 = 0) {
  Scene scene(rows + "\nEXIT", "sm_61");
  scene.warp.set_register(2, same(static_cast<std::uint32_t>(r2)));
  scene.warp.set_register(3, same(static_cast<std::uint32_t>(r2 >> 32)));
  scene.warp.set_register(4, same(static_cast<std::uint32_t>(r4)));
  scene.warp.set_register(5, same(static_cast<std::uint32_t>(r4 >> 32)));
  const RunResult result = scene.run();
  if (result.diagnostic) ADD_FAILURE() << rows << ": " << to_string(*result.diagnostic);
  return scene;
}

bool holds(const Scene& scene, int predicate) {
  return scene.warp.predicates[static_cast<std::size_t>(predicate)].contains(0);
}

template <typename Integer> bool related(const std::string& relation, Integer a, Integer b) {
  if (relation == "LT") return a < b;
  if (relation == "LE") return a <= b;
  if (relation == "EQ") return a == b;
  if (relation == "NE") return a != b;
  if (relation == "GE") return a >= b;
  return a > b;
}

TEST(ConditionCode, OfADifferenceTellsHowTheNumbersAreRelated) {
  for (const std::string relation : {"LT", "LE", "EQ", "NE", "GE", "GT"})
    for (const std::uint32_t a : words)
      for (const std::uint32_t b : words) {
        const auto scene = run("IADD RZ.CC, R2, -R4\nCSETP." + relation + ".AND P0, P1, CC, PT\nCSETP." + relation +
                                   "U.AND P2, PT, CC, PT",
                               a, b);
        const bool expected = related(relation, static_cast<std::int32_t>(a), static_cast<std::int32_t>(b));
        EXPECT_EQ(holds(scene, 0), expected) << a << " " << relation << " " << b;
        EXPECT_EQ(holds(scene, 1), !expected) << a << " " << relation << " " << b;
        EXPECT_EQ(holds(scene, 2), expected) << "no number is a NaN";
      }
}

TEST(ConditionCode, TellsHowUnsignedNumbersAreRelated) {
  const std::pair<const char*, const char*> names[] = {{"LO", "LT"}, {"LS", "LE"}, {"HI", "GT"}, {"HS", "GE"}};
  for (const auto& [condition, relation] : names)
    for (const std::uint32_t a : words)
      for (const std::uint32_t b : words)
        EXPECT_EQ(holds(run("IADD RZ.CC, -R4, R2\nCSETP." + std::string(condition) + ".AND P0, PT, CC, PT", a, b), 0),
                  related(relation, a, b))
            << a << " " << condition << " " << b;
}

TEST(ConditionCode, ANanIsZeroAndNegative) {
  ConditionCode code;
  code.zero = code.sign = core::LaneMask(1);
  const auto holds = [&](std::string_view name) { return lanes_with(code, find_condition(name).value()).contains(0); };
  for (const char* name : {"LT", "EQ", "LE", "GT", "NE", "GE", "NUM", "F"}) EXPECT_FALSE(holds(name)) << name;
  for (const char* name : {"LTU", "EQU", "LEU", "GTU", "NEU", "GEU", "NAN", "T"}) EXPECT_TRUE(holds(name)) << name;
  EXPECT_FALSE(find_condition("CSM_MX"));
}

TEST(ConditionCode, SingleFlags) {
  const auto flags = [](std::uint32_t a, std::uint32_t b) {
    std::string text;
    const auto scene =
        run("IADD RZ.CC, R2, R4\nCSETP.SFT.AND P0, P1, CC, PT\nCSETP.OFT.AND P2, P3, CC, PT\n"
            "CSETP.SFF.AND P4, PT, CC, PT\nCSETP.OFF.OR P5, PT, CC, P0",
            a, b);
    for (const int p : {0, 1, 2, 3, 4, 5}) text += holds(scene, p) ? '1' : '0';
    return text;
  };
  EXPECT_EQ(flags(1, 2), "010111");
  EXPECT_EQ(flags(0x7FFF'FFFF, 1), "101001") << "overflow";
  EXPECT_EQ(flags(0x8000'0000, 0), "100101") << "negative";
}

TEST(ConditionCode, ComparesHighWordsOfLongNumbers) {
  for (const std::string relation : {"LT", "LE", "EQ", "NE", "GE", "GT"})
    for (const std::uint64_t a : wide_values)
      for (const std::uint64_t b : wide_values) {
        const auto scene = run("IADD RZ.CC, R2, -R4\nISETP." + relation + ".U32.X.AND P0, PT, R3, R5, PT\nISETP." +
                                   relation + ".X.AND P1, P2, R3, R5, PT\nISET." + relation +
                                   ".X.AND R0, R3, R5, PT\nISET." + relation + ".U32.X.AND R1, R3, R5, PT",
                               a, b);
        const bool of_unsigned = related(relation, a, b);
        const bool of_signed = related(relation, static_cast<std::int64_t>(a), static_cast<std::int64_t>(b));
        EXPECT_EQ(holds(scene, 0), of_unsigned) << a << " " << relation << " " << b;
        EXPECT_EQ(holds(scene, 1), of_signed) << a << " " << relation << " " << b;
        EXPECT_EQ(holds(scene, 2), !of_signed) << a << " " << relation << " " << b;
        EXPECT_EQ(scene.warp.register_value(0)[0], of_signed ? 0xFFFF'FFFFu : 0u);
        EXPECT_EQ(scene.warp.register_value(1)[0], of_unsigned ? 0xFFFF'FFFFu : 0u);
      }
}

TEST(ConditionCode, LeastAndGreatestOfLongNumbers) {
  const auto best = [](const std::string& type, const std::string& least, std::uint64_t a, std::uint64_t b) {
    const auto scene =
        run("IMNMX" + type + ".XHI R1.CC, R3, R5, " + least + "\nIMNMX.U32.XLO R0, R2, R4, " + least, a, b);
    return scene.warp.register_value(0)[0] | std::uint64_t{scene.warp.register_value(1)[0]} << 32;
  };
  const auto as_signed = [](std::uint64_t a, std::uint64_t b) {
    return static_cast<std::int64_t>(a) < static_cast<std::int64_t>(b);
  };
  for (const std::uint64_t a : wide_values)
    for (const std::uint64_t b : wide_values) {
      EXPECT_EQ(best(".U32", "PT", a, b), std::min(a, b)) << a << " " << b;
      EXPECT_EQ(best(".U32", "!PT", a, b), std::max(a, b)) << a << " " << b;
      EXPECT_EQ(best("", "PT", a, b), std::min(a, b, as_signed)) << a << " " << b;
      EXPECT_EQ(best("", "!PT", a, b), std::max(a, b, as_signed)) << a << " " << b;
    }
  EXPECT_FALSE(can_execute("IMNMX.XLO R0, R2, R4, PT", "sm_61"));
  EXPECT_FALSE(can_execute("IMNMX.XHI R0, R2, R4, PT", "sm_61"));
}

TEST(ConditionCode, BitsOfLongNumbers) {
  const auto tests = [](std::uint64_t a, std::uint64_t b) {
    const auto scene = run(
        "LOP.AND RZ.CC, R2, R4\nLOP.AND.X.NZ P0, RZ, R3, R5\nLOP.AND.X.Z P1, RZ, R3, R5\nLOP.AND.NZ P2, RZ, R3, R5\n"
        "LOP3.LUT RZ.CC, R2, R4, RZ, 0xc0\nLOP3.LUT.X.NZ P3, RZ, R3, R5, RZ, 0xc0\nLOP3.LUT.Z P4, RZ, R3, R5, RZ, 0xc0",
        a, b);
    std::string text;
    for (const int p : {0, 1, 2, 3, 4}) text += holds(scene, p) ? '1' : '0';
    return text;
  };
  EXPECT_EQ(tests(0x1'0000'0001, 0x2'0000'0002), "01001");
  EXPECT_EQ(tests(0x1'0000'0001, 0x2'0000'0003), "10011") << "a bit of the low word";
  EXPECT_EQ(tests(0x1'0000'0001, 0x3'0000'0002), "10110") << "a bit of the high word";
}

TEST(ConditionCode, ALongSumIsZeroIfAllItsWordsAre) {
  const auto is_zero = [](std::uint64_t a, std::uint64_t b) {
    return holds(run("IADD R0.CC, R2, R4\nIADD.X R1.CC, R3, R5\nCSETP.EQ.AND P0, PT, CC, PT", a, b), 0);
  };
  EXPECT_TRUE(is_zero(1, 0xFFFF'FFFF'FFFF'FFFF));
  EXPECT_FALSE(is_zero(2, 0xFFFF'FFFF'FFFF'FFFF)) << "the high word is 0, the low one is not";
  EXPECT_FALSE(is_zero(1, 0xFFFF'FFFF));
}

/// Every one of them leaves the flags of its result, whether or not that is kept.
TEST(ConditionCode, IsWrittenByComparisonsConversionsAndLogic) {
  const double three = 3;
  const auto bits = std::bit_cast<std::uint64_t>(three);
  const auto after = [](const std::string& row, std::uint64_t a, std::uint64_t b) {
    const auto scene =
        run(row + "\nCSETP.EQ.AND P0, PT, CC, PT\nCSETP.LT.AND P1, PT, CC, PT\nCSETP.GT.AND P2, PT, CC, PT", a, b);
    return holds(scene, 0) ? '=' : holds(scene, 1) ? '<' : holds(scene, 2) ? '>' : '?';
  };
  EXPECT_EQ(after("ISET.LT.AND RZ.CC, R2, R4, PT", 1, 2), '<') << "true is all ones";
  EXPECT_EQ(after("ISET.LT.AND RZ.CC, R2, R4, PT", 2, 1), '=');
  EXPECT_EQ(after("ISET.BF.LT.AND RZ.CC, R2, R4, PT", 1, 2), '>') << "or 1.0";
  EXPECT_EQ(after("FSET.NEU.FTZ.AND RZ.CC, |R2|, +INF , PT", 0x7F80'0000, 0), '=');
  EXPECT_EQ(after("FSET.NEU.FTZ.AND RZ.CC, |R2|, +INF , PT", 0x7FC0'0000, 0), '<');
  EXPECT_EQ(after("DSET.EQ.AND RZ.CC, |R2|, R4, PT", bits | std::uint64_t{1} << 63, bits), '<');
  EXPECT_EQ(after("DSET.EQ.AND RZ.CC, R2, R4, PT", bits | std::uint64_t{1} << 63, bits), '=');
  EXPECT_EQ(after("I2I.S32.S32 RZ.CC, R2", 5, 0), '>');
  EXPECT_EQ(after("I2I.S32.S32 R0.CC, -R2", 5, 0), '<');
  EXPECT_EQ(after("LOP.XOR RZ.CC, R2, R4", 7, 7), '=');
  EXPECT_EQ(after("LOP3.LUT RZ.CC, R2, R4, RZ, 0x3c", 7, 0x8000'0000), '<');
  EXPECT_EQ(after("XMAD R0.CC, R2, R4, RZ", 7, 0), '=');
  EXPECT_EQ(after("IMAD R0.CC, R2, R4, RZ", 7, 0xFFFF'FFFF), '<');
}

TEST(ConditionCode, OfOtherLanesStays) {
  Scene scene("IADD RZ.CC, RZ, RZ\n@P0 IADD RZ.CC, RZ, 0x1\n@P0 IADD R0.CC, RZ, -0x1\nEXIT", "sm_61");
  scene.warp.predicates[0] = core::LaneMask(0b0110);
  ASSERT_EQ(scene.run().ending, Ending::exited);
  EXPECT_EQ(scene.warp.code.zero & scene.live, core::LaneMask(0b1001));
  EXPECT_EQ(scene.warp.code.sign & scene.live, core::LaneMask(0b0110));
}

TEST(ConditionCode, GoesToARegisterAndBack) {
  const auto scene =
      run("IADD RZ.CC, R2, -R4\nP2R R0, CC, R3, 0xf\nISET.EQ.AND RZ.CC, RZ, RZ, PT\nP2R R1, CC, RZ, 0x2\n"
          "R2P CC, R0, 0xf\nISETP.GE.X.AND P0, PT, RZ, RZ, PT\nCSETP.EQ.AND P1, PT, CC, PT\nR2P CC, R1, "
          "0x2\nCSETP.SFT.AND P2, PT, CC, PT",
          0x70'0000'0007, 7);
  EXPECT_TRUE(holds(scene, 0)) << "no borrow";
  EXPECT_TRUE(holds(scene, 1)) << "7 - 7 is 0";
  EXPECT_TRUE(holds(scene, 2)) << "true is negative";
  EXPECT_EQ(scene.warp.register_value(0)[0] & ~0xFu, 0x70u) << "bits that the mask does not name";
}

TEST(ConditionCode, DividesABranch) {
  Scene scene(R"(
    SSY `(.join)
    ISET.LT.U32.AND RZ.CC, R2, 0x2, PT
    @!P0 BRA CC.NEU, `(.less)
    IADD R1, R1, 0x1
    SYNC CC.EQ
    IADD R1, R1, 0x10
    SYNC
    .less:
    IADD R1, R1, 0x2
    SYNC
    .join:
    EXIT)",
              "sm_61");
  scene.warp.predicates[0] = core::LaneMask(0b0001);
  scene.warp.set_register(2, core::LaneValues{0, 1, 2, 3});
  ASSERT_EQ(scene.run().ending, Ending::exited);
  EXPECT_EQ(scene.stack_events(), "+SYNC:0123 +DIV:023 -DIV:023 -SYNC:0123");
  EXPECT_EQ(scene.warp.register_value(1).lane[0], 0x11u) << "less, but P0 holds it back";
  EXPECT_EQ(scene.warp.register_value(1).lane[1], 2u);
  EXPECT_EQ(scene.warp.register_value(1).lane[2], 1u);
}

/// Hears what branches say.
class Branches final : public Listener {
 public:
  void branched(const Branched& event) override { ++(event.diverged() ? divergent : uniform); }
  int divergent = 0, uniform = 0;
};

TEST(ConditionCode, ABranchThatItDecidesIsToldOf) {
  Scene scene("ISET.EQ.AND RZ.CC, R2, RZ, PT\nBRA CC.EQ, `(.end)\nBRA CC.T, `(.end)\n.end:\nEXIT", "sm_61");
  Branches branches;
  scene.listeners = {&branches};
  scene.warp.set_register(2, core::LaneValues{0, 1, 0, 1});
  ASSERT_EQ(scene.run().ending, Ending::exited);
  EXPECT_EQ(branches.divergent, 1);
  EXPECT_EQ(branches.uniform, 0);
}

}  // namespace
}  // namespace reconverge::emulator::testing
