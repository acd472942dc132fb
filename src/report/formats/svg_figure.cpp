// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/formats/cell.hpp"
#include "report/formats/formats.hpp"
#include "report/formats/printed_figure.hpp"
#include "report/formats/scale.hpp"
#include "report/formats/series_style.hpp"
#include "report/formats/svg_canvas.hpp"
#include "report/formats/svg_legend.hpp"
#include "report/formats/svg_marks.hpp"

namespace reconverge::report {
namespace {

/// How large a figure is drawn.
struct Size {
  double width = 680;
  double plot_height = 340;
  double printed_millimetres = 0;
};
constexpr Size on_screen;
constexpr Size in_column{.width = column_pixels, .plot_height = 250, .printed_millimetres = column_millimetres};

constexpr double top_margin = 14;
constexpr double right_margin = 22;
constexpr double tick_size = 12.5;
constexpr double title_size = 13.5;

struct Plot {
  Scale x;
  Scale y;
  double left = 0;
  double top = top_margin;
  double width = 0;
  double height = 0;

  double right() const { return left + width; }
  double bottom() const { return top + height; }
  double at_x(double value) const { return left + width * x.fraction(value); }
  double at_y(double value) const { return bottom() - height * y.fraction(value); }
};

Plot lay_out(const Figure& figure, std::size_t y_title_lines, const Size& size) {
  std::vector<double> xs;
  std::vector<double> ys;
  for (const auto& series : figure.series) {
    for (const auto& point : series.points) {
      if (!is_drawable(point)) continue;
      xs.push_back(point.first);
      ys.push_back(point.second);
    }
  }
  Plot plot;
  plot.height = size.plot_height;
  plot.x = make_scale(figure.x, xs, static_cast<int>(size.width / 75), false);
  plot.y = make_scale(figure.y, ys, 6, true);
  double widest_label = 0;
  for (const auto& label : plot.y.labels) {
    widest_label = std::max(widest_label, sans_text_width(label, tick_size));
  }
  plot.left = 12 + static_cast<double>(y_title_lines) * title_size * line_spacing + widest_label + 8;
  plot.width = size.width - plot.left - right_margin;
  return plot;
}

std::string line(const char* css, const char* colour, double x1, double y1, double x2, double y2) {
  return fmt::format(R"(<path class="{}" stroke="{}" fill="none" d="M{} {}L{} {}"/>)"
                     "\n",
                     css, colour, coordinate(x1), coordinate(y1), coordinate(x2), coordinate(y2));
}

std::string grid(const Plot& plot) {
  std::string svg;
  for (const double tick : plot.x.ticks) {
    svg += line("rc-grid", "#e3e7eb", plot.at_x(tick), plot.top, plot.at_x(tick), plot.bottom());
  }
  for (const double tick : plot.y.ticks) {
    const bool zero_inside = tick == 0 && plot.y.low < 0;
    svg += line(zero_inside ? "rc-rule" : "rc-grid", zero_inside ? "#8c959f" : "#e3e7eb", plot.left, plot.at_y(tick),
                plot.right(), plot.at_y(tick));
  }
  return svg;
}

// Labels every k-th tick so that neighbours do not touch.
std::size_t label_stride(const Plot& plot) {
  for (std::size_t stride = 1; stride < plot.x.ticks.size(); ++stride) {
    bool fits = true;
    for (std::size_t i = 0; i + stride < plot.x.ticks.size() && fits; i += stride) {
      const double room = std::fabs(plot.at_x(plot.x.ticks[i + stride]) - plot.at_x(plot.x.ticks[i]));
      const double needed =
          (sans_text_width(plot.x.labels[i], tick_size) + sans_text_width(plot.x.labels[i + stride], tick_size)) / 2;
      fits = needed + 4 <= room;
    }
    if (fits) return stride;
  }
  return std::max<std::size_t>(1, plot.x.ticks.size());
}

std::string axes(const Plot& plot) {
  std::string svg = line("rc-rule", "#8c959f", plot.left, plot.bottom(), plot.right(), plot.bottom()) +
                    line("rc-rule", "#8c959f", plot.left, plot.top, plot.left, plot.bottom());
  const std::size_t stride = label_stride(plot);
  for (std::size_t i = 0; i < plot.x.ticks.size(); ++i) {
    const double x = plot.at_x(plot.x.ticks[i]);
    svg += line("rc-rule", "#8c959f", x, plot.bottom(), x, plot.bottom() + 5);
    if (i % stride != 0) continue;
    svg += text_lines({plot.x.labels[i]}, x, plot.bottom() + 19, {.size = tick_size, .anchor = Anchor::middle});
  }
  for (std::size_t i = 0; i < plot.y.ticks.size(); ++i) {
    const double y = plot.at_y(plot.y.ticks[i]);
    svg += line("rc-rule", "#8c959f", plot.left - 5, y, plot.left, y);
    svg +=
        text_lines({plot.y.labels[i]}, plot.left - 8, y + tick_size * 0.35, {.size = tick_size, .anchor = Anchor::end});
  }
  return svg;
}

// The study gives series of one colour another mark or line.
std::string series_group(std::size_t colour, const std::string& content) {
  return fmt::format(R"(<g class="rc-s{}" stroke="{}" stroke-width="1.6" fill="none" stroke-linejoin="round">)", colour,
                     series_colours[colour].on_light) +
         '\n' + content + "</g>\n";
}

std::string source_line(const Series& series) { return series.provenance.empty() ? "" : '\n' + series.provenance; }

std::string tooltip(const Figure& figure, const Series& series, const std::pair<double, double>& point) {
  return fmt::format("{}\n{}: {}\n{}: {}{}", series.name, figure.x.title, format_exact_number(point.first),
                     figure.y.title, format_exact_number(point.second), source_line(series));
}

std::string curve(const Figure& figure, const Series& series, const Plot& plot, Embedding embedding) {
  Pixels pixels;
  std::string marks;
  const bool has_words = embedding != Embedding::beside_chart && series.points.size() <= tooltip_limit;
  for (const auto& point : series.points) {
    if (!is_drawable(point)) continue;
    pixels.emplace_back(plot.at_x(point.first), plot.at_y(point.second));
    if (has_words) {
      marks += mark_at(series.mark, pixels.back().first, pixels.back().second, tooltip(figure, series, point));
    }
  }
  const std::string whole = series.name + source_line(series);
  if (series.points.size() > tooltip_limit) pixels = thin_out(pixels);
  if (!has_words) marks = marks_path(series.mark, pixels, whole);
  return line_path(series.line, pixels, whole) + marks;
}

std::string sample_of(const Series& series) {
  // A step shows its jump in the legend too.
  const bool stepped = series.line == Line::step || series.line == Line::dashed_step;
  const Pixels path =
      stepped ? Pixels{{0, 4}, {15, -4}, {legend_sample_width, -4}} : Pixels{{0, 0}, {legend_sample_width, 0}};
  const double mark_height = stepped ? -4 : 0;
  std::string sample = line_path(series.line, path, "");
  if (series.mark != Mark::none) {
    sample += mark_at(series.mark, legend_sample_width / 2, mark_height, "");
  }
  return sample;
}

std::vector<LegendEntry> legend_entries(const Figure& figure) {
  std::vector<LegendEntry> entries;
  const auto colours = colours_of(figure);
  const auto equal = equal_to(figure);
  for (std::size_t i = 0; i < figure.series.size(); ++i) {
    const Series& series = figure.series[i];
    if (const auto reason = absence(series)) {
      entries.push_back({"", series.name, "absent: " + *reason});
    } else {
      std::string remark = series.provenance;
      if (!equal[i].empty()) remark += (remark.empty() ? "" : "; ") + ("the same values as " + equal[i]);
      entries.push_back({series_group(colours[i], sample_of(series)), series.name, remark});
    }
  }
  return entries;
}

std::string points_in_words(std::size_t count) { return count == 1 ? "1 point" : fmt::format("{} points", count); }

std::string range_words(const Series& series) {
  double low = 0;
  double high = 0;
  std::size_t count = 0;
  for (const auto& point : series.points) {
    if (!is_drawable(point)) continue;
    low = count == 0 ? point.second : std::min(low, point.second);
    high = count == 0 ? point.second : std::max(high, point.second);
    ++count;
  }
  std::string words = fmt::format("{} from {} to {}", points_in_words(count), format_readable_number(low),
                                  format_readable_number(high));
  if (const std::size_t broken = series.points.size() - count; broken > 0) {
    words += fmt::format(", {} without a finite number left out", points_in_words(broken));
  }
  return words;
}

std::string description(const Figure& figure) {
  std::string text = fmt::format("{} against {}.", figure.y.title, figure.x.title);
  for (const auto& series : figure.series) {
    const auto reason = absence(series);
    text += fmt::format(" {}: {}", series.name, reason ? "absent: " + *reason : range_words(series));
    if (!series.provenance.empty()) text += " (" + series.provenance + ")";
    text += '.';
  }
  return text;
}

std::string draw_as(const Figure& figure, std::string_view id_prefix, Embedding embedding, const Size& size,
                    const std::vector<std::string>& caption) {
  const auto y_title = wrap_sans(figure.y.title, size.plot_height, title_size);
  const Plot plot = lay_out(figure, y_title.size(), size);
  const auto x_title = wrap_sans(figure.x.title, plot.width, title_size);
  std::string content = grid(plot) + axes(plot);

  content += fmt::format(R"svg(<g transform="translate({} {}) rotate(-90)">)svg", coordinate(8 + title_size),
                         coordinate(plot.top + plot.height / 2)) +
             text_lines(y_title, 0, 0, {.size = title_size, .anchor = Anchor::middle}) + "</g>\n";
  double y = plot.bottom() + 27 + title_size;
  content += text_lines(x_title, plot.left + plot.width / 2, y, {.size = title_size, .anchor = Anchor::middle});
  y += static_cast<double>(x_title.size() - 1) * title_size * line_spacing + 18;

  bool empty = true;
  const auto colours = colours_of(figure);
  for (std::size_t i = 0; i < figure.series.size(); ++i) {
    if (absence(figure.series[i])) continue;
    empty = false;
    content += series_group(colours[i], curve(figure, figure.series[i], plot, embedding));
  }
  if (empty) {
    content += text_lines({"absent: no series of this figure has a point"}, plot.left + plot.width / 2,
                          plot.top + plot.height / 2, {.anchor = Anchor::middle, .ink = Ink::muted});
  }
  const Legend legend = size.printed_millimetres > 0 ? draw_legend(legend_entries(figure), 8, y, size.width - 16)
                                                     : draw_legend(legend_entries(figure), plot.left, y, plot.width);
  content += legend.svg;
  y += legend.height + 8;
  content += caption_lines(caption, size.width, y);
  return finish({.width = size.width,
                 .height = std::ceil(y),
                 .title = figure.caption,
                 .description = description(figure),
                 .content = content,
                 .printed_millimetres = size.printed_millimetres},
                id_prefix, embedding);
}

}  // namespace

std::string draw(const Figure& figure, std::string_view id_prefix, Embedding embedding) {
  return draw_as(figure, id_prefix, embedding, on_screen, {});
}

std::string to_printed_svg(const Figure& figure, const std::vector<std::string>& caption) {
  return draw_as(figure, figure.id, Embedding::standalone, in_column, caption);
}

std::string to_svg(const Figure& figure) { return draw(figure, figure.id, Embedding::standalone); }

}  // namespace reconverge::report
