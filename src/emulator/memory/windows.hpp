#pragma once

#include <cstdint>

#include "emulator/memory/access.hpp"

/// Where shared and local memory lie among the generic addresses. The hardware's places differ from
/// run to run; code takes them from the constant bank (`Abi`) or, from sm_90 on, from SR_SWINHI. The
/// low words are 0: code masks them off.
namespace reconverge::emulator {

inline constexpr std::uint64_t shared_window = 0x0000'7F00'0000'0000;
inline constexpr std::uint64_t local_window = 0x0000'7E00'0000'0000;
inline constexpr std::uint64_t window_bytes = 0x1'0000'0000;

/// An address, and which memory it is in.
struct Place {
  Space space = Space::global;
  std::uint64_t address = 0;
};

constexpr Place place_of_generic(std::uint64_t address) {
  if (address - shared_window < window_bytes) return {Space::shared, address - shared_window};
  if (address - local_window < window_bytes) return {Space::local, address - local_window};
  return {Space::global, address};
}

}  // namespace reconverge::emulator
