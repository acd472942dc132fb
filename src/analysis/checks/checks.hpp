// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "analysis/code.hpp"
#include "analysis/lint.hpp"

/// One function a file. Each adds remarks of its own rules.
namespace reconverge::analysis {

/// Scoreboards of a warp; a field of the control word that names none has `no_scoreboard`.
inline constexpr unsigned scoreboards = 6, no_scoreboard = 7;

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
