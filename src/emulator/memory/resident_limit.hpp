// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace reconverge::emulator {

/// Global memory that code without a launch can write to, in pages of 4 KiB that it touches. Code that
/// walks on without end stops here, with its results, instead of where the machine has no more.
inline constexpr std::size_t most_resident_bytes = std::size_t{1} << 30;

}  // namespace reconverge::emulator
