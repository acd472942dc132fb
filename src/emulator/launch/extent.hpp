// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace reconverge::emulator {

/// A size or a place in up to three dimensions, as `dim3` of CUDA: of a block in threads, of a grid in blocks.
struct Extent {
  std::uint32_t x = 1;
  std::uint32_t y = 1;
  std::uint32_t z = 1;

  constexpr Extent(std::uint32_t width = 1, std::uint32_t height = 1, std::uint32_t depth = 1)  // NOLINT: as dim3
      : x(width), y(height), z(depth) {}

  /// A grid of the largest size has 2^63 blocks: 2^31-1 times 65535 times 65535.
  constexpr std::uint64_t count() const { return std::uint64_t{x} * y * z; }
  /// The place with a number, x fastest.
  constexpr Extent at(std::uint64_t number) const {
    return {static_cast<std::uint32_t>(number % x), static_cast<std::uint32_t>(number / x % y),
            static_cast<std::uint32_t>(number / x / y)};
  }
  /// The number of a place.
  constexpr std::uint64_t number_of(const Extent& place) const {
    return place.x + std::uint64_t{x} * (place.y + std::uint64_t{y} * place.z);
  }
  friend constexpr bool operator==(const Extent&, const Extent&) = default;
};

/// Limits of launches from compute capability 5.0 on (CUDA C++ Programming Guide, "Compute Capabilities").
inline constexpr Extent largest_block{1024, 1024, 64};
inline constexpr std::uint32_t most_threads_of_block = 1024;
inline constexpr Extent largest_grid{0x7FFF'FFFF, 0xFFFF, 0xFFFF};

}  // namespace reconverge::emulator
