// SPDX-License-Identifier: MIT
#include "emulator/compiler/row_compiler.hpp"

namespace reconverge::emulator {

bool can_compile_rows() { return false; }

void compile_rows(Executable&) {}

}  // namespace reconverge::emulator
