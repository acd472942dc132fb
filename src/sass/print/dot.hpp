// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "sass/control_flow/control_flow.hpp"
#include "sass/program.hpp"

namespace reconverge::sass {

/// The control-flow graph in Graphviz' language: a box a block with its rows; divergent branches
/// bold, edges of re-convergence dashed, back edges of loops blue.
std::string to_dot(const Function& function, const ControlFlow& flow);

}  // namespace reconverge::sass
