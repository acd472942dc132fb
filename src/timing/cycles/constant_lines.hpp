// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <unordered_set>

#include "emulator/memory/access.hpp"
#include "timing/cycles/cycle_record.hpp"

namespace reconverge::timing {

/// The lines of constants that LDC by register has read on one multiprocessor: rule 27 (address-unit) of
/// docs/model.md.
class ConstantLines {
 public:
  struct Read {
    std::int32_t lines = 0;  ///< that nothing had read, in blocks of which something had been read
    bool is_far = false;     ///< an instruction that ran before reads a block of which nothing had been read
  };
  /// @param instruction  its row
  Read read(const emulator::Access& access, std::uint32_t instruction, const MioTiming& rule);

 private:
  std::unordered_set<std::uint64_t> lines_, blocks_;
  std::unordered_set<std::uint32_t> instructions_;
};

}  // namespace reconverge::timing
