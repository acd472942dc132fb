// SPDX-License-Identifier: MIT
#include "report/formats/series_style.hpp"

#include <set>

#include "report/formats/svg_canvas.hpp"

namespace reconverge::report {

std::vector<std::size_t> colours_of(const Figure& figure) {
  std::set<std::size_t> taken;
  for (const auto& series : figure.series)
    if (series.colour) taken.insert(*series.colour % series_colour_count);
  std::vector<std::size_t> colours;
  std::size_t next = 0;
  for (const auto& series : figure.series) {
    if (series.colour) {
      colours.push_back(*series.colour % series_colour_count);
      continue;
    }
    if (taken.size() < series_colour_count)
      while (taken.contains(next % series_colour_count)) ++next;
    colours.push_back(next++ % series_colour_count);
  }
  return colours;
}

std::vector<std::string> equal_to(const Figure& figure) {
  std::vector<std::string> names(figure.series.size());
  for (std::size_t i = 0; i < names.size(); ++i)
    for (std::size_t j = 0; j < i && names[i].empty(); ++j)
      if (!figure.series[i].points.empty() && figure.series[i].points == figure.series[j].points)
        names[i] = figure.series[j].name;
  return names;
}

}  // namespace reconverge::report
