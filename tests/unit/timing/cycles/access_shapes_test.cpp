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

TEST(AccessShapes, AreOthersInAnotherLineRowWidthOrOfOtherLanes) {
  Shapes shapes;
  shapes.found_for(3, words_from(megabyte));
  EXPECT_EQ(shapes.found_for(3, words_from(megabyte + 128)), 1);
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
