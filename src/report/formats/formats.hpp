// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "report/document.hpp"

/// Pure functions from the document model to text. None of them touches a file.
namespace reconverge::report {

/// RFC 4180 with one header line of column keys; CRLF-free (LF) line ends. Absent cells are empty.
std::string to_csv(const Table& table);

std::string to_markdown(const Report& report);
std::string to_markdown(const Table& table);

/// Aligned columns for a terminal at most `width` characters wide.
std::string to_text(const Table& table, int width = 100);
std::string to_text(const Text& text, int width = 100);

enum class Style : std::uint8_t { plain, coloured };

/// The curves of a figure as one line each, all to one scale, with their ranges.
std::string to_text(const Figure& figure, int width = 100, Style style = Style::plain);

/// Self-contained static SVG.
std::string to_svg(const Figure& figure);
std::string to_svg(const BoxDiagram& diagram);

/// One self-contained offline page: every section, figures as inline SVG, table of contents.
std::string to_html(const Report& report);

/// Shortest decimal text of a number that is worth printing: "40716.91", "17", never "1.7e1", "nan"
/// or a trail of rounding dust. At most `decimals` digits after the point.
std::string format_number(double value, int decimals = 4);

}  // namespace reconverge::report
