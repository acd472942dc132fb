// SPDX-License-Identifier: MIT
// Widths, address spaces and bounds of loads and stores; constants; atomics.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>

#include "emulator/memory/windows.hpp"
#include "unit/emulator/scene.hpp"

namespace reconverge::emulator::testing {
namespace {

using ::testing::HasSubstr;

/// One lane that holds 64-bit addresses in R8 and R10.
Scene scene_at(std::string_view rows, std::uint64_t address, std::string_view arch = "sm_61") {
  Scene scene(rows, arch);
  scene.live = core::LaneMask(1);
  scene.warp.set_register(8, same(static_cast<std::uint32_t>(address)));
  scene.warp.set_register(9, same(static_cast<std::uint32_t>(address >> 32)));
  return scene;
}

void expect_end(Scene& scene) {
  const RunResult result = scene.run();
  if (result.diagnostic) ADD_FAILURE() << to_string(*result.diagnostic);
}

std::uint32_t value(const Scene& scene, int index) { return scene.warp.register_value(index)[0]; }

TEST(Widths, NarrowLoadsExtendBySign) {
  Scene scene = scene_at(R"(
    LDG.E.U8 R0, [R8]
    LDG.E.S8 R1, [R8]
    LDG.E.U16 R2, [R8]
    LDG.E.S16 R3, [R8]
    LDG.E.U8 R4, [R8+0x3]
    EXIT)",
                         0x100);
  scene.warp.global().store(0x100, 0x7F00'F180u);
  expect_end(scene);
  EXPECT_EQ(value(scene, 0), 0x80u);
  EXPECT_EQ(value(scene, 1), 0xFFFF'FF80u);
  EXPECT_EQ(value(scene, 2), 0xF180u);
  EXPECT_EQ(value(scene, 3), 0xFFFF'F180u);
  EXPECT_EQ(value(scene, 4), 0x7Fu);
}

TEST(Widths, NarrowStoresLeaveTheNeighboursAlone) {
  Scene scene = scene_at("STG.E.U8 [R8+0x1], R4\nSTG.E.U16 [R8+0x6], R4\nEXIT", 0x100);
  scene.warp.global().store(0x100, 0x1111'1111);
  scene.warp.global().store(0x104, 0x2222'2222);
  scene.warp.set_register(4, same(0xABCD'EF99));
  expect_end(scene);
  EXPECT_EQ(scene.warp.global().load(0x100), 0x1111'9911u);
  EXPECT_EQ(scene.warp.global().load(0x104), 0xEF99'2222u);
}

TEST(Widths, FourWordsMoveAtOnce) {
  Scene scene = scene_at("STG.E.128 [R8], R4\nLDG.E.128 R12, [R8]\nEXIT", 0x200);
  for (int i = 0; i < 4; ++i) scene.warp.set_register(4 + i, same(static_cast<std::uint32_t>(10 + i)));
  scene.warp.set_register(8, same(0x200));
  scene.warp.set_register(9, same(0));
  expect_end(scene);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(value(scene, 12 + i), 10u + static_cast<std::uint32_t>(i));
}

TEST(Addresses, ShiftsUniformBasesAndDescriptorsAreAdded) {
  Scene scene("STS [R2.X4+0x8], R4\nLDS R5, [0x14]\nEXIT", "sm_61");
  scene.live = core::LaneMask(1);
  scene.warp.set_register(2, same(3));
  scene.warp.set_register(4, same(77));
  expect_end(scene);
  EXPECT_EQ(value(scene, 5), 77u);
}

TEST(Addresses, SharedOnesWrapAt32Bits) {
  Scene scene("STS [R2+0x10], R4\nLDS R5, [RZ+0xc]\nEXIT", "sm_61");
  scene.live = core::LaneMask(1);
  scene.warp.set_register(2, same(0xFFFF'FFFC));
  scene.warp.set_register(4, same(9));
  expect_end(scene);
  EXPECT_EQ(value(scene, 5), 9u);
}

TEST(Addresses, ATermThatIsNotUnderstoodIsAProblemOfTheRow) {
  Scene scene("LDS R5, [R2.Y4]\nEXIT", "sm_61");
  const RunResult result = scene.run();
  ASSERT_TRUE(result.diagnostic);
  EXPECT_THAT(result.diagnostic->message, HasSubstr("operands of LDS"));
}

TEST(Spaces, LocalMemoryIsEachLanesOwn) {
  Scene scene("STL [R2], R4\nLDL R5, [R2]\nEXIT", "sm_61");
  scene.warp.set_register(2, same(0x40));
  scene.warp.set_register(4, core::LaneValues{1, 2, 3, 4});
  expect_end(scene);
  EXPECT_EQ(scene.warp.register_value(5)[2], 3u);
}

TEST(Spaces, GenericAddressesReachSharedAndLocalMemory) {
  Scene scene =
      scene_at("STS [0x10], R4\nSTL [0x20], R6\nLD.E R0, [R8+0x10]\nLD.E R1, [R10+0x20]\nEXIT", Windows().shared);
  scene.warp.set_register(10, same(static_cast<std::uint32_t>(Windows().local)));
  scene.warp.set_register(11, same(static_cast<std::uint32_t>(Windows().local >> 32)));
  scene.warp.set_register(4, same(5));
  scene.warp.set_register(6, same(6));
  expect_end(scene);
  EXPECT_EQ(value(scene, 0), 5u);
  EXPECT_EQ(value(scene, 1), 6u);
}

TEST(Bounds, AnAccessPastABufferStopsTheRunWithItsStory) {
  Scene scene("NOP\nLDG.E R0, [R8+0x4]\nEXIT", "sm_61");
  const std::uint64_t address = scene.warp.global().allocate("argument 1", std::vector<std::uint8_t>(8));
  scene.live = core::LaneMask(0b11);
  scene.warp.set_register(
      8, core::LaneValues{static_cast<std::uint32_t>(address), static_cast<std::uint32_t>(address) + 4});
  scene.warp.set_register(9, same(static_cast<std::uint32_t>(address >> 32)));
  const RunResult result = scene.run();
  EXPECT_EQ(result.ending, Ending::stopped);
  ASSERT_TRUE(result.diagnostic);
  const std::string text = to_string(*result.diagnostic);
  for (const char* part : {"LDG.E reads 4 bytes of global memory at 0x200000008 in lane 1", "out of bounds",
                           "directly past the end of argument 1 (8 bytes at 0x200000000)", "pc 0x10", "test.sass:4"})
    EXPECT_THAT(text, HasSubstr(part));
}

TEST(Bounds, BuffersLieFarApart) {
  GlobalMemory memory;
  const auto first = memory.allocate("a", std::vector<std::uint8_t>(100));
  const auto second = memory.allocate("b", std::vector<std::uint8_t>(100));
  EXPECT_GT(second - first, 65536u);
  EXPECT_EQ(second % 512, 0u);
  EXPECT_EQ(memory.readable(first + 100, 4), nullptr);
  EXPECT_EQ(memory.readable(first + 97, 4), nullptr);
  EXPECT_NE(memory.readable(first + 96, 4), nullptr);
  EXPECT_EQ(memory.readable(0x10, 4), nullptr);
}

TEST(Bounds, MisalignedAccessesStop) {
  Scene scene = scene_at("LDG.E.64 R0, [R8]\nEXIT", 0x104);
  const RunResult result = scene.run();
  ASSERT_TRUE(result.diagnostic);
  EXPECT_THAT(result.diagnostic->message, HasSubstr("misaligned: the address is not a multiple of 8"));
}

TEST(Bounds, SharedAndLocalMemoryEnd) {
  for (const char* row : {"LDS R0, [0xc000]", "LDL R0, [0x4000]", "STL [-0x4], R0"}) {
    Scene scene(std::string(row) + "\nEXIT", "sm_61");
    const RunResult result = scene.run();
    ASSERT_TRUE(result.diagnostic) << row;
    EXPECT_THAT(result.diagnostic->message, HasSubstr("out of bounds")) << row;
  }
}

TEST(Bounds, AFaultingStoreHasNoEffect) {
  Scene scene("STG.E [R8], R4\nEXIT", "sm_61");
  const std::uint64_t address = scene.warp.global().allocate("argument 0", std::vector<std::uint8_t>(4));
  scene.live = core::LaneMask(0b11);
  scene.warp.set_register(8, core::LaneValues{static_cast<std::uint32_t>(address), 0x1000});
  scene.warp.set_register(9, same(static_cast<std::uint32_t>(address >> 32)));
  scene.warp.set_register(4, same(5));
  EXPECT_EQ(scene.run().ending, Ending::stopped);
  EXPECT_EQ(scene.warp.global().load(address), 0u);
}

TEST(Constants, AreLoadedWithComputedOffsets) {
  Scene scene("LDC R0, c[0x3][R2+0x4]\nLDC.S8 R1, c[0x3][0x5]\nLDC.64 R4, c[0x3][0x4]\nEXIT", "sm_61");
  scene.constants = {{{3, 4}, 0x0000'FE01}, {{3, 8}, 22}};
  scene.warp.set_register(2, core::LaneValues{0, 4, 0, 4});
  expect_end(scene);
  EXPECT_EQ(scene.warp.register_value(0)[0], 0xFE01u);
  EXPECT_EQ(scene.warp.register_value(0)[1], 22u);
  EXPECT_EQ(value(scene, 1), 0xFFFF'FFFEu);
  EXPECT_EQ(value(scene, 5), 22u);
}

TEST(Constants, WithoutAValueAreProblems) {
  Scene at_once("LDC.64 R0, c[0x3][0x4]\nEXIT", "sm_61");
  at_once.constants = {{{3, 4}, 1}};
  EXPECT_THAT(at_once.run().diagnostic.value().message, HasSubstr("c[0x3][0x8] has no value"));
  Scene computed("LDC R0, c[0x3][R2]\nEXIT", "sm_61");
  computed.constants = {{{3, 4}, 1}};
  EXPECT_THAT(computed.run().diagnostic.value().message, HasSubstr("c[0x3][0x0] has no value"));
}

struct AtomicCase {
  const char* row;  ///< operates on [R8] with R4, and R5 for a swap
  std::uint32_t before, operand, after;
};

TEST(Atomics, DoWhatTheirNamesSay) {
  const std::uint32_t one_and_half = std::bit_cast<std::uint32_t>(1.5f);
  const std::uint32_t two = std::bit_cast<std::uint32_t>(2.0f);
  const AtomicCase cases[] = {
      {"ATOM.E.ADD R0, [R8], R4", 5, 7, 12},
      {"ATOM.E.MIN.S32 R0, [R8], R4", 5, 0xFFFF'FFFF, 0xFFFF'FFFF},
      {"ATOM.E.MIN R0, [R8], R4", 5, 0xFFFF'FFFF, 5},
      {"ATOM.E.MAX R0, [R8], R4", 5, 0xFFFF'FFFF, 0xFFFF'FFFF},
      {"ATOM.E.MAX.S32 R0, [R8], R4", 5, 0xFFFF'FFFF, 5},
      {"ATOM.E.AND R0, [R8], R4", 6, 3, 2},
      {"ATOM.E.OR R0, [R8], R4", 6, 3, 7},
      {"ATOM.E.XOR R0, [R8], R4", 6, 3, 5},
      {"ATOM.E.EXCH R0, [R8], R4", 6, 3, 3},
      {"ATOM.E.CAS R0, [R8], R4, R5", 6, 6, 99},
      {"ATOM.E.CAS R0, [R8], R4, R5", 6, 5, 6},
      {"ATOM.E.INC R0, [R8], R4", 6, 6, 0},
      {"ATOM.E.INC R0, [R8], R4", 5, 6, 6},
      {"ATOM.E.DEC R0, [R8], R4", 0, 6, 6},
      {"ATOM.E.DEC R0, [R8], R4", 7, 6, 6},
      {"ATOM.E.DEC R0, [R8], R4", 3, 6, 2},
      {"ATOM.E.ADD.F32.FTZ.RN R0, [R8], R4", one_and_half, two, std::bit_cast<std::uint32_t>(3.5f)},
      {"ATOM.E.ADD.F32.FTZ.RN R0, [R8], R4", 1, 1, 0},  // denormals are flushed
      {"ATOM.E.ADD.F32.RN R0, [R8], R4", 1, 1, 2},
      {"ATOM.E.ADD.F16x2.RN R0, [R8], R4", 0x3C00'4000, 0x3C00'3C00, 0x4000'4200},
      {"ATOM.E.ADD.BF16x2.RN R0, [R8], R4", 0x3F80'4000, 0x3F80'3F80, 0x4000'4040},
      {"ATOM.E.ADD.BF16x2.RN R0, [R8], R4", 0x7F7F'0001, 0x0001'0001, 0x7F7F'0002},  // far apart; denormals
      {"ATOMG.E.ADD.STRONG.GPU PT, R0, [R8], R4", 5, 7, 12},
  };
  for (const AtomicCase& test : cases) {
    Scene scene = scene_at(std::string(test.row) + "\nEXIT", 0x100);
    scene.warp.global().store(0x100, test.before);
    scene.warp.set_register(4, same(test.operand));
    scene.warp.set_register(5, same(99));
    expect_end(scene);
    EXPECT_EQ(scene.warp.global().load(0x100), test.after) << test.row;
    EXPECT_EQ(value(scene, 0), test.before) << test.row;
  }
}

// Of two floats each is added for itself; a denormal one counts as 0 with .FTZ alone.
TEST(Atomics, AddTwoFloats) {
  const auto bits = [](float value) { return std::bit_cast<std::uint32_t>(value); };
  for (const bool flushes : {true, false}) {
    const std::string type = flushes ? "F32x2.FTZ.RN" : "F32x2.RN";
    Scene scene = scene_at("ATOMG.E.ADD." + type + ".STRONG.GPU PT, R0, desc[UR4][R8.64], R4\nREDG.E.ADD." + type +
                               ".STRONG.GPU desc[UR4][R8.64], R6\nEXIT",
                           0x100);
    scene.warp.global().store(0x100, bits(1.5f));
    scene.warp.global().store(0x104, 3);
    scene.warp.set_register(4, same(bits(2.0f)));
    scene.warp.set_register(5, same(4));
    scene.warp.set_register(6, same(bits(-0.25f)));
    scene.warp.set_register(7, same(0));
    expect_end(scene);
    EXPECT_EQ(scene.warp.global().load(0x100), bits(3.25f));
    EXPECT_EQ(scene.warp.global().load(0x104), flushes ? 0u : 7u);
    EXPECT_EQ(value(scene, 0), bits(1.5f));
    EXPECT_EQ(value(scene, 1), 3u);
  }
}

TEST(Atomics, TakeTheLanesInOrder) {
  Scene scene("ATOMS.ADD R0, [0x8], R4\nATOMS.ADD RZ, [0x8], R4\nLDS R1, [0x8]\nEXIT", "sm_61");
  scene.warp.set_register(4, core::LaneValues{1, 10, 100, 1000});
  expect_end(scene);
  EXPECT_EQ(scene.warp.register_value(0)[0], 0u);
  EXPECT_EQ(scene.warp.register_value(0)[3], 111u);
  EXPECT_EQ(value(scene, 1), 2222u);
}

TEST(Atomics, CountTheLanesThatShareAWord) {
  Scene scene(
      "@P0 ATOMS.POPC.INC.32 RZ, [R2+URZ+0x8]\nATOMS.POPC.INC.32 RZ, [UR4]\nLDS.64 R0, [0x8]\nLDS R4, [0x0]\nEXIT",
      "sm_80");
  scene.warp.predicates[0] = core::LaneMask(0b0111);
  scene.warp.set_register(2, core::LaneValues{0, 4, 0, 0});
  expect_end(scene);
  EXPECT_EQ(value(scene, 0), 2u) << "lanes 0 and 2";
  EXPECT_EQ(value(scene, 1), 1u) << "lane 1";
  EXPECT_EQ(value(scene, 4), 4u) << "all lanes";
  EXPECT_EQ(scene.warp.register_value(sass::zero_register), LaneVector{});
}

TEST(Atomics, ThatCountGiveNothingBack) {
  Scene scene("ATOMS.POPC.INC.32 R0, [R2]\nEXIT", "sm_80");
  const RunResult result = scene.run();
  ASSERT_TRUE(result.diagnostic);
  EXPECT_THAT(result.diagnostic->message, HasSubstr("'ATOMS.POPC.INC.32' cannot be executed"));
}

TEST(Atomics, OfPairsCarry) {
  Scene scene = scene_at("RED.E.ADD.64.STRONG.GPU [R8], R4\nEXIT", 0x100);
  scene.warp.global().store(0x100, 0xFFFF'FFFF);
  scene.warp.set_register(4, same(1));
  scene.warp.set_register(5, same(7));
  expect_end(scene);
  EXPECT_EQ(scene.warp.global().load(0x100), 0u);
  EXPECT_EQ(scene.warp.global().load(0x104), 8u);
}

TEST(Atomics, CompareAndStoreTellsWhichLaneWon) {
  Scene scene("ATOMS.CAST.SPIN R0, [0x8], R4, R5\nLDS R1, [0x8]\nEXIT", "sm_61");
  scene.warp.set_register(5, core::LaneValues{7, 8, 9, 10});
  expect_end(scene);
  EXPECT_EQ(scene.warp.register_value(0).lane, (core::LaneValues{1, 0, 0, 0}));
  EXPECT_EQ(value(scene, 1), 7u);
}

TEST(Atomics, CompareAndStoreOfPairsWritesAPair) {
  Scene scene("ATOMS.CAST.SPIN.64 R0, [0x8], R4, R6\nATOMS.CAST.SPIN.64 P0, [0x8], R6, R4\nEXIT", "sm_61");
  scene.live = core::LaneMask(1);
  scene.warp.set_register(1, same(9));
  scene.warp.set_register(7, same(3));
  expect_end(scene);
  EXPECT_EQ(value(scene, 0), 1u);
  EXPECT_EQ(value(scene, 1), 0u);
  EXPECT_EQ(scene.warp.predicates[0], core::LaneMask(1));
}

TEST(Atomics, WithAPredicateWorkOnGlobalMemoryAlone) {
  Scene scene = scene_at(
      "ATOM.E.ADD.F16x2.RN.STRONG.GPU P0, RZ, [R8], R4\nQSPC.E.L P1, RZ, [R8]\nQSPC.E.G P2, RZ, [R8]\nQSPC.E.D P3, RZ, "
      "[R8]\nEXIT",
      0x100);
  scene.warp.predicates[3] = core::LaneMask(0b111);
  scene.live = core::LaneMask(0b11);
  scene.warp.set_register(8, core::LaneValues{0x100, static_cast<std::uint32_t>(Windows().local)});
  scene.warp.set_register(9, core::LaneValues{0, static_cast<std::uint32_t>(Windows().local >> 32)});
  scene.warp.set_register(4, same(0x3C00));
  expect_end(scene);
  EXPECT_EQ(scene.warp.predicates[0], core::LaneMask(0b01));
  EXPECT_EQ(scene.warp.predicates[1], core::LaneMask(0b10));
  EXPECT_EQ(scene.warp.predicates[2], core::LaneMask(0b01));
  EXPECT_EQ(scene.warp.predicates[3], core::LaneMask(0b100)) << "of lanes that do not execute";
  EXPECT_EQ(scene.warp.global().load(0x100), 0x3C00u);
}

TEST(MemoryOrder, DoesNothingToOneWarp) {
  Scene scene("MEMBAR.CTA\nDEPBAR.LE SB5, 0x1\nDEPBAR {1}\nMEMBAR.GL.IVALLD\nMEMBAR.SC.SYS\nERRBAR\nCCTL.IVALL\nEXIT",
              "sm_61");
  EXPECT_EQ(scene.run().ending, Ending::exited);
}

/// Keeps what it hears.
class Accesses final : public Listener {
 public:
  void accessed(const Accessed& event) override { heard.push_back(event.access); }
  std::vector<Access> heard;
};

TEST(AccessEvents, TellSpaceWidthLanesAndAddresses) {
  Scene scene("@P0 STS.64 [R2], R4\n@P1 LDS R5, [R2]\nNOP\nEXIT", "sm_61");
  scene.warp.predicates[0] = core::LaneMask(0b0110);
  scene.warp.set_register(2, core::LaneValues{0, 8, 16, 24});
  Accesses accesses;
  scene.listeners = {&accesses};
  expect_end(scene);
  ASSERT_EQ(accesses.heard.size(), 1u) << "an access of no lane is none";
  const Access& access = accesses.heard.front();
  EXPECT_EQ(access.space, Space::shared);
  EXPECT_TRUE(access.writes);
  EXPECT_FALSE(access.reads);
  EXPECT_EQ(access.bytes, 8);
  EXPECT_EQ(access.lanes, core::LaneMask(0b0110));
  EXPECT_EQ(access.address[2], 16u);
}

}  // namespace
}  // namespace reconverge::emulator::testing
