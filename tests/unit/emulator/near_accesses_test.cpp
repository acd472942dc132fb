// SPDX-License-Identifier: MIT
// The extent of an access.

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <vector>

#include "emulator/memory/address_range.hpp"
#include "emulator/opcodes/lanes_512.hpp"
#include "emulator/vectors.hpp"

namespace reconverge::emulator {
namespace {

using Addresses = std::array<std::uint64_t, lanes>;

TEST(AddressRange, IsTheSameInAllVectors) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 1000; ++i) {
    Addresses address;
    for (std::uint64_t& one : address) one = random() >> (random() % 64);
    const core::LaneMask chosen(i % 50 == 0 ? 0 : static_cast<std::uint32_t>(random() & random()));
    const AddressRange expected = address_range_base(address, chosen);
    EXPECT_EQ(expected.lowest > expected.highest, chosen.empty());
    std::vector<AddressRange> found = {address_range(address, chosen)};
    if (vectors_here().back() == Vectors::avx512) found.push_back(address_range_512(address, chosen));
    for (const AddressRange& range : found) {
      EXPECT_EQ(range.lowest, expected.lowest);
      EXPECT_EQ(range.highest, expected.highest);
    }
  }
}

}  // namespace
}  // namespace reconverge::emulator
