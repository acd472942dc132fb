// SPDX-License-Identifier: MIT
#include "observers/contested_stores.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "core/each_lane.hpp"
#include "emulator/opcodes/operand_values.hpp"

namespace reconverge::observers {
namespace {

using core::LaneMask;

/// The value that a lane stores, of 16 bytes at most.
std::array<std::uint32_t, 4> stored_by(const emulator::Warp& warp, emulator::Slot first, std::size_t lane,
                                       unsigned bytes) {
  std::array<std::uint32_t, 4> words{};
  for (unsigned word = 0; word * 4 < bytes; ++word)
    words[word] = warp.values[emulator::word_of_pair(first, word)][lane];
  if (bytes < 4) words[0] &= (1u << (8 * bytes)) - 1;
  return words;
}

/// The lanes at whose address another lane stores something else.
LaneMask lanes_in_contest(const emulator::Warp& warp, emulator::Slot first) {
  const emulator::Access& access = warp.access;
  std::array<std::size_t, emulator::lanes> order{};
  std::size_t count = 0;
  for (std::size_t lane = 0; lane < emulator::lanes; ++lane)
    if (access.lanes.contains(static_cast<int>(lane))) order[count++] = lane;
  const auto address = [&](std::size_t lane) { return access.address[lane]; };
  std::ranges::stable_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), {}, address);
  LaneMask contest;
  for (std::size_t begin = 0, end = 0; begin < count; begin = end) {
    LaneMask group;
    bool differ = false;
    for (end = begin; end < count && address(order[end]) == address(order[begin]); ++end) {
      group |= LaneMask::lane(static_cast<int>(order[end]));
      differ = differ ||
               stored_by(warp, first, order[end], access.bytes) != stored_by(warp, first, order[begin], access.bytes);
    }
    if (differ) contest |= group;
  }
  return contest;
}

/// Whether addresses rise from lane to lane, or fall, as they nearly always do: none is another lane's.
bool are_in_order(const emulator::Access& access) {
  std::uint64_t last = 0;
  bool rise = true, fall = true, is_first = true;
  core::for_each_lane(access.lanes, [&](std::size_t lane) {
    const std::uint64_t address = access.address[lane];
    rise = rise && (is_first || address > last);
    fall = fall && (is_first || address < last);
    is_first = false;
    last = address;
  });
  return rise || fall;
}

}  // namespace

/// Every lane has local memory of its own; atomics lose nothing.
void ContestedStores::accessed(const emulator::Accessed& event) {
  const emulator::Access& access = event.access;
  if (!access.writes || access.reads || access.space == emulator::Space::local) return;
  if (are_in_order(access)) return;
  const LaneMask contest = lanes_in_contest(warp_, executable_.instructions[event.at.index].source[0]);
  if (contest.empty()) return;
  Finding& finding = found_[event.at.index];
  if (finding.count++ > 0) return;
  constexpr int widest_measured = 8;
  finding.kind = "contested-store";
  finding.index = event.at.index;
  finding.lanes = contest;
  finding.message = fmt::format("{} writes different values to one address at once, and one lane's stays{}",
                                executable_.function.instructions[event.at.index].mnemonic,
                                access.bytes > widest_measured ? "; of 16 bytes it has not been measured which" : "");
}

std::vector<Finding> ContestedStores::findings() const {
  std::vector<Finding> findings;
  for (const auto& [index, finding] : found_) findings.push_back(finding);
  return findings;
}

}  // namespace reconverge::observers
