// SPDX-License-Identifier: MIT
// Rules 23 and 26 of docs/model.md, "hopper-cycles": how often an access goes through its unit.

#include "timing/cycles/passes.hpp"
#include "timing/cycles/store_writes.hpp"
#include "timing/record/reader.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace reconverge::timing {
namespace {

const MioTiming& banks = built_in_record("sm_90")->mio;
const LevelOneTiming& level_1 = built_in_record("sm_90")->l1;
constexpr std::uint64_t word_bytes = 4;

/// All lanes access `bytes` each, at `stride` bytes from one another.
emulator::Access access_of(std::uint8_t bytes, std::uint64_t stride, std::uint64_t first = 4096) {
  emulator::Access access{
      .space = emulator::Space::shared, .reads = true, .bytes = bytes, .lanes = core::LaneMask::all()};
  for (std::size_t lane = 0; lane < emulator::lanes; ++lane) access.address[lane] = first + lane * stride;
  return access;
}

/// Lanes 0, 1, ... access one word each.
emulator::Access access_at(const std::vector<std::uint64_t>& addresses) {
  emulator::Access access{.reads = true, .bytes = 4, .lanes = {}};
  for (std::size_t lane = 0; lane < addresses.size(); ++lane) {
    access.lanes |= core::LaneMask::lane(static_cast<int>(lane));
    access.address[lane] = addresses[lane];
  }
  return access;
}

emulator::Access of_lanes(emulator::Access access, std::uint32_t lanes) {
  access.lanes = core::LaneMask(lanes);
  return access;
}

TEST(Rule23, WavefrontsAreTheMostWordsInOneBank) {
  EXPECT_EQ(wavefronts_of(access_of(4, 4), banks), 1);
  EXPECT_EQ(wavefronts_of(access_of(4, 8), banks), 2);
  EXPECT_EQ(wavefronts_of(access_of(4, 12), banks), 1);
  EXPECT_EQ(wavefronts_of(access_of(4, 64), banks), 16);
  EXPECT_EQ(wavefronts_of(access_of(4, 128), banks), 32);
}

// Measured on an H200: probes/segments, data/measured/h200/segments.csv.
TEST(Rule23, WideLoadsWhoseNeighboursShareServeTwoPartsTogether) {
  const auto of = [](std::uint8_t bytes, auto address, bool writes = false) {
    emulator::Access access = access_of(bytes, 0);
    access.writes = writes;
    access.reads = !writes;
    for (std::size_t lane = 0; lane < emulator::lanes; ++lane) access.address[lane] = 4096 + address(lane);
    const Wavefronts found = shared_wavefronts_of(access, {}, banks);
    return std::pair(found.count, found.registers_at_once);
  };
  const auto pairs = [](std::size_t lane) { return 16 * (lane / 2); };
  const auto two_apart = [](std::size_t lane) { return 128 * (lane % 2); };
  const auto four_apart = [](std::size_t lane) { return 16 * (lane % 4); };
  EXPECT_EQ(of(8, pairs), std::pair(2, 2));
  EXPECT_EQ(of(8, two_apart), std::pair(2, 2));
  EXPECT_EQ(of(8, four_apart), std::pair(2, 1));
  EXPECT_EQ(of(16, pairs), std::pair(2, 2));
  EXPECT_EQ(of(16, two_apart), std::pair(4, 2));
  EXPECT_EQ(of(16, four_apart), std::pair(4, 1));
  EXPECT_EQ(of(8, two_apart, true), std::pair(4, 1)) << "stores do not";
  EXPECT_EQ(of(4, pairs), std::pair(2, 1)) << "of one register there is one part";
}

TEST(Rule23, LanesOfACountingAtomicShareAWord) {
  emulator::Access access = access_of(4, 0);
  access.writes = true;
  EXPECT_EQ(shared_wavefronts_of(access, {.opcode = "ATOMS", .shares_words = true}, banks).count, 1);
  EXPECT_EQ(shared_wavefronts_of(access, {}, banks).count, 32);
}

TEST(Rule23, LoadsOfOneWordShareIt) {
  EXPECT_EQ(wavefronts_of(access_of(4, 0), banks), 1);
  EXPECT_EQ(wavefronts_of(access_of(1, 1), banks), 1);
  EXPECT_EQ(wavefronts_of(access_of(2, 2), banks), 1);
}

TEST(Rule23, LanesThatDoNotAccessDoNotCount) {
  EXPECT_EQ(wavefronts_of(of_lanes(access_of(4, 128), 0b111), banks), 3);
  EXPECT_EQ(wavefronts_of(of_lanes(access_of(4, 128), 0), banks), 1);
}

TEST(Rule23, AccessesOf64BitsGoInHalvesOfTheWarp) {
  EXPECT_EQ(wavefronts_of(access_of(8, 8), banks), 2);
  EXPECT_EQ(wavefronts_of(access_of(8, 0), banks), 2) << "one wavefront a half, though all lanes read the same";
  EXPECT_EQ(wavefronts_of(access_of(8, 16), banks), 4);
  EXPECT_EQ(wavefronts_of(access_of(8, 128), banks), 32);
  EXPECT_EQ(wavefronts_of(of_lanes(access_of(8, 8), 0x0000FFFF), banks), 1) << "the upper half has no wavefront";
  EXPECT_EQ(wavefronts_of(of_lanes(access_of(8, 8), 0x00010001), banks), 2) << "lanes 0 and 16 do not go together";
}

TEST(Rule23, AccessesOf128BitsGoInQuarters) {
  EXPECT_EQ(wavefronts_of(access_of(16, 16), banks), 4);
  EXPECT_EQ(wavefronts_of(access_of(16, 0), banks), 4);
  EXPECT_EQ(wavefronts_of(access_of(16, 32), banks), 8);
  EXPECT_EQ(wavefronts_of(of_lanes(access_of(16, 16), 0x000000FF), banks), 1);
  EXPECT_EQ(wavefronts_of(of_lanes(access_of(16, 16), 0x00000101), banks), 2);
}

// Measured on an H200: atoms_* of data/measured/h200/segments.csv.
TEST(Rule23, AtomicsOfPairsGoInHalvesOfTheWarp) {
  EXPECT_EQ(atomic_wavefronts_of(access_of(8, 8), banks), 2);
  EXPECT_EQ(atomic_wavefronts_of(access_of(8, 16), banks), 4);
  EXPECT_EQ(atomic_wavefronts_of(access_of(8, 0), banks), 32);
  emulator::Access pairs = access_of(8, 0);
  for (std::size_t lane = 0; lane < emulator::lanes; ++lane) pairs.address[lane] = 4096 + 8 * (lane / 2);
  EXPECT_EQ(atomic_wavefronts_of(pairs, banks), 4);
  emulator::Access any = access_of(8, 0);
  any.writes = true;
  EXPECT_EQ(shared_wavefronts_of(any, {.opcode = "ATOMS", .one_wavefront = true}, banks).count, 2);
  const emulator::Access half = of_lanes(any, 0xFF00);
  EXPECT_EQ(shared_wavefronts_of(half, {.opcode = "ATOMS", .one_wavefront = true}, banks).count, 1);
  any.bytes = 4;
  EXPECT_EQ(shared_wavefronts_of(any, {.opcode = "ATOMS", .one_wavefront = true}, banks).count, 1);
}

TEST(Rule23, AtomicsOfOneWordDoNotShareIt) {
  EXPECT_EQ(atomic_wavefronts_of(access_of(4, 4), banks), 1);
  EXPECT_EQ(atomic_wavefronts_of(access_of(4, 0), banks), 32);
  EXPECT_EQ(atomic_wavefronts_of(access_of(4, 128), banks), 32);
  EXPECT_EQ(atomic_wavefronts_of(of_lanes(access_of(4, 0), 0b111), banks), 3);
  EXPECT_EQ(atomic_wavefronts_of(access_at({0, 0, 128, 4, 4}), banks), 3)
      << "two of one word and one of another in the bank";
  EXPECT_EQ(atomic_wavefronts_of(access_at({}), banks), 1);
}

TEST(Rule26, LinesGoToFourBanksOfTags) {
  EXPECT_EQ(tags_of(access_of(4, 4), level_1), 1);
  EXPECT_EQ(tags_of(access_at({0, 128, 256, 384}), level_1), 1) << "the lines 0 to 3 lie in one bank each";
  EXPECT_EQ(tags_of(access_at({128, 512}), level_1), 2) << "the lines 1 and 4 in one";
  EXPECT_EQ(tags_of(access_at({256, 1024}), level_1), 2) << "2 and 8";
  EXPECT_EQ(tags_of(access_at({128, 2048}), level_1), 1) << "16 lies in another than 1 ...";
  EXPECT_EQ(tags_of(access_at({384, 2048}), level_1), 2) << "... in that of 3";
  EXPECT_EQ(tags_of(access_at({0, 640, 1280, 1920}), level_1), 4) << "0, 5, 10 and 15";
  EXPECT_EQ(tags_of(access_of(4, 128), level_1), 8);
}

TEST(Rule26, LanesOfOneLineLookUpOneTag) { EXPECT_EQ(tags_of(access_at({128, 132, 252, 512, 516}), level_1), 2); }

TEST(Rule26, WordsThatCrossALineLookUpBoth) {
  emulator::Access access = access_at({636});
  access.bytes = 8;
  EXPECT_EQ(tags_of(access, level_1), 1);
  access = access_at({252, 512});
  access.bytes = 8;
  EXPECT_EQ(tags_of(access, level_1), 2);
}

TEST(Rule26, LinesFurtherApartThanThirtyTwoAreNotKnown) {
  EXPECT_EQ(tags_of(access_at({0, 31 * 128}), level_1), 1);
  EXPECT_EQ(tags_of(access_at({0, 32 * 128}), level_1), std::nullopt);
  EXPECT_EQ(tags_of(access_at({31 * 128, 32 * 128}), level_1), std::nullopt)
      << "the banks are known inside an aligned block of 32";
  EXPECT_EQ(tags_of(access_at({64 * 128, 68 * 128, 65 * 128}), level_1), 2) << "which block it is does not matter";
}

TEST(Rule26, AWordOfLocalMemoryLiesInOneLineWithThatOfAllLanes) {
  EXPECT_EQ(local_tags_of(access_of(4, 0), level_1, word_bytes), 1);
  EXPECT_EQ(local_tags_of(access_at({0, 4, 8, 12}), level_1, word_bytes), 1);
  EXPECT_EQ(local_tags_of(access_at({4, 16}), level_1, word_bytes), 2);
  EXPECT_EQ(local_tags_of(access_of(4, 4), level_1, word_bytes), 8);
  EXPECT_EQ(local_tags_of(access_at({0, 128}), level_1, word_bytes), std::nullopt);
}

TEST(Rule26, WideWordsOfOneLocalAddressLookUpOneTag) {
  EXPECT_EQ(local_tags_of(access_of(8, 0, 8), level_1, word_bytes), 1);
  EXPECT_EQ(local_tags_of(access_of(16, 0, 16), level_1, word_bytes), 1);
}

// The kernel d_llong of data/measured/h200/strangers.csv: 5,769 to 6,000 cycles where hits would take 2,190.
TEST(Rule26, WideWordsOfDifferentLocalAddressesAreNotKnown) {
  EXPECT_EQ(local_tags_of(access_at({0, 8}), level_1, word_bytes), 1) << "of words";
  emulator::Access pairs = access_of(8, 0, 8);
  pairs.address[5] += 8;
  EXPECT_EQ(local_tags_of(pairs, level_1, word_bytes), std::nullopt);
}

TEST(Rule27, BlocksAreCountedOnce) {
  EXPECT_EQ(blocks_of(access_of(4, 0), 4), 1U);
  EXPECT_EQ(blocks_of(access_of(4, 4), 4), 32U);
  EXPECT_EQ(blocks_of(access_of(4, 4), 128), 1U);
  EXPECT_EQ(blocks_of(access_at({0, 4, 0}), 4), 2U);
  EXPECT_EQ(blocks_of(access_at({}), 4), 0U);
}

// Measured on an H200: sw_* of data/measured/h200/segments.csv.
TEST(Rule26, AStoreWritesTheLastLineFirst) {
  const auto written = [](std::uint8_t bytes, std::uint64_t stride, std::uint32_t lanes) {
    emulator::Access access = of_lanes(access_of(bytes, stride), lanes);
    access.space = emulator::Space::global;
    access.writes = true;
    return banks_written(access, *built_in_record("sm_90"));
  };
  using Banks = std::vector<std::uint32_t>;
  EXPECT_EQ(written(4, 4, ~0u), Banks()) << "the sectors of a line, one after another";
  EXPECT_EQ(written(4, 64, 0b1111), Banks({1, 1 << 16, 1, 1 << 16}));
  EXPECT_EQ(written(4, 16, 0xFFFFF),
            Banks({0x11, 0x1100, 0x11, 0x1100, 0x110000, 0x11000000, 0x11, 0x1100, 0x110000, 0x11000000}))
      << "of three lines the last has two sectors";
  EXPECT_EQ(written(1, 4, 0xFF), Banks({0xFF, 0})) << "bytes keep it a cycle longer";
}

TEST(Rule26, ALongStoreLeavesOutACycleForEachLine) {
  const auto left_out = [](std::uint64_t stride) {
    emulator::Access access = access_of(4, stride);
    access.space = emulator::Space::global;
    access.writes = true;
    std::vector<std::size_t> at;
    const auto written = banks_written(access, *built_in_record("sm_90"));
    for (std::size_t i = 0; i < written.size(); ++i)
      if (written[i] == 0) at.push_back(i);
    return at;
  };
  EXPECT_EQ(left_out(32), (std::vector<std::size_t>{22, 27, 32}));
  EXPECT_EQ(left_out(64), (std::vector<std::size_t>{22, 25, 28, 31, 34}));
  EXPECT_EQ(left_out(132).front(), 9U);
}

TEST(Rule26, AWavefrontReadsItsBanks) {
  const auto read = [](std::uint8_t bytes, std::uint64_t stride, std::uint32_t lanes = ~0u) {
    emulator::Access access = of_lanes(access_of(bytes, stride), lanes);
    access.space = emulator::Space::global;
    return banks_read(access, *built_in_record("sm_90"));
  };
  using Banks = std::vector<std::uint32_t>;
  EXPECT_EQ(read(4, 4), Banks()) << "all of them";
  EXPECT_EQ(read(4, 4, 0b111), Banks({0b111}));
  EXPECT_EQ(read(4, 8), Banks(2, 0x55555555));
  EXPECT_EQ(read(8, 16), Banks(4, 0x33333333));
}

}  // namespace
}  // namespace reconverge::timing
