// SPDX-License-Identifier: MIT
// Words of a block's view of global memory: in whichever pattern the lanes access them, all vectors give the same.

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/each_lane.hpp"
#include "emulator/memory/global_memory.hpp"
#include "emulator/vectors.hpp"
#include "unit/emulator/data_row.hpp"

namespace reconverge::emulator::testing {
namespace {

constexpr std::uint32_t page = MemoryView::page_bytes, bytes = page * 5 / 2;

/// The address of each lane, from the begin of the memory on.
const std::map<std::string, std::function<std::uint32_t(std::uint32_t)>>& patterns() {
  static const std::map<std::string, std::function<std::uint32_t(std::uint32_t)>> all = {
      {"in a row", [](std::uint32_t lane) { return 256 + 4 * lane; }},
      {"in a row from an odd word on", [](std::uint32_t lane) { return 60 + 4 * lane; }},
      {"in a row, up to the end", [](std::uint32_t lane) { return bytes - 128 + 4 * lane; }},
      {"in a row, behind the end", [](std::uint32_t lane) { return bytes - 64 + 4 * lane; }},
      {"in a row, of two pages", [](std::uint32_t lane) { return page - 64 + 4 * lane; }},
      {"in a row, misaligned", [](std::uint32_t lane) { return 258 + 4 * lane; }},
      {"exchanged", [](std::uint32_t lane) { return 128 + 4 * (lane ^ 8); }},
      {"two of a kind", [](std::uint32_t lane) { return 4 * (lane / 2); }},
      {"one word", [](std::uint32_t) { return 64; }},
      {"far", [](std::uint32_t lane) { return 16 * lane; }}};
  return all;
}

const std::vector<std::uint32_t> chosen_lanes = {0xFFFF'FFFF, 0x0000'FFFF, 0xFFFF'0000, 0x8000'0001, 0x00F0'0100};

struct Effects {
  std::vector<std::uint32_t> loaded, written, writers, read;
  AccessFault fault{};
  friend bool operator==(const Effects&, const Effects&) = default;
};

/// Of a row, on memory of which the block has written a part itself.
Effects effects(const std::string& text, const std::string& pattern, std::uint32_t chosen, Vectors vectors) {
  GlobalMemory below;
  std::vector<std::uint8_t> content(bytes);
  for (std::size_t i = 0; i < bytes; ++i) content[i] = static_cast<std::uint8_t>(7 * i + i / 256);
  const std::uint64_t begin = below.allocate("a", content);
  DataRow row(text);
  row.warp.global() = GlobalMemory::view_of(below);
  MemoryView& view = *row.warp.global().view();
  for (const std::uint64_t offset : {std::uint64_t{264}, std::uint64_t{300}, std::uint64_t{bytes - 8}})
    *view.writable(begin + offset, 4) = 0xAA;
  core::LaneValues low{}, high{}, values{};
  for (std::uint32_t lane = 0; lane < lanes; ++lane) {
    const std::uint64_t address = begin + patterns().at(pattern)(lane);
    low[lane] = static_cast<std::uint32_t>(address);
    high[lane] = static_cast<std::uint32_t>(address >> 32);
    values[lane] = 0x0101'0101 * lane;
  }
  row.warp.set_register(2, low);
  row.warp.set_register(3, high);
  row.warp.set_register(4, values);
  row.set(0, 0xABCD'EF01);
  const DecodedInstruction decoded = row.decoded();
  in_vectors(decoded.execute, vectors)(row.warp, decoded, core::LaneMask(chosen));
  const Access& access = row.warp.access;
  Effects all;
  all.fault = access.fault;
  all.loaded.assign(row.warp.register_value(0).lane.begin(), row.warp.register_value(0).lane.end());
  if (access.fault != AccessFault::none) return all;
  view.note_store(access, 9);
  view.for_each_written([&](std::uint64_t address, const MemoryView::Written& written) {
    for (std::size_t i = 0; i < page; ++i) {
      const bool is_written = (written.mask[i / MemoryView::bytes_of_mask] >> i % MemoryView::bytes_of_mask & 1) != 0;
      all.written.push_back(is_written ? written.bytes[i] : 0xFFFFu);
    }
    for (std::size_t i = 0; i < MemoryView::page_words; ++i)
      if (written.writers[i].writes) all.writers.push_back(static_cast<std::uint32_t>(address - begin + 4 * i));
  });
  for (std::uint64_t at = begin; at < begin + 3 * page; at += MemoryView::sector_bytes)
    all.read.push_back(view.has_read({{at / page, 1u << at % page / MemoryView::sector_bytes}}) ? 1 : 0);
  return all;
}

TEST(GlobalWords, AreTheSameInAllVectors) {
  for (const std::string text : {"LDG.E R0, [R2.64]", "STG.E [R2.64], R4"})
    for (const auto& [pattern, address] : patterns())
      for (const std::uint32_t chosen : chosen_lanes) {
        const Effects expected = effects(text, pattern, chosen, Vectors::base);
        for (const Vectors vectors : vectors_here())
          EXPECT_EQ(effects(text, pattern, chosen, vectors), expected)
              << text << ", " << pattern << ", lanes " << std::hex << chosen << " in " << static_cast<int>(vectors);
      }
}

TEST(GlobalWords, HaveTheWriterOfEachLane) {
  for (const auto& [pattern, address] : patterns())
    for (const std::uint32_t chosen : chosen_lanes) {
      const Effects found = effects("STG.E [R2.64], R4", pattern, chosen, Vectors::base);
      if (found.fault != AccessFault::none) continue;
      std::set<std::uint32_t> expected;
      core::for_each_lane(core::LaneMask(chosen),
                          [&](std::size_t lane) { expected.insert(address(static_cast<std::uint32_t>(lane))); });
      EXPECT_EQ(std::set(found.writers.begin(), found.writers.end()), expected) << pattern << std::hex << chosen;
    }
}

}  // namespace
}  // namespace reconverge::emulator::testing
