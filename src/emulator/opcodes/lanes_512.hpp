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

/// Loads an aligned word for each chosen lane if all of them lie within 32 consecutive words.
///
/// @param bytes   of the memory, `size` of them
/// @param offset  of each lane's word; of lanes that are not chosen, of any
bool load_near_512(const std::uint8_t* bytes, std::size_t size, const std::array<std::uint32_t, lanes>& offset,
                   core::LaneMask chosen, LaneVector& words);
/// Stores a word for each chosen lane if the words of all lanes from the lowest chosen one on are consecutive.
bool store_consecutive_512(std::uint8_t* bytes, const std::array<std::uint32_t, lanes>& offset, core::LaneMask chosen,
                           const LaneVector& words);
/// Stores a word for each chosen lane; of lanes with one address the lowest one's stays.
void store_lowest_last_512(std::uint8_t* bytes, const std::array<std::uint32_t, lanes>& offset, core::LaneMask chosen,
                           const LaneVector& words);

/// The lowest and the highest address of the chosen lanes.
AddressRange address_range_512(const std::array<std::uint64_t, lanes>& address, core::LaneMask chosen);

}  // namespace reconverge::emulator
