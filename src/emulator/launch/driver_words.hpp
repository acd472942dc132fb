// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "emulator/memory/constant_banks.hpp"

namespace reconverge::emulator {

/// A word of constant bank 0 that the driver sets for every launch, whatever its arguments: where the shared memory
/// that is reserved for the system lies (PTX ISA, %reserved_smem_offset_*).
struct DriverWord {
  int first = 0;  ///< first and last architecture: 80 for sm_80
  int last = 0;
  std::int64_t offset = 0;  ///< bytes
  /// As code names it where a register is added: from sm_100 on a multiple of the cluster's size. Else `offset`.
  std::int64_t written = 0;
  std::string_view name;
  std::optional<std::uint32_t> value;  ///< nothing: it was measured on no card of these architectures
};

/// What a word without a value holds, so that code that only passes it on can run. No offset is as large.
inline constexpr std::uint32_t not_known_word = 0xFFFF'FFFF;

/// Those of an architecture.
std::vector<DriverWord> driver_words(int architecture);

/// Gives bank 0 these words; those that have values keep them.
void add_driver_words(int architecture, Constants& constants);

}  // namespace reconverge::emulator
