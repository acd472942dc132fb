// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>
#include <string>

namespace reconverge::core {

/// Lanes of a warp on every NVIDIA architecture.
inline constexpr int lane_count = 32;

/// A set of lanes of one warp: bit i is lane i.
class LaneMask {
 public:
  constexpr LaneMask() = default;
  constexpr explicit LaneMask(std::uint32_t bits) : bits_(bits) {}

  static constexpr LaneMask none() { return LaneMask(0); }
  static constexpr LaneMask all() { return LaneMask(0xFFFF'FFFFu); }
  /// The set that holds one lane, 0 to 31.
  static constexpr LaneMask lane(int index) { return LaneMask(1u << index); }

  constexpr std::uint32_t bits() const { return bits_; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr bool any() const { return bits_ != 0; }
  /// By pairs of bits, in place of a call of the compiler's library: the base of x86-64 has no instruction for it.
  constexpr int count() const {
    std::uint32_t sums = bits_ - (bits_ >> 1 & 0x5555'5555u);
    sums = (sums & 0x3333'3333u) + (sums >> 2 & 0x3333'3333u);
    sums = (sums + (sums >> 4)) & 0x0F0F'0F0Fu;
    return static_cast<int>(sums * 0x0101'0101u >> 24);
  }
  constexpr bool contains(int lane_index) const { return (bits_ >> lane_index) & 1u; }
  constexpr bool contains(LaneMask other) const { return (other.bits_ & ~bits_) == 0; }
  constexpr bool intersects(LaneMask other) const { return (bits_ & other.bits_) != 0; }
  /// The lowest lane of a set that is not empty.
  constexpr int lowest() const { return std::countr_zero(bits_); }
  /// The highest one.
  constexpr int highest() const { return lane_count - 1 - std::countl_zero(bits_); }
  /// These lanes without the others.
  constexpr LaneMask without(LaneMask other) const { return LaneMask(bits_ & ~other.bits_); }

  constexpr LaneMask operator~() const { return LaneMask(~bits_); }
  constexpr LaneMask& operator&=(LaneMask other) { return bits_ &= other.bits_, *this; }
  constexpr LaneMask& operator|=(LaneMask other) { return bits_ |= other.bits_, *this; }
  friend constexpr LaneMask operator&(LaneMask a, LaneMask b) { return LaneMask(a.bits_ & b.bits_); }
  friend constexpr LaneMask operator|(LaneMask a, LaneMask b) { return LaneMask(a.bits_ | b.bits_); }
  friend constexpr bool operator==(LaneMask, LaneMask) = default;

 private:
  std::uint32_t bits_ = 0;
};

/// "0x7fffffff": eight digits, so that columns of masks line up.
std::string to_string(LaneMask mask);

}  // namespace reconverge::core
