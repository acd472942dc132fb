// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "report/document.hpp"

/// Shared by the drawings: frame, colours, text whose size is known before a browser sets it.
namespace reconverge::report {

/// An inlined drawing takes its colours and style rules from the page around it.
enum class Embedding : std::uint8_t {
  standalone,
  inlined,
  beside_chart  ///< inlined without words at each point: a chart and a table say them
};

/// `id_prefix` makes the ids of several drawings on one page differ.
std::string draw(const Figure& figure, std::string_view id_prefix, Embedding embedding);
std::string draw(const BoxDiagram& diagram, std::string_view id_prefix, Embedding embedding);

/// Six hues that stay apart under the common colour vision deficiencies and, being of different
/// lightness, on a grey printer; each at least 3:1 against its background.
struct Colour {
  const char* on_light;
  const char* on_dark;
};
inline constexpr Colour series_colours[] = {
    {"#0067a5", "#5cb3f0"}, {"#c84e00", "#ff9a5c"}, {"#00795c", "#3ccfa4"},
    {"#a2458a", "#f09ad2"}, {"#8a6500", "#e6c04a"}, {"#4a5568", "#b4bfce"},
};
inline constexpr std::size_t series_colour_count = std::size(series_colours);

/// Custom properties --rc-* for both colour schemes and for paper, set on `selector`.
std::string colour_variables(std::string_view selector);

/// Rules for the classes that drawings use. The attributes of the elements say the same for light
/// backgrounds, for the programs that know no custom properties.
std::string drawing_rules();

/// Width of a character of a sans-serif face, in units of the font size; rather too wide.
double sans_width(char32_t code_point);

/// Width in pixels of a text of that size.
double sans_text_width(std::string_view text, double font_size);

/// Lines no wider than `limit` pixels.
std::vector<std::string> wrap_sans(std::string_view text, double limit, double font_size);

/// A coordinate: one digit after the point is finer than anyone sees.
std::string coordinate(double value);

enum class Anchor : std::uint8_t { start, middle, end };
enum class Ink : std::uint8_t { strong, muted };

struct TextStyle {
  double size = 13;
  Anchor anchor = Anchor::start;
  Ink ink = Ink::strong;
  bool bold = false;
};

inline constexpr double line_spacing = 1.3;  // of the font size

/// Lines of text, the base line of the first at `y`.
std::string text_lines(const std::vector<std::string>& lines, double x, double y, TextStyle style);

/// Paragraphs below a drawing that is `width` wide, from `y` on, which then stands below them.
std::string caption_lines(const std::vector<std::string>& paragraphs, double width, double& y);

/// The finished SVG element around `content`.
struct Canvas {
  double width = 0;
  double height = 0;
  std::string title;
  std::string description;
  std::string content;
  double printed_millimetres = 0;  ///< how wide it is on paper; 0: as wide as on a screen
};
std::string finish(const Canvas& canvas, std::string_view id_prefix, Embedding embedding);

}  // namespace reconverge::report
