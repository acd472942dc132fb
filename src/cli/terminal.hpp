// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "cli/session.hpp"
#include "report/document.hpp"

namespace reconverge::cli {

/// What a terminal shows of a figure: nothing, its curves, or its points too.
enum class Figures : std::uint8_t { none, curves, points };

/// The tables, paragraphs and figures of a section on stdout, as wide as the terminal. Colour only
/// if stdout is a terminal, or --color requests it.
void print_section(const report::Section& section, const Session& session, Figures figures);

}  // namespace reconverge::cli
