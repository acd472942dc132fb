// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "cli/session.hpp"
#include "report/document.hpp"

namespace reconverge::cli {

/// How much of a figure a terminal shows: nothing, its curves, or its points too.
enum class Figures : std::uint8_t { none, curves, points };

/// The tables, paragraphs and figures of a section on stdout, as wide as the terminal. Colour only
/// if stdout is a terminal, or --color requests it.
void print_section(const report::Section& section, const Session& session, Figures figures);

/// A text in lines of this width, broken between words alone: a path or name stays whole. Lines after the first begin
/// below the end of the lead; where that leaves no room, all of the text stands below it.
/// @param lead   what the first line begins with; blanks at its end count
/// @param width  columns
std::string hanging(std::string_view lead, std::string_view text, int width);

/// The same for text of several lines, each by itself, whose further lines are indented by two more than its first.
std::string wrapped_lines(std::string_view text, int width);

}  // namespace reconverge::cli
