// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include "core/lane_mask.hpp"
#include "emulator/lane_vector.hpp"

namespace reconverge::emulator {

/// The lowest and the highest of some addresses. Of none the lowest is larger.
struct AddressRange {
  std::uint64_t lowest = ~std::uint64_t{0}, highest = 0;
  bool in_a_row = false;  ///< each lane's is as many words behind that of another one as the lanes are apart
};

/// Of the chosen lanes, in the vectors that operations use (preferred_vectors()).
AddressRange address_range(const std::array<std::uint64_t, lanes>& address, core::LaneMask chosen);

/// The same in the vectors of the base.
AddressRange address_range_base(const std::array<std::uint64_t, lanes>& address, core::LaneMask chosen);

}  // namespace reconverge::emulator
