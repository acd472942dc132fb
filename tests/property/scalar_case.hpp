// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "emulator/warp.hpp"
#include "property/structured_program.hpp"

namespace reconverge::property {

/// RECONVERGE_PROPERTY_SEED, or where the suites begin.
std::uint64_t first_seed();
/// RECONVERGE_PROPERTY_PROGRAMS, or what the suite says.
std::uint64_t programs_a_shard(std::uint64_t otherwise);

/// A random program with what every lane has to end with.
struct ScalarCase {
  explicit ScalarCase(std::uint64_t seed_of_program);

  /// The lanes' registers at the start.
  emulator::Warp warp() const;
  /// Which lane ended otherwise than its scalar run, in which register; nothing if none did.
  std::string difference(const emulator::Warp& ended) const;

  std::uint64_t seed;
  Program program;
  core::LaneMask live = core::LaneMask::all();
  std::vector<Registers> expected;  ///< by lane
};

}  // namespace reconverge::property
