// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "sass/control_flow/control_flow.hpp"
#include "sass/program.hpp"

namespace reconverge::sass {

/// The control-flow graph as a picture: blocks below each other in the order of their addresses, as
/// in the listing; jumps forward as arcs on the right, back on the left, each in a lane of its own.
/// Needs no other program, and a function always gives the same picture.
std::string to_svg(const Function& function, const ControlFlow& flow);

}  // namespace reconverge::sass
