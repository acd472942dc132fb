// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <string>

#include "unit/emulator/scene.hpp"

namespace reconverge::emulator::testing {
namespace {

using core::LaneMask;

constexpr std::uint32_t minus_one = 0xFFFF'FFFF;

/// P0 and P1 after a row with R1 = 0, 1, 2, 3 in lanes 0..3 and R2 = 2; P2 = lanes 0 and 2.
struct Predicates {
  std::uint32_t p0, p1;
  friend bool operator==(const Predicates&, const Predicates&) = default;
  friend void PrintTo(const Predicates& value, std::ostream* out) { *out << value.p0 << "," << value.p1; }
};

Predicates after(const std::string& row, core::LaneValues r1 = {0, 1, 2, 3}, std::uint32_t r2 = 2) {
  Scene scene(row + "\nEXIT");
  scene.warp.set_register(1, r1);
  scene.warp.set_register(2, same(r2));
  scene.warp.predicates[2] = LaneMask(0b0101);
  EXPECT_EQ(scene.run().ending, Ending::exited);
  return {scene.warp.predicates[0].bits(), scene.warp.predicates[1].bits()};
}

TEST(Isetp, EveryRelation) {
  const std::pair<const char*, std::uint32_t> expected[] = {{"LT", 0b0011}, {"LE", 0b0111}, {"EQ", 0b0100},
                                                            {"NE", 0b1011}, {"GE", 0b1100}, {"GT", 0b1000},
                                                            {"F", 0b0000},  {"T", 0b1111}};
  for (const auto& [relation, lanes_true] : expected)
    EXPECT_EQ(after("ISETP." + std::string(relation) + ".AND P0, PT, R1, R2, PT").p0, lanes_true) << relation;
}

TEST(Isetp, SignedUnlessMarked) {
  const core::LaneValues values{minus_one, 0x8000'0000, 0, 1};
  EXPECT_EQ(after("ISETP.LT.AND P0, PT, R1, RZ, PT", values).p0, 0b0011u);
  EXPECT_EQ(after("ISETP.LT.U32.AND P0, PT, R1, 0x2, PT", values).p0, 0b1100u);
}

TEST(Isetp, SecondDestinationTakesTheOppositeRelation) {
  EXPECT_EQ(after("ISETP.LT.AND P0, P1, R1, R2, PT"), (Predicates{0b0011, 0b1100}));
}

TEST(Isetp, CombinesWithThePredicateSource) {
  EXPECT_EQ(after("ISETP.LT.AND P0, P1, R1, R2, P2"), (Predicates{0b0001, 0b0100}));
  EXPECT_EQ(after("ISETP.LT.OR P0, P1, R1, R2, P2"), (Predicates{0b0111, 0b1101}));
  EXPECT_EQ(after("ISETP.LT.XOR P0, P1, R1, R2, P2"), (Predicates{0b0110, 0b1001}));
  EXPECT_EQ(after("ISETP.LT.AND P0, P1, R1, R2, !P2"), (Predicates{0b0010, 0b1000}));
}

TEST(Isetp, WritesNothingToPt) {
  Scene scene("ISETP.LT.AND PT, P0, R1, R2, PT\nEXIT");
  scene.warp.set_register(2, same(1));
  EXPECT_EQ(scene.run().ending, Ending::exited);
  EXPECT_EQ(scene.warp.predicates[sass::true_predicate], LaneMask::all());
}

TEST(Isetp, KeepsThePredicateOfLanesThatDoNotExecute) {
  Scene scene("@P2 ISETP.LT.AND P0, PT, R1, R2, PT\nEXIT");
  scene.warp.set_register(2, same(1));
  scene.warp.predicates[0] = LaneMask(0xF000'0008);
  scene.warp.predicates[2] = LaneMask(0b0101);
  EXPECT_EQ(scene.run().ending, Ending::exited);
  EXPECT_EQ(scene.warp.predicates[0], LaneMask(0xF000'000D));
}

TEST(Isetp, SourceMayBeTheDestination) {
  Scene scene("ISETP.LT.AND P0, P2, R1, R2, P2\nEXIT");
  scene.warp.set_register(1, {0, 1, 2, 3});
  scene.warp.set_register(2, same(2));
  scene.warp.predicates[2] = LaneMask(0b0101);
  EXPECT_EQ(scene.run().ending, Ending::exited);
  EXPECT_EQ(scene.warp.predicates[0], LaneMask(0b0001));
  EXPECT_EQ(scene.warp.predicates[2], LaneMask(0b0100));
}

TEST(Icmp, SelectsBySignOfItsThirdSource) {
  const core::LaneValues third{minus_one, 0, 1, 0x8000'0000};
  const std::pair<const char*, std::uint32_t> first_chosen[] = {{"LT", 0b1001}, {"LE", 0b1011}, {"EQ", 0b0010},
                                                                {"NE", 0b1101}, {"GE", 0b0110}, {"GT", 0b0100},
                                                                {"F", 0b0000},  {"T", 0b1111}};
  for (const auto& [relation, chosen] : first_chosen) {
    Scene scene("ICMP." + std::string(relation) + " R0, R1, R2, R3\nEXIT");
    scene.warp.set_register(1, same(10));
    scene.warp.set_register(2, same(20));
    scene.warp.set_register(3, third);
    EXPECT_EQ(scene.run().ending, Ending::exited);
    for (int lane = 0; lane < 4; ++lane)
      EXPECT_EQ(scene.warp.register_value(0)[static_cast<std::size_t>(lane)],
                LaneMask(chosen).contains(lane) ? 10u : 20u)
          << relation << " lane " << lane;
  }
}

TEST(Icmp, DestinationMayBeAnySource) {
  for (const char* row : {"ICMP.LT R1, R1, R2, R3", "ICMP.LT R2, R1, R2, R3", "ICMP.LT R3, R1, R2, R3"}) {
    Scene scene(std::string(row) + "\nEXIT");
    scene.warp.set_register(1, same(10));
    scene.warp.set_register(2, same(20));
    scene.warp.set_register(3, {minus_one, 5});
    EXPECT_EQ(scene.run().ending, Ending::exited);
    const LaneVector& result = scene.warp.register_value(row[9] - '0');
    EXPECT_EQ(result[0], 10u) << row;
    EXPECT_EQ(result[1], 20u) << row;
  }
}

TEST(Guard, NegatedGuardChoosesTheOtherLanes) {
  Scene scene("@!P2 MOV32I R0, 0x1\nEXIT");
  scene.warp.predicates[2] = LaneMask(0b0101);
  EXPECT_EQ(scene.run().ending, Ending::exited);
  EXPECT_EQ(scene.trace(), "MOV32I:13 EXIT:0123");
}

TEST(Guard, NotPtIsNobody) {
  Scene scene("@!PT MOV32I R0, 0x1\n@!PT EXIT\nEXIT");
  EXPECT_EQ(scene.run().ending, Ending::exited);
  EXPECT_EQ(scene.trace(), "MOV32I:- EXIT:- EXIT:0123");
}

}  // namespace
}  // namespace reconverge::emulator::testing
