// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sass/source_lines.hpp"

namespace reconverge::sass {

/// The innermost frame that is not in a header of the toolkit or the system: that of the user who calls `__shfl_sync`,
/// not the line of sm_30_intrinsics.hpp that it is made of. The innermost one if all are in such headers.
/// @param frames  at least one, the innermost first
std::size_t frame_of_user(const std::vector<SourceFrame>& frames);

/// "a.cu:7": the user's line of an instruction, with the base name of its file; empty if no line is known.
std::string line_of_user(const Function& function, const Instruction& instruction);

}  // namespace reconverge::sass
