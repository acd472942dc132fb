// SPDX-License-Identifier: MIT
// Words of shared memory: in whichever pattern the lanes access them, all vectors give the same.

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <vector>

#include "emulator/vectors.hpp"
#include "unit/emulator/data_row.hpp"

namespace reconverge::emulator::testing {
namespace {

constexpr std::uint32_t first = 1024, size = 512;
constexpr std::size_t last_word = first + size - 4;

/// The address of each lane.
const std::map<std::string, std::function<std::uint32_t(std::uint32_t)>>& patterns() {
  static const std::map<std::string, std::function<std::uint32_t(std::uint32_t)>> all = {
      {"consecutive", [](std::uint32_t lane) { return first + 4 * lane; }},
      {"consecutive, the last ones", [](std::uint32_t lane) { return first + size - 128 + 4 * lane; }},
      {"exchanged", [](std::uint32_t lane) { return first + 128 + 4 * (lane ^ 8); }},
      {"backwards", [](std::uint32_t lane) { return first + 4 * (31 - lane); }},
      {"one word", [](std::uint32_t) { return first + 64; }},
      {"the last word", [](std::uint32_t) { return static_cast<std::uint32_t>(last_word); }},
      {"near the end", [](std::uint32_t lane) { return first + size - 4 - 4 * (lane % 3); }},
      {"two of a kind", [](std::uint32_t lane) { return first + 4 * (lane / 2); }},
      {"33 words", [](std::uint32_t lane) { return first + (lane == 7 ? 128 : 4 * lane); }},
      {"far", [](std::uint32_t lane) { return first + 16 * lane; }},
      {"others out of bounds", [](std::uint32_t lane) { return lane < 16 ? first + 4 * lane : 1 << 20; }},
      {"consecutive from the middle", [](std::uint32_t lane) { return first - 64 + 4 * lane; }}};
  return all;
}

const std::vector<std::uint32_t> chosen_lanes = {0xFFFF'FFFF, 0x0000'FFFF, 0xFFFF'0000, 0x8000'0001, 0x0000'0100};

/// The registers and shared memory after a row, and the fault.
std::vector<std::uint32_t> effects(const std::string& text, const std::string& pattern, std::uint32_t chosen,
                                   Vectors vectors) {
  DataRow row(text);
  row.warp.shared().resize(first, size);
  for (std::size_t i = 0; i < size; ++i) row.warp.shared().all()[i] = static_cast<std::uint8_t>(7 * i + i / 256);
  core::LaneValues addresses{}, values{};
  for (std::uint32_t lane = 0; lane < lanes; ++lane) {
    addresses[lane] = patterns().at(pattern)(lane);
    values[lane] = 0x0101'0101 * lane;
  }
  row.warp.set_register(2, addresses);
  row.warp.set_register(3, values);
  row.set(0, 0xABCD'EF01);
  DecodedInstruction decoded = row.decoded();
  in_vectors(decoded.execute, vectors)(row.warp, decoded, core::LaneMask(chosen));
  std::vector<std::uint32_t> all(row.warp.register_value(0).lane.begin(), row.warp.register_value(0).lane.end());
  all.insert(all.end(), row.warp.shared().all(), row.warp.shared().all() + size);
  all.push_back(static_cast<std::uint32_t>(row.warp.access.fault));
  all.push_back(row.warp.access.lanes.bits());
  return all;
}

TEST(SharedWords, AreTheSameInAllVectors) {
  for (const std::string text : {"LDS R0, [R2]", "STS [R2], R3"})
    for (const auto& [pattern, address] : patterns())
      for (const std::uint32_t chosen : chosen_lanes) {
        const auto expected = effects(text, pattern, chosen, Vectors::base);
        for (const Vectors vectors : vectors_here())
          EXPECT_EQ(effects(text, pattern, chosen, vectors), expected)
              << text << ", " << pattern << ", lanes " << std::hex << chosen << " in " << static_cast<int>(vectors);
      }
}

}  // namespace
}  // namespace reconverge::emulator::testing
