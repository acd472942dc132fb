// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "core/diagnostic.hpp"
#include "emulator/warp.hpp"

namespace reconverge::emulator {

/// Why the last access of a warp could not be done: the address, the lanes, what is near, what to try.
/// The place is left to the caller.
core::Diagnostic fault_of_access(const Warp& warp, const std::string& mnemonic, int bank);

}  // namespace reconverge::emulator
