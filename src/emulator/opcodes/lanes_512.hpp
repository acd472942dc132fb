// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/lane_mask.hpp"
#include "emulator/lane_vector.hpp"
#include "emulator/memory/address_range.hpp"

/// What loops over lanes do slowly and AVX-512 does in a few instructions, by its masks and its permutations of 32
/// words. For operations of Vectors::avx512 alone, which give the same results as their loops.
namespace reconverge::emulator {

/// Words of shared memory, one a lane.
struct SharedWords {
  const LaneVector* base = nullptr;  ///< the address of a lane's word is this, moved to the left, and `rest`
  unsigned shift = 0;
  std::uint32_t rest = 0;
  std::uint32_t first = 0;  ///< address of the memory
  std::uint32_t size = 0;   ///< bytes, 4 at least
  std::uint8_t* bytes = nullptr;
};

/// Loads the words of the chosen lanes, one at least, and notes the addresses of all. False: one of the words is
/// misaligned or out of bounds, and nothing was loaded.
bool load_words_512(const SharedWords& from, core::LaneMask chosen, std::array<std::uint64_t, lanes>& address,
                    LaneVector& words);
/// Stores them, likewise; of lanes with one address the lowest one's stays.
bool store_words_512(const SharedWords& to, core::LaneMask chosen, std::array<std::uint64_t, lanes>& address,
                     const LaneVector& words);
/// The lowest and the highest address of the chosen lanes.
AddressRange address_range_512(const std::array<std::uint64_t, lanes>& address, core::LaneMask chosen);
/// Words in a row (AddressRange) to the chosen lanes, one at least.
/// @param from  of the lowest of them
void load_row_512(const std::uint8_t* from, core::LaneMask chosen, LaneVector& words);
/// Stores them, likewise.
void store_row_512(std::uint8_t* to, core::LaneMask chosen, const LaneVector& words);

}  // namespace reconverge::emulator
