// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

#include "sass/control_flow/control_flow.hpp"
#include "sass/program.hpp"

namespace reconverge::sass {

/// One entry of `functions[]`: {name, arch, instructions, blocks, edges, regions, loops, divergent} (docs/formats.md,
/// "JSON of inspect"). Unknown values are null. Instructions are named by their index. Text of the input is passed on
/// as it is: dump() with error_handler_t::replace.
nlohmann::ordered_json to_json(const Function& function, const ControlFlow& flow);

/// Its parts, for a function whose JSON is better never in memory as a whole: the members before
/// `instructions`, one of those, and the members after them.
nlohmann::ordered_json head_json(const Function& function);
nlohmann::ordered_json instruction_json(const Function& function, const Instruction& row);
nlohmann::ordered_json flow_json(const ControlFlow& flow);

}  // namespace reconverge::sass
