// SPDX-License-Identifier: MIT
#include "emulator/executable.hpp"

#include <algorithm>
#include <set>

#include "emulator/decoding/operand_use.hpp"

namespace reconverge::emulator {

std::uint32_t Executable::index_of(std::uint64_t address) const {
  if (const auto index = function.find(address)) return static_cast<std::uint32_t>(*index);
  return address == address_of(past_the_end) ? past_the_end : no_index;
}

std::uint64_t Executable::address_of(std::uint32_t index) const {
  const auto& rows = function.instructions;
  if (index < rows.size()) return rows[index].address;
  const int arch = sass::arch_number(function.arch).value_or(0);
  return rows.empty() ? 0 : rows.back().address + static_cast<std::uint64_t>(sass::instruction_bytes(arch));
}

std::vector<int> registers_read_first(const sass::Function& function) {
  const int architecture = sass::arch_number(function.arch).value_or(0);
  std::set<int> written, read_first;
  for (const auto& row : function.instructions) {
    const RegisterUse use = register_use(row, architecture);
    for (const int index : use.reads)
      if (!written.contains(index)) read_first.insert(index);
    if (row.guard.always()) written.insert(use.writes.begin(), use.writes.end());
  }
  return {read_first.begin(), read_first.end()};
}

}  // namespace reconverge::emulator
