// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "emulator/lane_vector.hpp"
#include "emulator/memory/access.hpp"
#include "emulator/memory/address_range.hpp"

/// Walks over the lanes of an access.
namespace reconverge::timing {

/// The index of the aligned block of `bytes` bytes that holds an address; nearly always a power of two.
class UnitOf {
 public:
  explicit UnitOf(std::uint64_t bytes)
      : bytes_(bytes), shift_(std::has_single_bit(bytes) ? std::countr_zero(bytes) : 0) {}
  std::uint64_t operator()(std::uint64_t address) const { return shift_ > 0 ? address >> shift_ : address / bytes_; }

 private:
  std::uint64_t bytes_;
  int shift_;
};

/// Calls `each` with the address of every lane in [from, to) that takes part.
template <typename Each>
void for_each_address(const emulator::Access& access, Each each, std::size_t from = 0,
                      std::size_t to = emulator::lanes) {
  for (std::size_t lane = from; lane < to; ++lane)
    if (access.lanes.contains(static_cast<int>(lane))) each(access.address[lane]);
}

/// The lowest and the highest address of the lanes [from, to) that take part.
inline emulator::AddressRange address_range(const emulator::Access& access, std::size_t from = 0,
                                            std::size_t to = emulator::lanes) {
  const std::uint64_t up_to = (std::uint64_t{1} << to) - (std::uint64_t{1} << from);
  return emulator::address_range(access.address, access.lanes & core::LaneMask(static_cast<std::uint32_t>(up_to)));
}

/// Calls `each` for every lane and aligned block of `bytes` bytes that the lane accesses.
template <typename Each>
void for_each_unit(const emulator::Access& access, std::uint64_t bytes, Each each, std::size_t from = 0,
                   std::size_t to = emulator::lanes) {
  const UnitOf unit_of(bytes);
  for_each_address(
      access,
      [&](std::uint64_t address) {
        const std::uint64_t last = unit_of(address + access.bytes - 1);
        for (std::uint64_t unit = unit_of(address); unit <= last; ++unit) each(unit);
      },
      from, to);
}

}  // namespace reconverge::timing
