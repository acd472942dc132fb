// SPDX-License-Identifier: MIT
#include "emulator/memory/address_range.hpp"

#include <algorithm>

#include "emulator/opcodes/lanes_512.hpp"
#include "emulator/vectors.hpp"

namespace reconverge::emulator {

/// Without branches, since which lanes take part is often like chance.
AddressRange address_range_base(const std::array<std::uint64_t, lanes>& address, core::LaneMask chosen) {
  AddressRange range;
  if (chosen.empty()) return range;
  constexpr std::uint64_t word_bytes = sizeof(std::uint32_t);
  const auto lowest = static_cast<std::size_t>(chosen.lowest());
  const std::uint64_t begin = address[lowest] - lowest * word_bytes;  // where lane 0 would be
  std::uint64_t apart = 0;
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    const std::uint64_t others = (chosen.bits() & lane_bit[lane]) != 0 ? 0 : ~std::uint64_t{0};
    range.lowest = std::min(range.lowest, address[lane] | others);
    range.highest = std::max(range.highest, address[lane] & ~others);
    apart |= (address[lane] ^ (begin + lane * word_bytes)) & ~others;
  }
  range.in_a_row = apart == 0 && range.lowest == address[lowest];
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
