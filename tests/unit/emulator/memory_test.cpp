// SPDX-License-Identifier: MIT
#include "emulator/memory/global_memory.hpp"

#include <gtest/gtest.h>

#include "unit/emulator/scene.hpp"

namespace reconverge::emulator::testing {
namespace {

TEST(GlobalMemory, UntouchedBytesReadAsZeroAndTakeNoRoom) {
  const GlobalMemory memory;
  EXPECT_EQ(memory.load(0), 0u);
  EXPECT_EQ(memory.load(0xFFFF'FFFF'FFFF'FFF0), 0u);
  EXPECT_EQ(memory.resident_bytes(), 0u);
}

TEST(GlobalMemory, KeepsWordsLittleEndian) {
  GlobalMemory memory;
  memory.store(0x100, 0x0403'0201);
  EXPECT_EQ(memory.load(0x100), 0x0403'0201u);
  EXPECT_EQ(memory.load(0x101), 0x0004'0302u);
  EXPECT_EQ(memory.load(0xFF), 0x0302'0100u);
}

TEST(GlobalMemory, AWordMaySpanTwoPages) {
  GlobalMemory memory;
  memory.store(4094, 0xAABB'CCDD);
  EXPECT_EQ(memory.load(4094), 0xAABB'CCDDu);
  EXPECT_EQ(memory.load(4096), 0x0000'AABBu);
  EXPECT_EQ(memory.resident_bytes(), 2u * 4096u);
}

TEST(GlobalMemory, PagesFarApartAreApart) {
  GlobalMemory memory;
  memory.store(0x1'0000'0000, 1);
  memory.store(0, 2);
  EXPECT_EQ(memory.load(0x1'0000'0000), 1u);
  EXPECT_EQ(memory.load(0), 2u);
}

TEST(StoreAndLoad, UseTheRegisterPairAsA64BitAddress) {
  Scene scene(R"(
    ST.E [R8+0x10], R4
    LD.E R6, [R8+0x10]
    EXIT)");
  scene.warp.set_register(8, core::LaneValues{0x100, 0x200, 0x300, 0x400});
  scene.warp.set_register(9, same(0x7));
  scene.warp.set_register(4, core::LaneValues{1, 2, 3, 4});
  ASSERT_EQ(scene.run().ending, Ending::exited);
  EXPECT_EQ(scene.warp.global().load(0x7'0000'0110), 1u);
  EXPECT_EQ(scene.warp.global().load(0x7'0000'0410), 4u);
  EXPECT_EQ(scene.warp.global().load(0x110), 0u);
  EXPECT_EQ(scene.warp.register_value(6)[2], 3u);
}

TEST(StoreAndLoad, OffsetMayBeNegative) {
  Scene scene("ST.E [R8+-0x10], R4\nEXIT");
  scene.warp.set_register(8, same(0x110));
  scene.warp.set_register(4, same(5));
  ASSERT_EQ(scene.run().ending, Ending::exited);
  EXPECT_EQ(scene.warp.global().load(0x100), 5u);
}

TEST(StoreAndLoad, WideOnesMoveAPair) {
  Scene scene(R"(
    ST.E.64 [R8], R4
    LD.E.64 R6, [R8]
    EXIT)");
  scene.warp.set_register(8, same(0x100));
  scene.warp.set_register(4, same(0x1111));
  scene.warp.set_register(5, same(0x2222));
  ASSERT_EQ(scene.run().ending, Ending::exited);
  EXPECT_EQ(scene.warp.global().load(0x100), 0x1111u);
  EXPECT_EQ(scene.warp.global().load(0x104), 0x2222u);
  EXPECT_EQ(scene.warp.register_value(6)[0], 0x1111u);
  EXPECT_EQ(scene.warp.register_value(7)[0], 0x2222u);
}

TEST(StoreAndLoad, RzIsAPairOfZeroesAndDiscardsAPair) {
  // What is written to RZ is kept somewhere; it must never be read.
  Scene scene(R"(
    MOV32I RZ, 0x7
    ST.E.64 [R8], RZ
    LD.E.64 RZ, [R8]
    MOV32I RZ, 0x7
    ST.E [RZ+0x40], R4
    EXIT)");
  scene.warp.set_register(8, same(0x100));
  scene.warp.set_register(4, same(6));
  scene.warp.global().store(0x100, 9);
  scene.warp.global().store(0x104, 9);
  ASSERT_EQ(scene.run().ending, Ending::exited);
  EXPECT_EQ(scene.warp.global().load(0x100), 0u);
  EXPECT_EQ(scene.warp.global().load(0x104), 0u);
  EXPECT_EQ(scene.warp.global().load(0x40), 6u);
  EXPECT_EQ(scene.warp.register_value(sass::zero_register), LaneVector{});
}

TEST(StoreAndLoad, ALoadMayOverwriteItsOwnAddress) {
  Scene scene("LD.E.64 R8, [R8]\nEXIT");
  scene.warp.set_register(8, same(0x100));
  scene.warp.global().store(0x100, 0xA);
  scene.warp.global().store(0x104, 0xB);
  ASSERT_EQ(scene.run().ending, Ending::exited);
  EXPECT_EQ(scene.warp.register_value(8)[3], 0xAu);
  EXPECT_EQ(scene.warp.register_value(9)[3], 0xBu);
}

TEST(StoreAndLoad, LanesThatDoNotExecuteTouchNothing) {
  Scene scene(R"(
    @P0 ST.E [R8], R4
    @P0 LD.E R6, [R8]
    EXIT)");
  scene.warp.predicates[0] = core::LaneMask(0b0010);
  scene.warp.set_register(8, core::LaneValues{0x100, 0x200, 0x300, 0x400});
  scene.warp.set_register(4, same(7));
  ASSERT_EQ(scene.run().ending, Ending::exited);
  EXPECT_EQ(scene.warp.global().load(0x100), 0u);
  EXPECT_EQ(scene.warp.global().load(0x200), 7u);
  EXPECT_EQ(scene.warp.register_value(6)[0], 0u);
  EXPECT_EQ(scene.warp.register_value(6)[1], 7u);
}

TEST(StoreAndLoad, MaxwellTellsWhetherAnAddressIsGlobal) {
  Scene scene("ST.E [R8], R4, P0\nLD.E R6, [R8], P0\nEXIT", "sm_61");
  scene.warp.predicates[0] = core::LaneMask::all();
  scene.warp.set_register(8, same(0x100));
  scene.warp.set_register(4, same(6));
  ASSERT_EQ(scene.run().ending, Ending::exited);
  EXPECT_EQ(scene.warp.global().load(0x100), 6u);
  EXPECT_EQ(scene.warp.register_value(6)[0], 6u);
}

/// The word at 0x100 after lanes 0 to 31, of those that execute, have stored 1 to 32 there.
std::uint32_t word_after_contest(const std::string& store, core::LaneMask executing = core::LaneMask::all()) {
  Scene scene("@P0 " + store + "\nEXIT");
  scene.live = core::LaneMask::all();
  scene.warp.set_register(8, same(0x100));
  for (std::size_t lane = 0; lane < lanes; ++lane)
    for (const int word : {4, 5, 6, 7})
      scene.warp.values[static_cast<std::size_t>(word)][lane] = static_cast<std::uint32_t>(lane + 1);
  scene.warp.predicates[0] = executing;
  EXPECT_EQ(scene.run().ending, Ending::exited);
  return scene.warp.global().load(0x100);
}

/// As sm_90 does it, in global and in shared memory.
TEST(StoreAndLoad, TheLowestLaneWinsAContestedAddress) {
  for (const char* store : {"ST.E.U8 [R8], R4", "ST.E.U16 [R8], R4", "ST.E [R8], R4"}) {
    EXPECT_EQ(word_after_contest(store), 1u) << store;
    EXPECT_EQ(word_after_contest(store, core::LaneMask(0x8000'0100)), 9u) << store;
  }
}

TEST(StoreAndLoad, OfEightBytesTheUpperHalfWarpIsStoredLast) {
  EXPECT_EQ(word_after_contest("ST.E.64 [R8], R4"), 17u);
  EXPECT_EQ(word_after_contest("ST.E.64 [R8], R4", core::LaneMask(0x8000'0100)), 32u);
  EXPECT_EQ(word_after_contest("ST.E.64 [R8], R4", core::LaneMask(0x0000'8100)), 9u);
}

}  // namespace
}  // namespace reconverge::emulator::testing
