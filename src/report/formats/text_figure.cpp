// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "report/formats/cell.hpp"
#include "report/formats/formats.hpp"
#include "report/formats/utf8.hpp"

namespace reconverge::report {
namespace {

constexpr const char* levels[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
constexpr int widest_name = 64;
constexpr int narrowest_curve = 16;
constexpr int widest_curve = 64;
constexpr int narrow = 60;  // of all

// As the hues of the drawings, in the colours that every terminal has.
constexpr int terminal_colours[] = {34, 31, 32, 35, 33, 36};

std::string coloured(const std::string& text, int code, Style style) {
  return style == Style::plain ? text : fmt::format("\033[{}m{}\033[0m", code, text);
}

struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  void take(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

Range range_of(const Series& series) {
  Range range;
  for (const auto& point : series.points)
    if (is_drawable(point)) range.take(point.second);
  return range;
}

/// One character a stretch of x, as high as the highest point there; blank where there is none.
std::string sparkline(const Series& series, const Range& xs, const Range& ys, int width) {
  std::vector<double> highest(static_cast<std::size_t>(width), std::nan(""));
  for (const auto& point : series.points) {
    if (!is_drawable(point)) continue;
    const double share = xs.high > xs.low ? (point.first - xs.low) / (xs.high - xs.low) : 0;
    auto& column = highest[static_cast<std::size_t>(std::lround(share * (width - 1)))];
    column = std::isnan(column) ? point.second : std::max(column, point.second);
  }
  std::string line;
  for (const double value : highest) {
    if (std::isnan(value)) {
      line += ' ';
      continue;
    }
    const double share = ys.high > ys.low ? (value - ys.low) / (ys.high - ys.low) : 0;
    line += levels[std::clamp(static_cast<int>(share * 8), 0, 7)];
  }
  return line;
}

/// A name before its curve, whole: what tells it from the others may be its last word. A long one begins on lines
/// above.
std::string padded(const std::string& text, int width) {
  const auto lines = wrap(text, width, terminal_width);
  std::string out;
  for (std::size_t line = 0; line + 1 < lines.size(); ++line) out += lines[line] + '\n';
  const auto used = static_cast<int>(text_width(lines.back(), terminal_width));
  return (out + lines.back()).append(static_cast<std::size_t>(std::max(0, width - used)), ' ');
}

}  // namespace

std::string to_text(const Figure& figure, int width, Style style) {
  Range xs;
  Range ys;
  std::size_t most = 1;
  int name_width = 6;
  for (const auto& series : figure.series) {
    name_width = std::max(name_width, static_cast<int>(text_width(clean_utf8(series.name), terminal_width)));
    most = std::max(most, series.points.size());
    for (const auto& point : series.points) {
      if (!is_drawable(point)) continue;
      xs.take(point.first);
      ys.take(point.second);
    }
  }
  name_width = std::min({name_width, widest_name, width / 3});
  constexpr int most_numbers = 24;
  const int curve = std::clamp(
      std::min(width - name_width - most_numbers - 4, static_cast<int>(std::min<std::size_t>(most, widest_curve))),
      width < narrow ? narrowest_curve / 2 : narrowest_curve, widest_curve);

  std::string out;
  for (const auto& line : wrap(clean_utf8(figure.caption), width, terminal_width))
    out += coloured(line, 1, style) + '\n';
  out += '\n';
  for (std::size_t i = 0; i < figure.series.size(); ++i) {
    const Series& series = figure.series[i];
    out += padded(clean_utf8(series.name), name_width) + "  ";
    if (const auto reason = absence(series)) {
      const std::string indent(static_cast<std::size_t>(name_width) + 2, ' ');
      const auto lines = wrap(clean_utf8("absent: " + *reason), std::max(12, width - name_width - 2), terminal_width);
      for (std::size_t line = 0; line < lines.size(); ++line) out += (line == 0 ? "" : indent) + lines[line] + '\n';
      continue;
    }
    const Range own = range_of(series);
    out += coloured(sparkline(series, xs, ys, curve), terminal_colours[i % std::size(terminal_colours)], style);
    const std::string numbers =
        fmt::format("{} to {}", format_readable_number(own.low), format_readable_number(own.high));
    const bool fits = name_width + curve + static_cast<int>(numbers.size()) + 4 <= width;
    out += (fits ? "  " : fmt::format("\n{:{}}  ", "", name_width)) + numbers + '\n';
  }
  if (xs.low > xs.high) return out;
  const std::string axes =
      fmt::format("{}: {} to {}; height: {}", clean_utf8(figure.x.title), format_readable_number(xs.low),
                  format_readable_number(xs.high), clean_utf8(figure.y.title));
  for (const auto& line : wrap(axes, std::max(12, width - name_width - 2), terminal_width))
    out += fmt::format("{:{}}  {}\n", "", name_width, line);
  for (const auto& note : figure.notes)
    for (const auto& line : wrap(clean_utf8(note), width, terminal_width)) out += line + '\n';
  return out;
}

}  // namespace reconverge::report
