// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "emulator/memory/access.hpp"
#include "timing/cycles/cycle_record.hpp"

/// The banks of the first level that an access of local or global memory uses, cycle by cycle: rule l1-access of
/// docs/model.md, "hopper-cycles". A set of banks is a mask: bit i is bank i, the words whose number leaves i.
namespace reconverge::timing {

/// The set of all 32 banks.
inline constexpr std::uint32_t every_bank = ~std::uint32_t{0};

/// Those that each wavefront of a load reads; nothing if each reads all of them.
std::vector<std::uint32_t> banks_read(const emulator::Access& access, const CycleRecord& record);

/// Those that a store writes, a cycle after the other; none in cycles in which it does not write. Nothing if it is
/// banks_of_sectors().
std::vector<std::uint32_t> banks_written(const emulator::Access& access, const CycleRecord& record);

/// Those of `count` whole sectors of lines, one after another.
std::vector<std::uint32_t> banks_of_sectors(int count, const CycleRecord& record);

/// banks_written() of what writes, else banks_read(): Passes::banks.
std::vector<std::uint32_t> first_level_banks(const emulator::Access& access, const CycleRecord& record);

}  // namespace reconverge::timing
