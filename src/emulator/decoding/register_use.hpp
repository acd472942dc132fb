// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "sass/program.hpp"

namespace reconverge::emulator {

/// The general registers that the data part of an instruction reads and writes, RZ apart.
struct RegisterUse {
  std::vector<int> reads;
  std::vector<int> writes;
};

/// Nothing for an instruction that cannot be executed.
RegisterUse register_use(const sass::Instruction& row, int architecture);

}  // namespace reconverge::emulator
