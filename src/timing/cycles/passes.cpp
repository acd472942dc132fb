// SPDX-License-Identifier: MIT
#include "timing/cycles/passes.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "timing/cycles/access_units.hpp"
#include "timing/cycles/cycle_count.hpp"
#include "timing/cycles/few_numbers.hpp"
#include "timing/cycles/store_writes.hpp"

namespace reconverge::timing {
namespace {

/// The widest access of a lane, in bytes. Addresses are multiples of the width.
constexpr std::size_t widest_access = 16;
using Units = FewNumbers<emulator::lanes * widest_access>;

/// The different blocks of `bytes` bytes that the lanes [from, to) access.
Units units_of(const emulator::Access& access, std::size_t from, std::size_t to, std::uint64_t bytes) {
  Units units;
  for_each_unit(
      access, bytes, [&](std::uint64_t unit) { units.insert(unit); }, from, to);
  return units;
}

/// By how many blocks of `bytes` bytes the last one that the lanes [from, to) access is behind the first, which is
/// cheaper to find than all of them. Nothing: no lane takes part.
std::optional<std::uint64_t> extent_of(const emulator::Access& access, std::size_t from, std::size_t to,
                                       std::uint64_t bytes) {
  const auto [lowest, highest, in_a_row] = address_range(access, from, to);
  if (lowest > highest) return std::nullopt;
  const UnitOf unit_of(bytes);
  return unit_of(highest + access.bytes - 1) - unit_of(lowest);
}

/// Whether no lane of [from, to) accesses another word than others in its bank. False: it may be so.
bool is_one_word_a_bank(const emulator::Access& access, const MioTiming& rule, std::size_t from, std::size_t to) {
  constexpr std::size_t most_banks = 32;
  const UnitOf word_of(number(rule.bank_bytes));
  if (number(rule.shared_banks) != most_banks || access.bytes > number(rule.bank_bytes)) return false;
  std::array<std::uint64_t, most_banks> words;
  std::uint32_t used = 0;
  bool differ = false;
  for_each_address(
      access,
      [&](std::uint64_t address) {
        const std::uint64_t word = word_of(address);
        const std::size_t bank = word % most_banks;
        const bool is_first = (used >> bank & 1) == 0;
        differ |= !is_first && words[bank] != word;
        words[bank] = word;
        used |= 1u << bank;
      },
      from, to);
  return !differ;
}

/// Of the lanes [from, to): the number of different words in the bank that has most.
int most_words_in_a_bank(const emulator::Access& access, const MioTiming& rule, std::size_t from, std::size_t to) {
  const auto banks = number(rule.shared_banks);
  const auto extent = extent_of(access, from, to, number(rule.bank_bytes));
  if (!extent) return 0;
  if (*extent < banks) return 1;  // each in a bank of its own
  if (is_one_word_a_bank(access, rule, from, to)) return 1;
  const Units words = units_of(access, from, to, number(rule.bank_bytes));
  std::vector<int> counts(banks);
  for (const std::uint64_t word : words) ++counts[word % banks];
  return std::ranges::max(counts);
}

}  // namespace

std::size_t blocks_of(const emulator::Access& access, std::uint64_t bytes) {
  return units_of(access, 0, emulator::lanes, bytes).size();
}

namespace {

int most_in_a_bank(const Units& lines, std::uint64_t moved, const LevelOneTiming& rule) {
  std::array<int, 4> banks{};
  for (std::uint64_t line : lines) {
    line += moved;
    const auto parity = [&](std::int32_t mask) { return std::popcount(line & static_cast<std::uint64_t>(mask)) & 1; };
    const auto bank = parity(rule.tag_bank_bit_0) + 2 * parity(rule.tag_bank_bit_1);
    ++banks[static_cast<std::size_t>(bank)];
  }
  return std::max(std::ranges::max(banks), 1);
}

/// Lines of `bytes` in the tag bank that has most of them.
std::optional<int> tags_of_lines(const emulator::Access& access, std::uint64_t bytes, const LevelOneTiming& rule) {
  if (extent_of(access, 0, emulator::lanes, bytes * number(rule.known_lines)).value_or(0) > 0) return std::nullopt;
  if (extent_of(access, 0, emulator::lanes, bytes).value_or(0) == 0) return 1;
  return most_in_a_bank(units_of(access, 0, emulator::lanes, bytes), 0, rule);
}

/// The same of lines as far apart as the fold is known for, wherever the driver has put the buffer.
std::optional<int> tags_anywhere(const emulator::Access& access, const LevelOneTiming& rule, Assumption assumption) {
  if (const auto known = tags_of(access, rule)) return known;
  const Units lines = units_of(access, 0, emulator::lanes, number(rule.line_bytes));
  if (lines.back() - lines.front() >= number(rule.folded_lines)) return std::nullopt;
  int tags = most_in_a_bank(lines, 0, rule);
  if (assumption == Assumption::typical) return tags;
  constexpr std::uint64_t places = 64, apart = 68;  // lines; together they reach every bit of the fold
  for (std::uint64_t place = 1; place < places; ++place) {
    const int other = most_in_a_bank(lines, place * apart, rule);
    tags = assumption == Assumption::low ? std::min(tags, other) : std::max(tags, other);
  }
  return tags;
}

bool neighbours_share(const emulator::Access& access, const MioTiming& rule) {
  if (access.bytes <= number(rule.bank_bytes)) return false;
  const auto all_share_with = [&](std::size_t distance) {
    for (std::size_t lane = 0; lane < emulator::lanes; ++lane) {
      const std::size_t other = lane ^ distance;
      const bool both = access.lanes.contains(static_cast<int>(lane)) && access.lanes.contains(static_cast<int>(other));
      if (both && access.address[lane] != access.address[other]) return false;
    }
    return true;
  };
  return all_share_with(1) || all_share_with(2);
}

/// Sums `of` over the lanes [from, to) of each part that is served by itself.
template <typename Of> int sum_over_parts(std::size_t parts, Of of) {
  const std::size_t lanes = emulator::lanes / parts;
  int sum = 0;
  for (std::size_t part = 0; part < parts; ++part) sum += of(part * lanes, (part + 1) * lanes);
  return std::max(sum, 1);
}

std::size_t registers_of(const emulator::Access& access, const MioTiming& rule) {
  return std::max<std::size_t>(access.bytes / number(rule.bank_bytes), 1);
}

/// One for each part of the warp that has lanes.
int parts_with_lanes(const emulator::Access& access, const MioTiming& rule) {
  return sum_over_parts(registers_of(access, rule), [&](std::size_t from, std::size_t to) {
    const auto part = static_cast<std::uint32_t>(((std::uint64_t{1} << (to - from)) - 1) << from);
    return (access.lanes & core::LaneMask(part)).any() ? 1 : 0;
  });
}

}  // namespace

int wavefronts_of(const emulator::Access& access, const MioTiming& rule, int together) {
  const std::size_t parts = std::max<std::size_t>(registers_of(access, rule) / static_cast<std::size_t>(together), 1);
  return sum_over_parts(parts,
                        [&](std::size_t from, std::size_t to) { return most_words_in_a_bank(access, rule, from, to); });
}

int atomic_wavefronts_of(const emulator::Access& access, const MioTiming& rule) {
  return sum_over_parts(registers_of(access, rule), [&](std::size_t from, std::size_t to) {
    std::vector<int> accesses(number(rule.shared_banks));
    for_each_unit(
        access, number(rule.bank_bytes), [&](std::uint64_t word) { ++accesses[word % accesses.size()]; }, from, to);
    return std::ranges::max(accesses);
  });
}

Wavefronts shared_wavefronts_of(const emulator::Access& access, const OperationTiming& operation,
                                const MioTiming& rule) {
  if (operation.one_wavefront) return {.count = parts_with_lanes(access, rule)};
  const bool is_atomic = access.reads && access.writes;
  if (is_atomic && !operation.shares_words) return {.count = atomic_wavefronts_of(access, rule)};
  const int together = access.reads && !is_atomic && neighbours_share(access, rule) ? 2 : 1;
  return {.count = wavefronts_of(access, rule, together), .registers_at_once = together};
}

std::optional<int> tags_of(const emulator::Access& access, const LevelOneTiming& rule) {
  return tags_of_lines(access, number(rule.line_bytes), rule);
}

bool tags_depend_on_place(const emulator::Access& access, const LevelOneTiming& rule) {
  constexpr std::uint64_t aligned = 4;  // lines
  if (extent_of(access, 0, emulator::lanes, number(rule.line_bytes)).value_or(0) == 0) return false;
  const Units lines = units_of(access, 0, emulator::lanes, number(rule.line_bytes));
  const int here = most_in_a_bank(lines, 0, rule);
  for (std::uint64_t place = aligned; place < number(rule.known_lines); place += aligned)
    if (most_in_a_bank(lines, place, rule) != here) return true;
  return false;
}

emulator::Access global_part(const emulator::Access& access) {
  constexpr int window_bits = 32;
  emulator::Access part = access;
  part.space = emulator::Space::global;
  for (std::size_t lane = 0; lane < emulator::lanes; ++lane)
    if (access.address[lane] >> window_bits == 0)
      part.lanes = part.lanes.without(core::LaneMask::lane(static_cast<int>(lane)));
  return part.lanes.empty() ? access : part;
}

Passes passes_beyond(const emulator::Access& access, const OperationTiming& operation, const CycleRecord& record,
                     Assumption assumption) {
  const auto word_bytes = number(record.mio.bank_bytes);
  const emulator::Access global = global_part(access);
  if (access.space == emulator::Space::shared && global.space == emulator::Space::shared) {
    Passes passes = passes_of(shared_wavefronts_of(access, operation, record.mio));
    passes.route = Route::shared;
    return passes;
  }
  if (access.space == emulator::Space::local && global.space == emulator::Space::local) {
    emulator::Access words = access;  // of wide accesses that are apart, the first words represent all
    if (blocks_of(access, access.bytes) > 1)
      words.bytes = static_cast<std::uint8_t>(std::min<std::uint64_t>(access.bytes, word_bytes));
    return {.tags = local_tags_of(words, record.l1, word_bytes).value_or(0),
            .sectors = local_sectors_of(access, record.l1, record.mio),
            .banks = first_level_banks(access, record),
            .route = Route::local};
  }
  return {.wavefronts = wavefronts_of(access, record.mio),
          .tags = tags_anywhere(global, record.l1, assumption).value_or(0),
          .sectors = static_cast<int>(blocks_of(global, number(record.l1.sector_bytes))),
          .banks = first_level_banks(access, record),
          .route = Route::level_1};
}

int local_sectors_of(const emulator::Access& access, const LevelOneTiming& rule, const MioTiming& mio) {
  const auto word_bytes = number(mio.bank_bytes);
  const auto lanes_a_sector = static_cast<std::size_t>(rule.sector_bytes / mio.bank_bytes);
  std::size_t sectors = 0;
  for (std::size_t lane = 0; lane < emulator::lanes; lane += lanes_a_sector) {
    emulator::Access part = access;
    part.lanes &= core::LaneMask(((1u << lanes_a_sector) - 1) << lane);
    sectors += blocks_of(part, word_bytes);
  }
  return static_cast<int>(sectors);
}

std::optional<int> local_tags_of(const emulator::Access& access, const LevelOneTiming& rule, std::uint64_t word_bytes) {
  if (blocks_of(access, access.bytes) == 1) return 1;
  if (access.bytes > word_bytes) return std::nullopt;
  return tags_of_lines(access, word_bytes, rule);
}

}  // namespace reconverge::timing
