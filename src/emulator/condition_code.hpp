// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/lane_mask.hpp"
#include "emulator/lane_vector.hpp"

namespace reconverge::emulator {

/// The condition code CC that instructions before sm_70 write as `R4.CC`: four flags a lane. They classify numbers
/// as envytools documents it for the first generations: a NaN is zero and negative at once, which integers cannot
/// be.
struct ConditionCode {
  core::LaneMask zero;
  core::LaneMask sign;
  core::LaneMask carry;  ///< of a difference: no borrow
  core::LaneMask overflow;

  friend bool operator==(const ConditionCode&, const ConditionCode&) = default;

  /// In the chosen lanes, the flags of a result; the others stay. One that extends a longer number
  /// (`.X`) is zero if the words below are too.
  void set(const LaneVector& result, core::LaneMask carried, core::LaneMask overflown, core::LaneMask chosen,
           bool extends = false);
};

/// A condition by its name in SASS, "NEU"; 0 is T, which always holds.
std::optional<std::uint8_t> find_condition(std::string_view name);

/// The lanes in which a condition holds.
core::LaneMask lanes_with(const ConditionCode& code, std::uint8_t condition);

}  // namespace reconverge::emulator
