// SPDX-License-Identifier: MIT
#include "timing/cycles/lost_lines.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "timing/cycles/access_units.hpp"

namespace reconverge::timing {
namespace {

constexpr std::uint64_t word_bytes = 4;

/// Where the first level has what an access reads or writes. A word of local memory lies beside that of the next lane:
/// `visit` gets one access for each word then, all as of one space.
template <typename Visit> void for_each_placed(const emulator::Access& access, Visit visit) {
  if (access.space != emulator::Space::local) return visit(access);
  constexpr std::uint64_t local_bytes = std::uint64_t{1} << 63;
  emulator::Access word = access;
  word.bytes = static_cast<std::uint8_t>(std::min<std::uint64_t>(access.bytes, word_bytes));
  for (std::uint64_t first = 0; first < access.bytes; first += word_bytes) {
    for (std::size_t lane = 0; lane < emulator::lanes; ++lane) {
      const std::uint64_t address = access.address[lane] + first;
      word.address[lane] =
          local_bytes | (address / word_bytes * emulator::lanes + lane) * word_bytes | address % word_bytes;
    }
    visit(word);
  }
}

}  // namespace

void LostLines::store(const emulator::Access& access, Cycle cycle, const LevelOneTiming& rule) {
  if (rule.loses_until == 0) return;
  for_each_placed(access, [&](const emulator::Access& placed) { store_placed(placed, cycle, rule); });
}

bool LostLines::load(const emulator::Access& access, const LevelOneTiming& rule) {
  for (Recent& store : recent_) store.before_load = true;
  if (kept_.empty()) return false;
  bool misses = false;
  for_each_placed(access, [&](const emulator::Access& placed) { misses |= load_placed(placed, rule); });
  return misses;
}

void LostLines::store_placed(const emulator::Access& access, Cycle cycle, const LevelOneTiming& rule) {
  const UnitOf line_of(number(rule.line_bytes)), sector_of(number(rule.sector_bytes));
  std::array<std::uint64_t, emulator::lanes> buffer;
  std::size_t count = 0;
  for_each_address(access, [&](std::uint64_t address) { buffer[count++] = address; });
  std::span addresses = std::span(buffer).first(count);
  if (!std::ranges::is_sorted(addresses)) std::ranges::sort(addresses);
  addresses = addresses.first(count - std::ranges::unique(addresses).size());
  std::erase_if(recent_, [&](const Recent& store) { return store.until < cycle; });
  Cycle until = cycle + cycles(rule.loses_until);
  for (std::size_t i = 1; i < addresses.size(); ++i)
    if (sector_of(addresses[i]) != sector_of(addresses[i - 1])) ++until;
  for (std::size_t begin = 0, end = 0; begin < addresses.size(); begin = end) {
    const std::uint64_t line = line_of(addresses[begin]);
    while (end < addresses.size() && line_of(addresses[end]) == line) ++end;
    const bool fills = (end - begin) * access.bytes >= number(rule.line_bytes);
    auto last = std::ranges::find(recent_, line, &Recent::line);
    if (last == recent_.end()) last = recent_.insert(last, {line, cycle + 1, cycle});
    const Cycle from = last->from - (last->before_load ? cycles(rule.loses_earlier) : 0);
    if (from <= cycle && cycle <= last->until && !fills) lose(line, rule);
    if (!kept_.empty())
      for (const std::uint64_t address : addresses.subspan(begin, end - begin)) keep(address, access.bytes, rule);
    *last = {line, cycle + cycles(rule.loses_from), until};
  }
}

bool LostLines::load_placed(const emulator::Access& access, const LevelOneTiming& rule) {
  const UnitOf sector_of(number(rule.sector_bytes));
  std::unordered_set<std::uint64_t> missed;
  for_each_unit(access, 1, [&](std::uint64_t byte) {
    const auto kept = kept_.find(sector_of(byte));
    if (kept != kept_.end() && !kept->second.contains(byte)) missed.insert(kept->first);
  });
  for (const std::uint64_t sector : missed) kept_.erase(sector);
  return !missed.empty();
}

void LostLines::lose(std::uint64_t line, const LevelOneTiming& rule) {
  const std::uint64_t sectors = number(rule.line_bytes) / number(rule.sector_bytes);
  for (std::uint64_t i = 0; i < sectors; ++i) kept_[line * sectors + i].clear();
}

/// A part of a word that is stored leaves the word to be fetched.
void LostLines::keep(std::uint64_t address, std::uint64_t bytes, const LevelOneTiming& rule) {
  if (bytes < word_bytes) return;
  const auto kept = kept_.find(UnitOf(number(rule.sector_bytes))(address));
  if (kept == kept_.end()) return;
  for (std::uint64_t i = 0; i < bytes; ++i) kept->second.insert(address + i);
}

}  // namespace reconverge::timing
