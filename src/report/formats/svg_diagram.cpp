// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/formats/escape.hpp"
#include "report/formats/formats.hpp"
#include "report/formats/printed_figure.hpp"
#include "report/formats/svg_canvas.hpp"
#include "report/formats/svg_legend.hpp"

namespace reconverge::report {
namespace {

constexpr double screen_width = 680;
constexpr double side_margin = 8;
constexpr double column_gap = 14;
constexpr double narrowest_column = 90;
constexpr double widest_column = 200;
constexpr double box_padding = 8;
constexpr double box_gap = 3;
constexpr double text_size = 12.5;
constexpr double row_gap = 22;
constexpr double line_height = text_size * line_spacing;

using Lines = std::vector<std::string>;

double height_of(const Lines& lines) { return static_cast<double>(lines.size()) * line_height; }

/// Everything a column shows, wrapped to its width.
struct Stack {
  const BoxDiagram::Column* column;
  std::vector<Lines> boxes;
  Lines title;
  Lines subtitle;

  double boxes_height() const {
    double height = boxes.empty() ? line_height + 10 : 0;  // the outline that says "empty"
    for (const auto& box : boxes) height += height_of(box) + 10 + box_gap;
    return height;
  }
  double titles_height() const { return height_of(title) + height_of(subtitle); }
};

double column_width(const BoxDiagram& diagram) {
  double widest = narrowest_column;
  for (const auto& column : diagram.columns) {
    widest = std::max(widest, sans_text_width(column.title, text_size) * 1.05);
    for (const auto& box : column.boxes) {
      widest = std::max(widest, sans_text_width(box.text, text_size) + 2 * box_padding);
    }
  }
  return std::min(widest, widest_column);
}

std::vector<std::string> kinds_of(const BoxDiagram& diagram) {
  std::vector<std::string> kinds;
  for (const auto& column : diagram.columns) {
    for (const auto& box : column.boxes) {
      const bool known = std::find(kinds.begin(), kinds.end(), box.kind) != kinds.end();
      if (!box.kind.empty() && !known) kinds.push_back(box.kind);
    }
  }
  return kinds;
}

// A kind has a colour and a border pattern of its own, so that it can be distinguished in grey.
std::string box_outline(const std::vector<std::string>& kinds, const std::string& kind, double x, double y,
                        double width, double height, const std::string& tooltip) {
  static constexpr const char* patterns[] = {"", "5 3", "1.5 2.5", "8 3 2 3"};
  const auto index = static_cast<std::size_t>(std::find(kinds.begin(), kinds.end(), kind) - kinds.begin());
  const std::size_t colour = index % series_colour_count;
  const bool plain = kind.empty();
  std::string style = plain ? R"(class="rc-rule" stroke="#8c959f" fill="none")"
                            : fmt::format(R"(class="rc-k{0}" stroke="{1}" fill="{1}" fill-opacity="0.16")", colour,
                                          series_colours[colour].on_light);
  const char* pattern = plain ? "" : patterns[index % std::size(patterns)];
  if (*pattern != '\0') style += fmt::format(R"( stroke-dasharray="{}")", pattern);
  std::string rect = fmt::format(R"(<rect {} stroke-width="1.4" rx="3" x="{}" y="{}" width="{}" height="{}")", style,
                                 coordinate(x), coordinate(y), coordinate(width), coordinate(height));
  if (tooltip.empty()) return rect + "/>\n";
  return rect + "><title>" + escape_xml(tooltip) + "</title></rect>\n";
}

std::string draw_stack(const Stack& stack, const std::vector<std::string>& kinds, double x, double floor,
                       double width) {
  std::string svg =
      fmt::format(R"(<path class="rc-rule" stroke="#8c959f" stroke-width="1.4" fill="none" d="M{} {}h{}"/>)"
                  "\n",
                  coordinate(x - 4), coordinate(floor), coordinate(width + 8));
  const double middle = x + width / 2;
  double bottom = floor - box_gap;
  for (std::size_t i = 0; i < stack.boxes.size(); ++i) {
    const auto& box = stack.column->boxes[i];
    const double height = height_of(stack.boxes[i]) + 10;
    svg += box_outline(kinds, box.kind, x, bottom - height, width, height,
                       box.kind.empty() ? box.text : box.text + " (" + box.kind + ")");
    svg += text_lines(stack.boxes[i], middle, bottom - height + 5 + text_size,
                      {.size = text_size, .anchor = Anchor::middle});
    bottom -= height + box_gap;
  }
  if (stack.boxes.empty()) {
    svg += text_lines({"empty"}, middle, floor - 9, {.size = text_size, .anchor = Anchor::middle, .ink = Ink::muted});
  }
  svg += text_lines(stack.title, middle, floor + 18, {.size = text_size, .anchor = Anchor::middle, .bold = true});
  svg += text_lines(stack.subtitle, middle, floor + 18 + height_of(stack.title),
                    {.size = text_size, .anchor = Anchor::middle, .ink = Ink::muted});
  return svg;
}

std::string description(const BoxDiagram& diagram) {
  std::string text = "Stacks, each from the bottom up.";
  for (const auto& column : diagram.columns) {
    text += ' ' + column.title;
    if (!column.subtitle.empty()) text += ", " + column.subtitle;
    text += ':';
    if (column.boxes.empty()) text += " empty";
    for (const auto& box : column.boxes) {
      text += ' ' + box.text + (box.kind.empty() ? "" : " (" + box.kind + ")");
      text += &box == &column.boxes.back() ? "" : ",";
    }
    text += '.';
  }
  return text;
}

/// @param caption  of a drawing for paper, as wide as a column; without one it is as wide as a page on a screen
std::string draw_stacks(const BoxDiagram& diagram, std::string_view id_prefix, Embedding embedding,
                        const std::vector<std::string>& caption) {
  const double page_width = caption.empty() ? screen_width : column_pixels;
  const double width = column_width(diagram);
  const auto fitting = static_cast<std::size_t>((page_width - 2 * side_margin + column_gap) / (width + column_gap));
  const std::size_t count = diagram.columns.size();
  const std::size_t rows = std::max<std::size_t>(1, (count + fitting - 1) / fitting);
  const std::size_t per_row = std::max<std::size_t>(1, (count + rows - 1) / rows);  // rows of equal length

  std::vector<Stack> stacks;
  for (const auto& column : diagram.columns) {
    Stack stack{&column, {}, {}, {}};
    for (const auto& box : column.boxes) {
      stack.boxes.push_back(wrap_sans(box.text, width - 2 * box_padding, text_size));
    }
    if (!column.title.empty()) stack.title = wrap_sans(column.title, width + 6, text_size * 1.05);
    if (!column.subtitle.empty()) stack.subtitle = wrap_sans(column.subtitle, width + 6, text_size);
    stacks.push_back(std::move(stack));
  }

  const std::vector<std::string> kinds = kinds_of(diagram);
  const double used = static_cast<double>(per_row) * (width + column_gap) - column_gap;
  const double left = std::max(side_margin, (page_width - used) / 2);
  std::string content;
  double y = 14;
  for (std::size_t first = 0; first < count; first += per_row) {
    const std::size_t last = std::min(first + per_row, count);
    double boxes_height = 0;
    double titles_height = 0;
    for (std::size_t i = first; i < last; ++i) {
      boxes_height = std::max(boxes_height, stacks[i].boxes_height());
      titles_height = std::max(titles_height, stacks[i].titles_height());
    }
    for (std::size_t i = first; i < last; ++i) {
      const double x = left + static_cast<double>(i - first) * (width + column_gap);
      content += draw_stack(stacks[i], kinds, x, y + boxes_height, width);
    }
    y += boxes_height + titles_height + row_gap;
  }

  std::vector<LegendEntry> entries;
  for (const auto& kind : kinds) {
    entries.push_back({box_outline(kinds, kind, 0, -8, legend_sample_width, 16, ""), kind, ""});
  }
  const Legend legend = draw_legend(entries, side_margin, y, page_width - 2 * side_margin);
  content += legend.svg;
  y += legend.height + 8;
  content += caption_lines(caption, page_width, y);
  return finish({.width = page_width,
                 .height = std::ceil(y),
                 .title = diagram.caption,
                 .description = description(diagram),
                 .content = content,
                 .printed_millimetres = caption.empty() ? 0 : column_millimetres},
                id_prefix, embedding);
}

}  // namespace

std::string draw(const BoxDiagram& diagram, std::string_view id_prefix, Embedding embedding) {
  return draw_stacks(diagram, id_prefix, embedding, {});
}

std::string to_printed_svg(const BoxDiagram& diagram, const std::vector<std::string>& caption) {
  return draw_stacks(diagram, diagram.id, Embedding::standalone, caption);
}

std::string to_svg(const BoxDiagram& diagram) { return draw(diagram, diagram.id, Embedding::standalone); }

}  // namespace reconverge::report
