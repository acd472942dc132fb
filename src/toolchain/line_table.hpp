// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"
#include "sass/source_lines.hpp"

namespace reconverge::toolchain {

/// The lines of a cubin's functions, as the compiler wrote them into `.debug_line` under -lineinfo or -G: a DWARF line
/// program whose rows may name, by NVIDIA's extended opcode 0x90, the row of the call that was inlined and the function
/// called. Empty if there are none. Fails with Failure::input if they are of a version that is not known, or broken.
core::Result<std::vector<sass::FunctionLines>> read_line_table(std::string_view cubin, const std::string& source);

}  // namespace reconverge::toolchain
