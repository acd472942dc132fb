// SPDX-License-Identifier: MIT
#include "timing/cycles/store_writes.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>

#include "timing/cycles/access_units.hpp"
#include "timing/cycles/cycle_count.hpp"

namespace reconverge::timing {
namespace {

/// A store writes the last line first, and its sectors from the first one on.
using Sectors = std::map<std::uint64_t, std::uint32_t>;          ///< banks, by the number of the sector
using Lines = std::map<std::uint64_t, Sectors, std::greater<>>;  ///< by the number of the line

std::uint32_t bank_of(std::uint64_t word, const CycleRecord& record) {
  return std::uint32_t{1} << word % number(record.mio.shared_banks) % emulator::lanes;
}

/// A word of local memory lies in one line with that of all other lanes, in the bank of its lane.
Lines written_lines(const emulator::Access& access, const CycleRecord& record) {
  const std::uint64_t word_bytes = number(record.mio.bank_bytes);
  const std::uint64_t words_a_sector = std::max<std::uint64_t>(number(record.l1.sector_bytes) / word_bytes, 1);
  const std::uint64_t words_a_line = std::max<std::uint64_t>(number(record.l1.line_bytes) / word_bytes, 1);
  Lines lines;
  for (std::size_t lane = 0; lane < emulator::lanes; ++lane)
    for_each_unit(
        access, word_bytes,
        [&](std::uint64_t word) {
          if (access.space == emulator::Space::local) word = word * words_a_line + lane;
          lines[word / words_a_line][word / words_a_sector] |= bank_of(word, record);
        },
        lane, lane + 1);
  return lines;
}

}  // namespace

std::vector<std::uint32_t> banks_read(const emulator::Access& access, const CycleRecord& record) {
  if (access.space == emulator::Space::local)
    return access.lanes == core::LaneMask::all() ? std::vector<std::uint32_t>{} : std::vector{access.lanes.bits()};
  const std::uint64_t word_bytes = number(record.mio.bank_bytes);
  const std::size_t parts = std::max<std::size_t>(access.bytes / word_bytes, 1), lanes = emulator::lanes / parts;
  std::vector<std::uint32_t> banks;
  for (std::size_t part = 0; part < parts; ++part) {
    const std::size_t first = banks.size();
    std::vector<std::uint64_t> words;
    for_each_unit(
        access, word_bytes, [&](std::uint64_t word) { words.push_back(word); }, part * lanes, (part + 1) * lanes);
    std::ranges::sort(words);
    words.erase(std::ranges::unique(words).begin(), words.end());
    for (const std::uint64_t word : words) {
      std::size_t wavefront = first;
      while (wavefront < banks.size() && (banks[wavefront] & bank_of(word, record)) != 0) ++wavefront;
      if (wavefront == banks.size()) banks.push_back(0);
      banks[wavefront] |= bank_of(word, record);
    }
  }
  if (std::ranges::all_of(banks, [](std::uint32_t read) { return read == every_bank; })) banks.clear();
  return banks;
}

std::vector<std::uint32_t> banks_written(const emulator::Access& access, const CycleRecord& record) {
  const Lines lines = written_lines(access, record);
  const bool one_each = std::ranges::all_of(lines, [](const auto& line) { return line.second.size() == 1; });
  std::vector<std::uint32_t> banks;
  std::size_t gap = number(one_each ? record.mio.store_ahead_lines : record.mio.store_ahead), sectors = 0;
  auto behind = lines.begin();  // the line for which the next cycle is left out
  for (const auto& line : lines)
    for (const auto& sector : line.second) {
      if (sectors == gap && behind != lines.end()) {
        banks.push_back(0);
        gap += (behind++)->second.size();
      }
      banks.push_back(sector.second);
      ++sectors;
    }
  if (access.bytes < number(record.mio.bank_bytes)) banks.resize(banks.size() + number(record.mio.store_part));
  if (banks == banks_of_sectors(static_cast<int>(sectors), record)) banks.clear();
  return banks;
}

std::vector<std::uint32_t> first_level_banks(const emulator::Access& access, const CycleRecord& record) {
  return access.writes ? banks_written(access, record) : banks_read(access, record);
}

std::vector<std::uint32_t> banks_of_sectors(int count, const CycleRecord& record) {
  const std::size_t words = std::max<std::size_t>(number(record.l1.sector_bytes) / number(record.mio.bank_bytes), 1);
  const std::size_t sectors = std::max<std::size_t>(emulator::lanes / words, 1);
  std::vector<std::uint32_t> banks;
  for (std::size_t i = 0; i < number(count); ++i)
    banks.push_back(static_cast<std::uint32_t>(((std::uint64_t{1} << words) - 1) << words * (i % sectors)));
  return banks;
}

}  // namespace reconverge::timing
