// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "property/structured_program.hpp"

namespace reconverge::property {

/// How code for a token stack looks.
struct Flavour {
  enum class Leaving : std::uint8_t {
    sync,         ///< Maxwell, Pascal: SYNC and @P SYNC
    nop_carrier,  ///< Fermi, Kepler: .S on NOP only
    any_carrier,  ///< .S on the last instruction, guarded or not, where that is legal
  };
  std::string_view name;
  std::string_view arch;
  Leaving leaving{};
};

/// A listing of the program. Where a compiler has a choice of forms, the seed makes it.
std::string lower(const Program& program, const Flavour& flavour, std::uint64_t seed);

}  // namespace reconverge::property
