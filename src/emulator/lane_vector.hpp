// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/lane_mask.hpp"

namespace reconverge::emulator {

inline constexpr std::size_t lanes = static_cast<std::size_t>(core::lane_count);

/// One 32-bit register of a warp: element i belongs to lane i. Loops over it vectorise. As with a
/// plain array, `LaneVector{}` is zero and `LaneVector x;` is not yet written.
struct alignas(64) LaneVector {
  std::array<std::uint32_t, lanes> lane;

  std::uint32_t& operator[](std::size_t i) { return lane[i]; }
  const std::uint32_t& operator[](std::size_t i) const { return lane[i]; }
  friend bool operator==(const LaneVector&, const LaneVector&) = default;
};

inline LaneVector broadcast(std::uint32_t value) {
  LaneVector vector;
  vector.lane.fill(value);
  return vector;
}

/// Bit i in element i: turns a mask into a vector of conditions and back without shifts, which plain
/// SSE2 has only in uniform form.
inline constexpr std::array<std::uint32_t, lanes> lane_bit = [] {
  std::array<std::uint32_t, lanes> bits{};
  for (std::size_t i = 0; i < lanes; ++i) bits[i] = 1u << i;
  return bits;
}();

/// Overwrites the elements of the chosen lanes.
inline void assign(LaneVector& destination, const LaneVector& value, core::LaneMask chosen) {
  const std::uint32_t bits = chosen.bits();
  if (chosen == core::LaneMask::all()) {
    // By vectors: as a whole, GCC 12 stores a value that was just computed and loads it again.
    using Vector [[gnu::vector_size(64), gnu::may_alias]] = std::uint32_t;
    constexpr std::size_t size = sizeof(Vector) / sizeof(std::uint32_t);
    for (std::size_t i = 0; i < lanes; i += size)
      *reinterpret_cast<Vector*>(&destination[i]) = *reinterpret_cast<const Vector*>(&value[i]);  // NOLINT(*-cast)
    return;
  }
  // A blend in bits: written as a choice, GCC 12 makes it one branch a lane.
  for (std::size_t i = 0; i < lanes; ++i) {
    const std::uint32_t keep = (bits & lane_bit[i]) != 0 ? 0u : 0xFFFF'FFFFu;
    destination[i] = (destination[i] & keep) | (value[i] & ~keep);
  }
}

/// The lanes for which a condition on their index holds.
template <typename Condition> core::LaneMask lanes_where(Condition condition) {
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < lanes; ++i) bits |= condition(i) ? lane_bit[i] : 0u;
  return core::LaneMask(bits);
}

}  // namespace reconverge::emulator
