// SPDX-License-Identifier: MIT
#include "core/lane_mask.hpp"

#include <fmt/core.h>

namespace reconverge::core {

std::string to_string(LaneMask mask) { return fmt::format("0x{:08x}", mask.bits()); }

}  // namespace reconverge::core
