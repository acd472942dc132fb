// SPDX-License-Identifier: MIT
#include "report/formats/svg_canvas.hpp"

#include <fmt/format.h>

#include "report/formats/escape.hpp"
#include "report/formats/formats.hpp"
#include "report/formats/utf8.hpp"

namespace reconverge::report {
namespace {

constexpr auto font_family = "system-ui,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";

struct Variable {
  const char* name;
  Colour colour;
};
constexpr Variable page_colours[] = {
    {"paper", {"#ffffff", "#14181d"}}, {"ink", {"#1c2128", "#e8ebef"}},  {"muted", {"#57606a", "#a3adb8"}},
    {"rule", {"#8c959f", "#6b7683"}},  {"grid", {"#e3e7eb", "#2b323a"}},
};

std::string declarations(bool dark) {
  std::string text;
  const auto add = [&](std::string_view name, Colour colour) {
    text += fmt::format("--rc-{}:{};", name, dark ? colour.on_dark : colour.on_light);
  };
  for (const auto& variable : page_colours) add(variable.name, variable.colour);
  for (std::size_t i = 0; i < series_colour_count; ++i) add(fmt::format("s{}", i), series_colours[i]);
  return text;
}

}  // namespace

std::string colour_variables(std::string_view selector) {
  return fmt::format(
      "{0}{{{1}}}\n"
      "@media screen and (prefers-color-scheme:dark){{{0}{{{2}}}}}\n",
      selector, declarations(false), declarations(true));
}

std::string drawing_rules() {
  std::string rules = fmt::format(
      ".rc-svg{{font-family:{}}}\n"
      ".rc-paper{{fill:var(--rc-paper)}}.rc-ink{{fill:var(--rc-ink)}}.rc-muted{{fill:var(--rc-"
      "muted)}}\n"
      ".rc-rule{{stroke:var(--rc-rule)}}.rc-grid{{stroke:var(--rc-grid)}}\n"
      ".rc-hit{{fill:none;stroke:none;pointer-events:all}}.rc-mark{{pointer-events:all}}\n"
      ".rc-mark:hover{{stroke-width:3}}\n",
      font_family);
  for (std::size_t i = 0; i < series_colour_count; ++i) {
    rules += fmt::format(".rc-s{0}{{stroke:var(--rc-s{0})}}.rc-k{0}{{stroke:var(--rc-s{0});fill:var(--rc-s{0})}}\n", i);
  }
  return rules;
}

double sans_width(char32_t code_point) {
  if (code_point >= 0x2E80) return 1.0;  // ideographs and pictographs
  constexpr std::u32string_view narrow = U" !'(),-./:;I[]`ijl|\u2009\u00B7";
  constexpr std::u32string_view slim = U"\"frt*{}J";
  constexpr std::u32string_view broad = U"%@MWmw&";
  if (narrow.find(code_point) != std::u32string_view::npos) return 0.34;
  if (slim.find(code_point) != std::u32string_view::npos) return 0.44;
  if (broad.find(code_point) != std::u32string_view::npos) return 0.92;
  if (code_point >= U'A' && code_point <= U'Z') return 0.7;
  return 0.6;
}

double sans_text_width(std::string_view text, double font_size) { return font_size * text_width(text, sans_width); }

std::vector<std::string> wrap_sans(std::string_view text, double limit, double font_size) {
  return wrap(text, limit / font_size, sans_width);
}

std::string coordinate(double value) { return format_number(value, 1); }

std::string text_lines(const std::vector<std::string>& lines, double x, double y, TextStyle style) {
  static constexpr const char* anchors[] = {"start", "middle", "end"};
  const bool muted = style.ink == Ink::muted;
  std::string out =
      fmt::format(R"(<text class="{}" fill="{}" font-size="{}" text-anchor="{}"{}>)", muted ? "rc-muted" : "rc-ink",
                  muted ? "#57606a" : "#1c2128", coordinate(style.size),
                  anchors[static_cast<std::size_t>(style.anchor)], style.bold ? R"( font-weight="600")" : "");
  for (const auto& line : lines) {
    out += fmt::format(R"(<tspan x="{}" y="{}">{}</tspan>)", coordinate(x), coordinate(y), escape_xml(line));
    y += style.size * line_spacing;
  }
  return out + "</text>\n";
}

std::string caption_lines(const std::vector<std::string>& paragraphs, double width, double& y) {
  constexpr double size = 12.5, margin = 8, gap = 6;
  std::string svg;
  for (const std::string& paragraph : paragraphs) {
    const auto lines = wrap_sans(paragraph, width - 2 * margin, size);
    svg += text_lines(lines, margin, y + size, {.size = size});
    y += static_cast<double>(lines.size()) * size * line_spacing + gap;
  }
  return svg;
}

std::string finish(const Canvas& canvas, std::string_view id_prefix, Embedding embedding) {
  const std::string prefix = anchor(id_prefix);
  const std::string width = coordinate(canvas.width);
  const std::string height = coordinate(canvas.height);
  const double scale = canvas.printed_millimetres / canvas.width;
  const std::string unit = scale > 0 ? "mm" : "";
  const std::string shown_width = scale > 0 ? coordinate(canvas.printed_millimetres) + unit : width;
  const std::string shown_height = scale > 0 ? coordinate(canvas.height * scale) + unit : height;
  std::string svg =
      fmt::format(R"(<svg xmlns="http://www.w3.org/2000/svg" class="rc-svg" width="{6}" height="{7}" )"
                  R"(viewBox="0 0 {0} {1}" font-family="{2}" role="img" aria-labelledby="{3}-title {3}-desc">)"
                  "\n<title id=\"{3}-title\">{4}</title>\n<desc id=\"{3}-desc\">{5}</desc>\n",
                  width, height, font_family, prefix, escape_xml(canvas.title), escape_xml(canvas.description),
                  shown_width, shown_height);
  if (embedding == Embedding::standalone) {
    svg += "<style>\n" + colour_variables(".rc-svg") + drawing_rules() + "</style>\n";
  }
  svg += fmt::format(R"(<rect class="rc-paper" fill="#ffffff" width="{}" height="{}"/>)"
                     "\n",
                     width, height);
  return svg + canvas.content + "</svg>\n";
}

}  // namespace reconverge::report
