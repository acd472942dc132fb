// SPDX-License-Identifier: MIT
// Which accesses have the time that was found for an earlier one.

#include "timing/cycles/access_shapes.hpp"

#include <gtest/gtest.h>

#include "timing/record/reader.hpp"

namespace reconverge::timing {
namespace {

/// How often the shape of an access has to be found.
class Shapes {
 public:
  int found_for(std::uint32_t row, const emulator::Access& access) {
    found_ = 0;
    shapes_.of(row, access, [&] { return ++found_, AccessShape{}; });
    return found_;
  }

 private:
  AccessShapes shapes_{*built_in_record("sm_90")};
  int found_ = 0;
};

/// A word for each lane, from an address on.
emulator::Access words_from(std::uint64_t first) {
  emulator::Access access;
  access.lanes = core::LaneMask::all();
  for (std::size_t lane = 0; lane < emulator::lanes; ++lane) access.address[lane] = first + 4 * lane;
  return access;
}

constexpr std::uint64_t megabyte = 1u << 20;  // a multiple of what banks and lines come again after

TEST(AccessShapes, AreFoundOnceWhereverTheyAreMovedByAPeriod) {
  Shapes shapes;
  EXPECT_EQ(shapes.found_for(3, words_from(megabyte)), 1);
  EXPECT_EQ(shapes.found_for(3, words_from(megabyte)), 0);
  EXPECT_EQ(shapes.found_for(3, words_from(7 * megabyte)), 0);
}

/// Two words for each lane: two lines.
emulator::Access pairs_from(std::uint64_t first) {
  emulator::Access access = words_from(first);
  access.bytes = 8;
  for (std::size_t lane = 0; lane < emulator::lanes; ++lane) access.address[lane] = first + 8 * lane;
  return access;
}

TEST(AccessShapes, AreTheSameInAnotherLineIfTheyLieInOne) {
  Shapes shapes;
  EXPECT_EQ(shapes.found_for(3, words_from(megabyte)), 1);
  EXPECT_EQ(shapes.found_for(3, words_from(megabyte + 128)), 0);
  EXPECT_EQ(shapes.found_for(3, words_from(megabyte + 128 + 64)), 1) << "half of it lies in the next line";
  EXPECT_EQ(shapes.found_for(3, words_from(megabyte + 64)), 1);
  EXPECT_EQ(shapes.found_for(5, pairs_from(megabyte)), 1);
  EXPECT_EQ(shapes.found_for(5, pairs_from(megabyte + 128)), 1);
}

TEST(AccessShapes, KnowTheSectorsThatAStoreWritesInPart) {
  AccessShapes shapes(*built_in_record("sm_90"));
  emulator::Access store = words_from(megabyte + 32);  // sectors 1 to 4, the last in the next line
  store.writes = true;
  store.lanes = core::LaneMask(0xFF00'FF7F);
  const auto find = [] { return AccessShape{}; };
  EXPECT_EQ(shapes.of(3, store, find).partly_written, (std::vector<std::uint32_t>{1}));
  EXPECT_EQ(shapes.base(), megabyte);
  store.lanes = core::LaneMask(0xFFF7'FFFE);
  EXPECT_EQ(shapes.of(3, store, find).partly_written, (std::vector<std::uint32_t>{1, 3}));
  store.lanes = core::LaneMask::all();
  EXPECT_TRUE(shapes.of(3, store, find).partly_written.empty());
}

TEST(AccessShapes, AreOthersInAnotherRowWidthOrOfOtherLanes) {
  Shapes shapes;
  shapes.found_for(3, words_from(megabyte));
  EXPECT_EQ(shapes.found_for(4, words_from(megabyte)), 1);
  emulator::Access half = words_from(megabyte);
  half.bytes = 2;
  EXPECT_EQ(shapes.found_for(3, half), 1);
  emulator::Access some = words_from(megabyte);
  some.lanes = core::LaneMask(0x0FFF'FFFF);
  EXPECT_EQ(shapes.found_for(3, some), 1);
  emulator::Access exchanged = words_from(megabyte);
  std::swap(exchanged.address[1], exchanged.address[2]);
  EXPECT_EQ(shapes.found_for(3, exchanged), 1) << "the sum of the addresses is the same";
}

TEST(AccessShapes, LanesThatTakeNoPartDoNotMatter) {
  Shapes shapes;
  emulator::Access some = words_from(megabyte);
  some.lanes = core::LaneMask(0x0FFF'FFFF);
  shapes.found_for(3, some);
  some.address[31] = 5;
  EXPECT_EQ(shapes.found_for(3, some), 0);
}

}  // namespace
}  // namespace reconverge::timing
