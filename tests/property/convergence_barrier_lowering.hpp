// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "property/structured_program.hpp"

namespace reconverge::property {

/// How code for convergence barriers looks.
struct BarrierFlavour {
  std::string_view name;
  std::string_view arch;
  bool yields = false;  ///< YIELD and NANOSLEEP stand between statements
  /// WARPSYNC stands between statements and at the end of branches, and BAR, often under a guard, between statements of
  /// the kernel. They change no value of a lane.
  bool synchronises = false;
};

/// A listing of the program. Where a compiler has a choice of forms, the seed makes it.
std::string lower(const Program& program, const BarrierFlavour& flavour, std::uint64_t seed);

}  // namespace reconverge::property
