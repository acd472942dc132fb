// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "emulator/memory/access.hpp"

namespace reconverge::emulator {

/// An address, and which memory it is in.
struct Place {
  Space space = Space::global;
  std::uint64_t address = 0;
};

/// Where shared and local memory lie among the generic addresses. The hardware's places differ from
/// run to run; code takes them from the constant bank (`Abi`) or, from sm_90 on, from SR_SWINHI. Both are
/// multiples of their size: code masks offsets off.
struct Windows {
  std::uint64_t shared = 0x0000'7F00'0000'0000;
  std::uint64_t local = 0x0000'7E00'0000'0000;
  std::uint64_t bytes = 0x1'0000'0000;

  constexpr Place place_of(std::uint64_t address) const {
    if (address - shared < bytes) return {Space::shared, address - shared};
    if (address - local < bytes) return {Space::local, address - local};
    return {Space::global, address};
  }
};

/// Code of sm_50 to sm_53 knows no high word of a window.
inline constexpr Windows windows_below_4_gib{.shared = 0x0100'0000, .local = 0x0200'0000, .bytes = 0x0100'0000};

}  // namespace reconverge::emulator
