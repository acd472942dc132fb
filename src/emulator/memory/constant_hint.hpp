// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

namespace reconverge::emulator {

/// What to try where a constant has no value.
std::string hint_for_constant(int bank, std::int64_t offset);

}  // namespace reconverge::emulator
