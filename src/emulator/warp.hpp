#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/lane_mask.hpp"
#include "core/lane_pattern.hpp"
#include "emulator/lane_vector.hpp"
#include "emulator/memory.hpp"
#include "sass/program.hpp"

namespace reconverge::emulator {

/// Index of a value vector: 0..254 are registers, `zero_slot` reads as 0, from `first_literal` on
/// come the immediates and constants of the executable, one vector each.
using Slot = std::uint16_t;
inline constexpr Slot zero_slot = sass::zero_register;
inline constexpr Slot discard_slot = 256;  ///< where writes to RZ go
inline constexpr Slot first_literal = 257;

/// The architectural state of the 32 lanes that data instructions read and write. Who is active and
/// where control stands is the mechanism's.
struct Warp {
  std::vector<LaneVector> values = std::vector<LaneVector>(first_literal);
  std::array<core::LaneMask, 8> predicates{};  ///< [7] is PT: all lanes
  core::LaneMask carry;                        ///< condition code CC.C, one bit a lane
  Memory global;
  std::uint64_t clock = 0;  ///< what SR_CLOCK reads: instructions issued so far

  Warp() { predicates[sass::true_predicate] = core::LaneMask::all(); }

  void set_register(int index, const core::LaneValues& lane_values) {
    values[static_cast<std::size_t>(index)].lane = lane_values;
  }
  const LaneVector& register_value(int index) const {
    return values[static_cast<std::size_t>(index)];
  }
};

}  // namespace reconverge::emulator
