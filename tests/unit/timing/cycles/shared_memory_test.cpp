// Rule 23 of docs/model.md, "hopper-cycles": wavefronts of an access to shared memory, and the queue.

#include "timing/cycles/shared_memory.hpp"

#include <gtest/gtest.h>

namespace reconverge::timing {
namespace {

using Kind = SharedMemory::Kind;

const SharedMemoryTiming& rule() { return hopper_cycles().shared; }

/// All lanes access `bytes` each, at `stride` bytes from one another.
emulator::Access access_of(std::uint8_t bytes, std::uint64_t stride) {
  emulator::Access access{.space = emulator::Space::shared, .reads = true, .bytes = bytes, .lanes = core::LaneMask::all()};
  for (std::size_t lane = 0; lane < emulator::lanes; ++lane) access.address[lane] = 1024 + lane * stride;
  return access;
}

TEST(Wavefronts, AreTheMostWordsInOneBank) {
  EXPECT_EQ(wavefronts_of(access_of(4, 4), rule()), 1);
  EXPECT_EQ(wavefronts_of(access_of(4, 8), rule()), 2);
  EXPECT_EQ(wavefronts_of(access_of(4, 12), rule()), 1);
  EXPECT_EQ(wavefronts_of(access_of(4, 64), rule()), 16);
  EXPECT_EQ(wavefronts_of(access_of(4, 128), rule()), 32);
}

TEST(Wavefronts, LanesOfOneWordShareIt) {
  EXPECT_EQ(wavefronts_of(access_of(4, 0), rule()), 1);
  EXPECT_EQ(wavefronts_of(access_of(1, 1), rule()), 1);
}

TEST(Wavefronts, OfWideAccessesThatFollowOneAnother) {
  EXPECT_EQ(wavefronts_of(access_of(8, 8), rule()), 2);
  EXPECT_EQ(wavefronts_of(access_of(16, 16), rule()), 4);
}

TEST(Wavefronts, AreNotKnownIfItMattersWhichLanesGoTogether) {
  EXPECT_EQ(wavefronts_of(access_of(8, 0), rule()), std::nullopt);
}

TEST(Wavefronts, LanesThatDoNotAccessDoNotCount) {
  emulator::Access access = access_of(4, 128);
  access.lanes = core::LaneMask(0x7);
  EXPECT_EQ(wavefronts_of(access, rule()), 3);
}

TEST(SharedMemory, LoadTakesTwoMoreForEveryWavefrontButTheFirst) {
  SharedMemory memory(rule());
  EXPECT_EQ(memory.serve(Kind::load, 100, 1), 0u);
  EXPECT_EQ(memory.serve(Kind::load, 200, 32), 62u);
}

TEST(SharedMemory, ServesOneAfterTheOther) {
  SharedMemory memory(rule());
  EXPECT_EQ(memory.serve(Kind::load, 100, 8), 14u);  // until 116
  EXPECT_EQ(memory.serve(Kind::load, 104, 8), 26u);
  EXPECT_EQ(memory.serve(Kind::load, 132, 1), 0u);
}

TEST(SharedMemory, StoreComesLaterAndKeepsALoadWaiting) {
  SharedMemory memory(rule());
  memory.serve(Kind::store, 100, 1);                // 103 to 105
  EXPECT_EQ(memory.serve(Kind::load, 104, 1), 1u);  // 105 to 107
  memory.serve(Kind::store, 108, 1);                // one more behind another: 112 to 114
  EXPECT_EQ(memory.serve(Kind::load, 112, 1), 2u);
}

TEST(SharedMemory, WordsOfLanesDiffer) {
  EXPECT_TRUE(words_differ(access_of(4, 4)));
  EXPECT_FALSE(words_differ(access_of(4, 0)));
}

}  // namespace
}  // namespace reconverge::timing
