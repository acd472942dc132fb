// SPDX-License-Identifier: MIT
#include "timing/cycles/constant_lines.hpp"

#include "timing/cycles/access_units.hpp"
#include "timing/cycles/cycle_count.hpp"

namespace reconverge::timing {

ConstantLines::Read ConstantLines::read(const emulator::Access& access, std::uint32_t instruction,
                                        const MioTiming& rule) {
  const std::uint64_t bank = std::uint64_t{access.bank} << 32;  // an address has 32 bits
  const std::uint64_t lines_of_block = number(rule.constant_block_bytes) / number(rule.constant_line_bytes);
  const bool ran = !instructions_.insert(instruction).second;
  Read read;
  for_each_unit(access, number(rule.constant_line_bytes), [&](std::uint64_t line) {
    if (!lines_.insert(bank | line).second) return;
    if (!blocks_.insert(bank | line / lines_of_block).second) ++read.lines;
    else if (ran) read.is_far = true;
  });
  return read;
}

}  // namespace reconverge::timing
