// SPDX-License-Identifier: MIT
#include "timing/cycles/access_shapes.hpp"

#include <algorithm>
#include <bit>
#include <map>

#include "timing/cycles/access_units.hpp"
#include "timing/cycles/cycle_count.hpp"

namespace reconverge::timing {
namespace {

/// Banks of shared memory, and of tags by the bits of a line's number, come again after so many bytes.
std::uint64_t period_of(const CycleRecord& record) {
  const std::uint64_t line = number(record.l1.line_bytes), known = number(record.l1.known_lines);
  const std::uint64_t banks = number(record.mio.shared_banks) * number(record.mio.bank_bytes);
  const auto tag_bits = static_cast<std::uint32_t>(record.l1.tag_bank_bit_0 | record.l1.tag_bank_bit_1);
  for (const std::uint64_t one : {line, known, banks, std::uint64_t{number(record.l1.sector_bytes)}})
    if (!std::has_single_bit(one)) return 0;
  return std::max({banks, line * known, line << std::bit_width(tag_bits)});
}

}  // namespace

AccessShapes::AccessShapes(const CycleRecord& record)
    : period_(period_of(record)), line_(number(record.l1.line_bytes)), sector_(number(record.l1.sector_bytes)) {
  if (line_ % (number(record.mio.shared_banks) * number(record.mio.bank_bytes)) != 0) line_ = 0;  // banks differ
}

void AccessShapes::find_partly_written(const emulator::Access& access, std::vector<std::uint32_t>& sectors) const {
  std::map<std::uint32_t, std::uint64_t> bytes_of;
  for_each_address(access, [&](std::uint64_t address) {
    bytes_of[static_cast<std::uint32_t>((address - *base_) / sector_)] += access.bytes;
  });
  for (const auto& [sector, bytes] : bytes_of)
    if (bytes < sector_) sectors.push_back(sector);
}

AccessShapes::Entry* AccessShapes::entry_for(std::uint32_t row, const emulator::Access& access) {
  base_.reset();
  if (period_ == 0 || access.lanes.empty()) return nullptr;
  const auto [lowest, highest, in_a_row] = address_range(access);
  const bool is_one_line = line_ > 0 && lowest / line_ == (highest + access.bytes - 1) / line_;
  const std::uint64_t base = lowest & ~((is_one_line ? line_ : period_) - 1);
  if ((highest - base) >> 32 != 0) return nullptr;
  std::array<std::uint32_t, emulator::lanes> offset;
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < emulator::lanes; ++i) {
    const bool takes_part = (access.lanes.bits() & emulator::lane_bit[i]) != 0;
    offset[i] = takes_part ? static_cast<std::uint32_t>(access.address[i] - base) : 0;
    sum += offset[i];
  }
  entries_.resize(most);
  base_ = base;
  const std::uint64_t mixed = (std::uint64_t{access.lanes.bits()} << 32 | sum) * 0x9E37'79B9'7F4A'7C15u;
  Entry& entry = entries_[(mixed >> 40 ^ row * 0x9E37u ^ static_cast<std::uint32_t>(highest - base)) % most];
  if (entry.is_known && entry.row == row && entry.lanes == access.lanes && entry.bytes == access.bytes &&
      entry.offset == offset)
    return &entry;
  entry = {.bytes = access.bytes, .row = row, .lanes = access.lanes, .offset = offset};
  return &entry;
}

}  // namespace reconverge::timing
