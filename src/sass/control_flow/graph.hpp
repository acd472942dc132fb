// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "sass/control_flow/control_flow.hpp"

namespace reconverge::sass {

/// Where an index would be, and there is none.
inline constexpr std::size_t no_index = static_cast<std::size_t>(-1);

/// The steps of analyse_control_flow, in order. Each adds to what the ones before it found.

/// Roles of all instructions, in order.
std::vector<ControlRole> control_roles(const Function& function);

/// Where blocks begin and end, and every edge whose target is in the text.
void find_blocks(const Function& function, const std::vector<ControlRole>& roles, ControlFlow& flow);

/// Walks the graph with the tokens and barriers that are open; adds the edges of SYNC, BRK and
/// CONT and marks what is reached.
void find_regions(const Function& function, const std::vector<ControlRole>& roles, ControlFlow& flow);

void find_loops(ControlFlow& flow);

}  // namespace reconverge::sass
