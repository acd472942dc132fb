// SPDX-License-Identifier: MIT
// Accesses whose lanes are near one another are found at once, and as one by one.

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <vector>

#include "core/each_lane.hpp"
#include "emulator/memory/address_range.hpp"
#include "emulator/memory/global_memory.hpp"
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
      EXPECT_EQ(range.in_a_row, expected.in_a_row);
    }
  }
}

TEST(AddressRange, SaysWhetherWordsLieInARow) {
  Addresses row;
  for (std::size_t lane = 0; lane < lanes; ++lane) row[lane] = 4000 + 4 * lane;
  Addresses one_apart = row, around = row;
  one_apart[5] += 4;
  for (std::uint64_t& one : around) one -= 4064;  // the last ones are behind address 0
  for (const auto& range : {address_range, address_range_base}) {
    EXPECT_TRUE(range(row, core::LaneMask::all()).in_a_row);
    EXPECT_EQ(range(row, core::LaneMask::all()).highest, 4000 + 4 * (lanes - 1));
    EXPECT_FALSE(range(one_apart, core::LaneMask::all()).in_a_row);
    EXPECT_TRUE(range(one_apart, core::LaneMask(0xFFDF)).in_a_row) << "the other lane takes no part";
    EXPECT_FALSE(range(around, core::LaneMask::all()).in_a_row);
    EXPECT_EQ(range(around, core::LaneMask::all()).lowest, 0U);
    EXPECT_FALSE(range(row, core::LaneMask()).in_a_row);
  }
}

/// Two views of one memory, of an allocation that ends in the middle of a page.
struct Views {
  GlobalMemory below;
  std::uint64_t begin = below.allocate("a", std::vector<std::uint8_t>(MemoryView::page_bytes * 5 / 2));
  MemoryView at_once{below}, one_by_one{below};
};

/// Each lane's bytes behind those of the lane before it.
Addresses in_a_row(std::uint64_t first, std::size_t bytes) {
  Addresses address;
  for (std::size_t lane = 0; lane < lanes; ++lane) address[lane] = first + lane * bytes;
  return address;
}

/// Whether they have read the same sectors, and written the same bytes.
void expect_same(const Views& views) {
  Sectors written[2];
  views.at_once.add_written(written[0]);
  views.one_by_one.add_written(written[1]);
  EXPECT_EQ(written[0], written[1]);
  for (std::uint64_t at = views.begin; at < views.begin + 3 * MemoryView::page_bytes; at += MemoryView::sector_bytes) {
    const Sectors sector = {
        {at / MemoryView::page_bytes, 1u << at % MemoryView::page_bytes / MemoryView::sector_bytes}};
    EXPECT_EQ(views.at_once.has_read(sector), views.one_by_one.has_read(sector)) << at - views.begin;
  }
  std::vector<MemoryView::Written> pages[2];
  views.at_once.for_each_written([&](auto, const auto& page) { pages[0].push_back(page); });
  views.one_by_one.for_each_written([&](auto, const auto& page) { pages[1].push_back(page); });
  ASSERT_EQ(pages[0].size(), pages[1].size());
  for (std::size_t i = 0; i < pages[0].size(); ++i) {
    EXPECT_EQ(pages[0][i].mask, pages[1][i].mask);
    EXPECT_EQ(pages[0][i].bytes, pages[1][i].bytes);
  }
}

/// Accesses of both views, which find the same.
void access(Views& views, const Addresses& address, core::LaneMask chosen, std::size_t bytes, bool writes) {
  std::array<const std::uint8_t*, lanes> read{};
  std::array<std::uint8_t*, lanes> written{};
  ASSERT_TRUE(writes ? views.at_once.find_writable(address, chosen, bytes, written)
                     : views.at_once.find_readable(address, chosen, bytes, read));
  core::for_each_lane(chosen, [&](std::size_t lane) {
    if (writes) *written[lane] = *views.one_by_one.writable(address[lane], bytes) = static_cast<std::uint8_t>(lane + 1);
    else EXPECT_EQ(*read[lane], *views.one_by_one.readable(address[lane], bytes));
  });
  expect_same(views);
}

TEST(NearAccesses, ReadAndWriteAsOneByOne) {
  constexpr std::uint64_t page = MemoryView::page_bytes;
  for (const std::size_t bytes : {std::size_t{1}, std::size_t{4}, std::size_t{16}})
    for (const std::uint64_t first : {std::uint64_t{0}, page - lanes * bytes, page + 64})
      for (const core::LaneMask chosen : {core::LaneMask::all(), core::LaneMask(0x00FF'0000), core::LaneMask(0x8421)}) {
        Views views;
        const Addresses address = in_a_row(views.begin + first, bytes);
        access(views, address, chosen, bytes, true);
        access(views, address, chosen, bytes, false);  // of its own: that is no read of what others can change
        access(views, address, core::LaneMask::all(), bytes, false);
        access(views, address, chosen, bytes, true);
      }
}

TEST(NearAccesses, AreNotFoundAtOnceWhereOneByOneHasToSayWhy) {
  Views views;
  constexpr std::uint64_t page = MemoryView::page_bytes;
  std::array<const std::uint8_t*, lanes> read{};
  const auto finds = [&](std::uint64_t first, std::size_t bytes) {
    return views.at_once.find_readable(in_a_row(views.begin + first, 4), core::LaneMask::all(), bytes, read);
  };
  EXPECT_TRUE(finds(0, 4));
  EXPECT_FALSE(finds(page - 64, 4)) << "two pages";
  EXPECT_FALSE(finds(0, 8)) << "misaligned";
  EXPECT_FALSE(finds(2 * page + page / 2 - 64, 4)) << "behind the end";
  EXPECT_TRUE(finds(2 * page + page / 2 - 128, 4)) << "up to the end";
}

}  // namespace
}  // namespace reconverge::emulator
