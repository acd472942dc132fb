// SPDX-License-Identifier: MIT
#pragma once

#include "sass/program.hpp"

namespace reconverge::sass {

/// Whether warps of an architecture re-converge by convergence barriers (Volta and later), and not by a token stack.
constexpr bool has_convergence_barriers(int arch_number) { return arch_number >= 70; }

/// The same of a function; one without an architecture has a token stack.
inline bool has_convergence_barriers(const Function& function) {
  return has_convergence_barriers(arch_number(function.arch).value_or(0));
}

}  // namespace reconverge::sass
