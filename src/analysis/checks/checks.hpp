// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "analysis/code.hpp"
#include "analysis/lint.hpp"

/// One function a file. Each adds remarks of its own rules.
namespace reconverge::analysis {

void check_structure(const Code& code, Lint& lint);
void check_control_words(const Code& code, Lint& lint);
/// These need every path through the code: Code::unknown_flow is empty.
void check_barriers(const Code& code, Lint& lint);
void check_block_barriers(const Code& code, Lint& lint);
void check_registers(const Code& code, Lint& lint);
void check_scoreboards(const Code& code, Lint& lint);
void check_latencies(const Code& code, Lint& lint);
void check_exited_lanes(const Code& code, Lint& lint);
void check_shared_memory(const Code& code, Lint& lint);

}  // namespace reconverge::analysis
