// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/lane_mask.hpp"

namespace reconverge::core {

/// Calls `visit` with the number of each lane of a mask, the lowest first.
template <typename Visit> void for_each_lane(LaneMask mask, Visit visit) {
  for (std::uint32_t left = mask.bits(); left != 0; left &= left - 1)
    visit(static_cast<std::size_t>(std::countr_zero(left)));
}

}  // namespace reconverge::core
