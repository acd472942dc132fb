// SPDX-License-Identifier: MIT
// What looks wrong in a run: instructions that miss lanes, stores of which some are lost.

#include <gtest/gtest.h>

#include <optional>
#include <stdexcept>

#include "observers/contested_stores.hpp"
#include "observers/partial_groups.hpp"
#include "observers/undeclared_shared.hpp"
#include "unit/observers/watched_run.hpp"

namespace reconverge::observers {
namespace {

using core::LaneMask;

std::vector<Finding> partial(const std::string& rows, LaneMask live = LaneMask(0xF)) {
  const sass::Function function = watched_function(rows);
  PartialGroups groups(function, live);
  run_watched(rows, [&](const emulator::TokenStack&) -> emulator::Listener& { return groups; });
  return groups.findings();
}

TEST(PartialGroups, AreFoundWhereLanesAreElsewhere) {
  const auto findings =
      partial("SSY 0x28\n@P0 BRA 0x18\nNOP.S\nVOTE.ANY R1, PT, P0\nNOP.S\nVOTE.ANY R1, PT, P0\nEXIT\n");
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].index, 3u);
  EXPECT_EQ(findings[0].lanes, LaneMask(0b1100));
  EXPECT_EQ(findings[0].missing, LaneMask(0b0011));
}

TEST(PartialGroups, LanesThatAskWhoIsThereKnowEachOther) {
  EXPECT_TRUE(
      partial("SSY 0x28\n@P0 BRA 0x18\nNOP.S\nVOTE.ANY R1, PT, PT\nSHFL.IDX PT, R2, R5, 0x2, 0x1f\nEXIT\n").empty());
  EXPECT_EQ(
      partial("SSY 0x28\nVOTE.ANY R1, PT, PT\n@P0 BRA 0x20\nNOP.S\nSHFL.IDX PT, R2, R5, 0x2, 0x1f\nEXIT\n").size(), 1u)
      << "another group asked";
}

TEST(PartialGroups, LanesThatHaveLeftAreNotMissed) {
  EXPECT_TRUE(partial("@P0 EXIT\nVOTE.ANY R1, PT, P0\nEXIT\n").empty());
}

TEST(UndeclaredShared, IsFoundWhereAnAccessEndsBehindIt) {
  const auto found = [](const std::string& rows, std::uint64_t declared) {
    const auto executable = emulator::decode(watched_function(rows), emulator::TokenStack{{}}, {}, "rows");
    if (!executable) throw std::runtime_error(to_string(executable.error()));
    UndeclaredShared undeclared(*executable, 0, declared);
    run_watched(rows, [&](const emulator::TokenStack&) -> emulator::Listener& { return undeclared; });
    return undeclared.findings();
  };
  const std::string rows =
      "S2R R0, SR_LANEID\nSHL R0, R0, 0x2\nSTS [R0], R0\nLDS R1, [R0+0x4]\nLDS R1, [R0+0x4]\nEXIT\n";
  EXPECT_TRUE(found(rows, 20).empty());
  const auto some = found(rows, 16);
  ASSERT_EQ(some.size(), 2u) << "one a row";
  EXPECT_EQ(some[0].kind, "undeclared-shared-memory");
  EXPECT_EQ(some[0].index, 3u);
  EXPECT_EQ(some[0].lanes, LaneMask(0b1000));
  EXPECT_EQ(some[0].message, "LDS accesses byte 19 of shared memory; kernel and launch declare 16");
}

std::vector<Finding> contested(const std::string& rows) {
  emulator::TokenStack stack{emulator::SpillSettings{}};
  const auto executable = emulator::decode(watched_function(rows), stack, {}, "rows");
  if (!executable) throw std::runtime_error(to_string(executable.error()));
  emulator::Warp warp;
  ContestedStores stores(*executable, warp);
  emulator::Listener* const listeners[] = {&stores};
  EXPECT_FALSE(
      emulator::run(*executable, warp, stack, emulator::Events(listeners), {.steps = 1000}, LaneMask(0xF)).diagnostic);
  return stores.findings();
}

TEST(ContestedStores, AreFoundWhereValuesDiffer) {
  const std::string store = "S2R R0, SR_LANEID\nMOV R8, 0x100\nMOV R9, RZ\nMOV R1, RZ\n";
  EXPECT_TRUE(contested(store + "ST.E [R8], R8\nEXIT\n").empty()) << "one value of all";
  const auto found = contested(store + "ST.E [R8], R0\nST.E [R8], R0\nEXIT\n");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].kind, "contested-store");
  EXPECT_EQ(found[0].index, 4u);
  EXPECT_EQ(found[0].lanes, LaneMask(0b1111));
  EXPECT_EQ(found[0].count, 1u);
  const auto wide = contested(store + "MOV R2, RZ\nMOV R3, RZ\nST.E.128 [R8], R0\nEXIT\n");
  ASSERT_EQ(wide.size(), 1u);
  EXPECT_NE(wide[0].message.find("it has not been measured"), std::string::npos);
}

}  // namespace
}  // namespace reconverge::observers
