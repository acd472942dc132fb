// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

namespace reconverge::emulator {

/// The hint for a constant without a value: words of bank 0 are those of the launch and the kernel's parameters.
///
/// @param architecture  90 for sm_90; 0 if it is not known
std::string hint_for_constant(int bank, std::int64_t offset, int architecture = 0);

}  // namespace reconverge::emulator
