// SPDX-License-Identifier: MIT
#pragma once

#include "emulator/executable.hpp"

namespace reconverge::emulator {

/// As decode(), but a branch to where no row can be is a problem of its row as all others are.
core::Result<Executable> decode_rows(sass::Function function, const Mechanism& mechanism, const Constants& constants,
                                     const std::string& source_name);

}  // namespace reconverge::emulator
