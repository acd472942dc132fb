#pragma once

#include <cstdint>
#include <string_view>

#include "cli/session.hpp"
#include "report/document.hpp"

namespace reconverge::cli {

/// What a terminal shows of a figure: nothing, its curves, or its points too.
enum class Figures : std::uint8_t { none, curves, points };

/// Text that holds words of the input, such as a function's name, on stdout: what would steer the
/// terminal, and what is no UTF-8, is shown as U+FFFD.
void print_foreign(std::string_view text);

/// The tables, paragraphs and figures of a section on stdout, as wide as the terminal. Colour only
/// if stdout is a terminal, or --color asks for it.
void print_section(const report::Section& section, const Session& session, Figures figures);

}  // namespace reconverge::cli
