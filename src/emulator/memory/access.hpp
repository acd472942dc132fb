// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include "core/lane_mask.hpp"
#include "emulator/lane_vector.hpp"

namespace reconverge::emulator {

/// The space of an address. A generic address is resolved to one of the first three when it is used.
enum class Space : std::uint8_t { global, shared, local, constant };

constexpr const char* to_string(Space space) {
  switch (space) {
    case Space::global: return "global";
    case Space::shared: return "shared";
    case Space::local: return "local";
    case Space::constant: return "constant";
  }
  return "?";
}

enum class AccessFault : std::uint8_t {
  none,
  outside,     ///< no memory is there
  misaligned,  ///< the address is not a multiple of the access's width
};

/// The last memory access of a warp. Of a faulting one nothing has taken effect.
struct Access {
  Space space = Space::global;  ///< of the lowest lane, if a generic access goes to several
  bool reads = false;
  bool writes = false;
  std::uint8_t bytes = 4;  ///< a lane
  std::uint8_t bank = 0;   ///< of constant memory
  core::LaneMask lanes;
  std::array<std::uint64_t, emulator::lanes> address{};  ///< in `space`; of other lanes: meaningless

  AccessFault fault = AccessFault::none;
  core::LaneMask faulting = {};
};

}  // namespace reconverge::emulator
