// SPDX-License-Identifier: MIT
#include "emulator/memory/address_range.hpp"

#include <algorithm>

#include "emulator/opcodes/lanes_512.hpp"
#include "emulator/vectors.hpp"

namespace reconverge::emulator {

/// Without branches, since which lanes take part is often like chance.
AddressRange address_range_base(const std::array<std::uint64_t, lanes>& address, core::LaneMask chosen) {
  AddressRange range;
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    const std::uint64_t others = (chosen.bits() & lane_bit[lane]) != 0 ? 0 : ~std::uint64_t{0};
    range.lowest = std::min(range.lowest, address[lane] | others);
    range.highest = std::max(range.highest, address[lane] & ~others);
  }
  return range;
}

AddressRange address_range(const std::array<std::uint64_t, lanes>& address, core::LaneMask chosen) {
  static const auto here = [] {
    const auto vectors = preferred_vectors();
    return vectors && vectors.value() == Vectors::avx512 ? address_range_512 : address_range_base;
  }();
  return here(address, chosen);
}

}  // namespace reconverge::emulator
