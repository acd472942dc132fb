// SPDX-License-Identifier: MIT
#include "report/formats/svg_legend.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/formats/svg_canvas.hpp"

namespace reconverge::report {
namespace {

constexpr double name_size = 13;
constexpr double remark_size = 11.5;
constexpr double text_offset = legend_sample_width + 8;
constexpr double entry_gap = 16;
constexpr double entry_row_gap = 7;

std::size_t column_count(const std::vector<LegendEntry>& entries, double width) {
  double widest = 0;
  for (const auto& entry : entries) {
    widest = std::max({widest, sans_text_width(entry.name, name_size), sans_text_width(entry.remark, remark_size)});
  }
  const double needed = text_offset + widest + entry_gap;
  // Text wraps, but not into slivers: with two columns each line still has room for some words.
  std::size_t columns = needed * 3 <= width ? 3 : 2;
  constexpr double narrow = 420;
  if (width < narrow) columns = 1;
  if (columns == 3 && entries.size() == 4) columns = 2;
  return std::max<std::size_t>(1, std::min(columns, entries.size()));
}

}  // namespace

Legend draw_legend(const std::vector<LegendEntry>& entries, double left, double top, double width) {
  Legend legend;
  if (entries.empty()) return legend;
  const std::size_t columns = column_count(entries, width);
  const double column_width = width / static_cast<double>(columns);
  const double limit = column_width - text_offset - entry_gap;
  double y = top;
  for (std::size_t row = 0; row < entries.size(); row += columns) {
    double row_height = 0;
    for (std::size_t i = row; i < std::min(row + columns, entries.size()); ++i) {
      const double x = left + static_cast<double>(i - row) * column_width;
      const auto names = wrap_sans(entries[i].name, limit, name_size);
      const double names_height = static_cast<double>(names.size()) * name_size * line_spacing;
      legend.svg +=
          fmt::format(R"svg(<g transform="translate({} {})">)svg", coordinate(x), coordinate(y + name_size / 2)) +
          entries[i].sample + "</g>\n" + text_lines(names, x + text_offset, y + name_size * 0.87, {.size = name_size});
      double height = names_height;
      if (!entries[i].remark.empty()) {
        const auto remarks = wrap_sans(entries[i].remark, limit, remark_size);
        legend.svg += text_lines(remarks, x + text_offset, y + names_height + remark_size * 0.8,
                                 {.size = remark_size, .ink = Ink::muted});
        height += static_cast<double>(remarks.size()) * remark_size * line_spacing;
      }
      row_height = std::max(row_height, height);
    }
    y += row_height + entry_row_gap;
  }
  legend.height = y - entry_row_gap - top;
  return legend;
}

}  // namespace reconverge::report
