// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/lane_mask.hpp"

namespace reconverge::observers {

/// Something in a run that is probably not meant, at one row of the listing.
struct Finding {
  /// "uninitialised-register", "uninitialised-predicate", "uninitialised-shared-memory", "uninitialised-local-memory",
  /// "partial-group", "contested-store", "undeclared-shared-memory", "barrier-at-two-depths",
  /// "recursion-at-two-depths", "unknown-clock", "failed-assertion"
  std::string_view kind;
  std::uint32_t index = 0;  ///< into Executable::instructions
  core::LaneMask lanes;     ///< that it happened to, the first time
  core::LaneMask missing;   ///< lanes that took no part, where that is what is found
  std::uint64_t count = 0;  ///< how often
  std::string message;      ///< without place and lanes
};

}  // namespace reconverge::observers
