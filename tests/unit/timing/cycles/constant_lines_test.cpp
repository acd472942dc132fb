// SPDX-License-Identifier: MIT
// Rule 27 of docs/model.md, "hopper-cycles": constants that LDC reads by register.

#include "timing/cycles/constant_lines.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "timing/record/reader.hpp"
#include "unit/timing/cycles/timed_listing.hpp"

namespace reconverge::timing {
namespace {

const MioTiming& rule = built_in_record("sm_90")->mio;

/// The lowest lanes read a byte each.
emulator::Access bytes_at(const std::vector<std::uint64_t>& addresses, std::uint8_t bank = 3) {
  emulator::Access access{.space = emulator::Space::constant,
                          .reads = true,
                          .bytes = 1,
                          .bank = bank,
                          .lanes = core::LaneMask((1U << addresses.size()) - 1)};
  for (std::size_t lane = 0; lane < addresses.size(); ++lane) access.address[lane] = addresses[lane];
  return access;
}

TEST(ConstantLines, ALineThatNothingReadInABlockOfWhichSomethingWasRead) {
  ConstantLines constants;
  EXPECT_EQ(constants.read(bytes_at({0, 4}), 7, rule).lines, 0) << "nothing is known of the first";
  EXPECT_EQ(constants.read(bytes_at({63}), 7, rule).lines, 0);
  EXPECT_EQ(constants.read(bytes_at({60, 64, 128}), 7, rule).lines, 2);
  EXPECT_EQ(constants.read(bytes_at({64, 128}), 8, rule).lines, 0);
  EXPECT_EQ(constants.read(bytes_at({192}, 4), 9, rule).lines, 0) << "of another bank";
}

TEST(ConstantLines, ABlockThatNothingReadIsFarIfTheInstructionRanBefore) {
  ConstantLines constants;
  EXPECT_FALSE(constants.read(bytes_at({0}), 7, rule).is_far);
  EXPECT_FALSE(constants.read(bytes_at({255}), 7, rule).is_far);
  EXPECT_TRUE(constants.read(bytes_at({256}), 7, rule).is_far);
  EXPECT_FALSE(constants.read(bytes_at({512}), 8, rule).is_far);
}

/// A row that wants these bytes, and when one issues that waits for its address to be read.
std::string read_of(const std::string& row, const std::vector<std::uint64_t>& addresses) {
  testing::TimedListing listing(row + " &rd=0x0 ?trans2\nNOP &req={0} ?trans1\nEXIT");
  listing.warp.access = bytes_at(addresses);
  const std::string cycles = listing.cycles();
  return cycles.substr(cycles.find("NOP"));
}

// Segments ldc_* of data/measured/h200/segments.csv.
TEST(Rule27, AnAddressIsReadUntilTheLastWordIsThere) {
  const std::string one = read_of("LDC R1, c[0x0][R2]", {0}), two = read_of("LDC R1, c[0x0][R2]", {0, 4});
  EXPECT_EQ(one, "NOP:28 EXIT:29");
  EXPECT_EQ(two, "NOP:39 EXIT:40");
}

// h_cold of probes/strangers/constants.cu.
TEST(Rule27, ALineThatNothingReadTakesSeventyMore) {
  EXPECT_EQ(read_of("LDC R1, c[0x0][R2]", {0, 64}), "NOP:109 EXIT:110") << "a further word, and a further line";
}

}  // namespace
}  // namespace reconverge::timing
