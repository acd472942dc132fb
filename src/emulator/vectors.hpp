// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "core/result.hpp"
#include "emulator/executable.hpp"

/// Vector extensions for operations on the lanes of a warp. The operations of opcodes/ are written once, as loops over
/// lanes; those that programs execute most are compiled for each extension, with the same results bit for bit, and the
/// one for this machine is chosen when a function is decoded.
namespace reconverge::emulator {

enum class Vectors : std::uint8_t {
  base,    ///< those that every machine of the architecture has
  avx2,    ///< x86-64-v3: 8 lanes
  avx512,  ///< x86-64-v4: 16 lanes
};
inline constexpr std::size_t vectors_count = static_cast<std::size_t>(Vectors::avx512) + 1;

/// Those that this machine has, the widest last.
std::vector<Vectors> vectors_here();

/// The widest, or those that the environment variable RECONVERGE_VECTORS names: base, avx2 or avx512. Fails with
/// Failure::environment if this machine does not have them.
core::Result<Vectors> preferred_vectors();

/// The same operation in other vectors; itself if it is compiled for the base alone.
DataOperation in_vectors(DataOperation operation, Vectors vectors);

/// Makes an executable use these vectors.
void use_vectors(Executable& executable, Vectors vectors);

}  // namespace reconverge::emulator
