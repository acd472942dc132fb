// SPDX-License-Identifier: MIT
#include "report/formats/svg_marks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/formats/escape.hpp"
#include "report/formats/svg_canvas.hpp"

namespace reconverge::report {
namespace {

// The outline relative to the current point after an absolute move to the centre.
const char* outline(Mark mark) {
  switch (mark) {
    case Mark::circle: return "m-3.8 0a3.8 3.8 0 1 0 7.6 0a3.8 3.8 0 1 0 -7.6 0z";
    case Mark::square: return "m-3.4 -3.4h6.8v6.8h-6.8z";
    case Mark::triangle: return "m0 -4.6l4.2 7.2h-8.4z";
    case Mark::cross: return "m-3.4 -3.4l6.8 6.8m0 -6.8l-6.8 6.8";
    case Mark::diamond: return "m0 -4.8l4.8 4.8l-4.8 4.8l-4.8 -4.8z";
    case Mark::down: return "m0 4.6l4.2 -7.2h-8.4z";
    case Mark::none: return "";
  }
  return "";
}

std::string with_tooltip(std::string element, std::string_view tooltip) {
  if (tooltip.empty()) return element + "/>\n";
  return element + "><title>" + escape_xml(tooltip) + "</title></path>\n";
}

std::string move_to(double x, double y) { return fmt::format("M{} {}", coordinate(x), coordinate(y)); }

}  // namespace

std::string mark_at(Mark mark, double x, double y, std::string_view tooltip) {
  if (mark == Mark::none) {  // nothing to see, but something to point at
    const std::string area = move_to(x, y) + "m-6 -6h12v12h-12z";
    return with_tooltip(fmt::format(R"(<path class="rc-hit" fill="none" stroke="none" d="{}")", area), tooltip);
  }
  return with_tooltip(fmt::format(R"(<path class="rc-mark" d="{}{}")", move_to(x, y), outline(mark)), tooltip);
}

std::string marks_path(Mark mark, const Pixels& points, std::string_view tooltip) {
  if (mark == Mark::none) return "";
  std::string path;
  for (const auto& [x, y] : points) path += move_to(x, y) + outline(mark);
  return with_tooltip(fmt::format(R"(<path d="{}")", path), tooltip);
}

std::string line_path(Line line, const Pixels& points, std::string_view tooltip) {
  if (line == Line::none || points.empty()) return "";
  const bool stepped = line == Line::step || line == Line::dashed_step;
  const bool dashed = line == Line::dashed || line == Line::dashed_step;
  std::string path = move_to(points.front().first, points.front().second);
  std::string last_x = coordinate(points.front().first);
  std::string last_y = coordinate(points.front().second);
  for (std::size_t i = 1; i < points.size(); ++i) {
    const std::string x = coordinate(points[i].first);
    const std::string y = coordinate(points[i].second);
    if (!stepped) {
      path += 'L' + x + ' ' + y;
    } else if (y != last_y) {  // the value holds until this point, then jumps
      if (x != last_x) path += 'H' + x;
      path += 'V' + y;
      last_x = x;
    } else if (i + 1 == points.size()) {
      path += 'H' + x;
    }
    last_y = y;
  }
  return with_tooltip(fmt::format(R"(<path fill="none"{} d="{}")", dashed ? R"( stroke-dasharray="6 4")" : "", path),
                      tooltip);
}

Pixels thin_out(const Pixels& points) {
  Pixels kept;
  for (std::size_t start = 0; start < points.size();) {
    const double column = std::floor(points[start].first * 2);
    std::size_t end = start;
    std::size_t lowest = start;
    std::size_t highest = start;
    for (; end < points.size() && std::floor(points[end].first * 2) == column; ++end) {
      if (points[end].second > points[lowest].second) lowest = end;
      if (points[end].second < points[highest].second) highest = end;
    }
    std::size_t chosen[] = {start, std::min(lowest, highest), std::max(lowest, highest), end - 1};
    const auto last = std::unique(std::begin(chosen), std::end(chosen));
    for (auto* index = std::begin(chosen); index != last; ++index) kept.push_back(points[*index]);
    start = end;
  }
  return kept;
}

}  // namespace reconverge::report
