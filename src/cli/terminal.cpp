// SPDX-License-Identifier: MIT
#include "cli/terminal.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "cli/output.hpp"
#include "cli/run_record.hpp"
#include "report/formats/figure_data.hpp"
#include "report/formats/formats.hpp"
#include "report/formats/utf8.hpp"
#include "report/tables.hpp"

namespace reconverge::cli {
namespace {

report::Style style_of(const Session& session) {
  const bool coloured = session.color == "auto" ? isatty(STDOUT_FILENO) == 1 && std::getenv("NO_COLOR") == nullptr
                                                : session.color == "always";
  return coloured ? report::Style::coloured : report::Style::plain;
}

void print_figure(const report::Figure& figure, const Session& session, Figures figures) {
  constexpr std::size_t most_points = 64;
  print_as_it_is(report::to_text(figure, terminal_width(), style_of(session)) + "\n");
  if (figures != Figures::points) return;
  auto data = report::data_table(figure, most_points);
  data.caption.clear();
  data.notes.insert(data.notes.end(), figure.notes.begin(), figure.notes.end());
  print(report::to_text(data, terminal_width()) + "\n");
}

}  // namespace

void print_section(const report::Section& section, const Session& session, Figures figures) {
  for (const auto& block : section.blocks) {
    const auto* table = std::get_if<report::Table>(&block);
    if (table != nullptr && !table->bulk)
      print(report::to_text(report::without_given_column(*table), terminal_width()) + "\n");
    const auto* figure = std::get_if<report::Figure>(&block);
    if (figure != nullptr && figures != Figures::none) print_figure(*figure, session, figures);
    if (const auto* text = std::get_if<report::Text>(&block)) print(report::to_text(*text, terminal_width()) + "\n");
  }
}

std::string hanging(std::string_view lead, std::string_view text, int width) {
  constexpr int least = 20;
  constexpr std::size_t below = 4;
  const auto columns = [](std::string_view part) {
    return static_cast<std::size_t>(report::text_width(part, report::terminal_width));
  };
  const std::size_t lead_columns = columns(lead);
  const std::size_t limit = static_cast<std::size_t>(std::max(width, least));
  const bool fits = lead_columns + least <= limit || lead_columns + columns(text) <= limit;
  const std::string indent(fits ? lead_columns : std::min(below, lead_columns), ' ');
  std::string out(lead), line = indent;
  if (!fits) out = out.substr(0, out.find_last_not_of(' ') + 1) + '\n' + indent;
  bool is_first = true;
  std::size_t used = indent.size();
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    const std::size_t more = columns(word) + (is_first ? 0 : 1);
    const bool breaks = !is_first && used + more > limit;
    out += breaks ? '\n' + indent : std::string(is_first ? "" : " ");
    out += word;
    used = breaks ? indent.size() + columns(word) : used + more;
    is_first = false;
  }
  return out + '\n';
}

std::string wrapped_lines(std::string_view text, int width) {
  constexpr std::size_t step = 2, deepest = 8;
  std::string out;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
    const std::size_t column = std::min(indent, deepest) + step;
    // The first line begins left of those that follow it.
    out += std::string(line.substr(0, indent)) +
           hanging(std::string(column, ' '), line.substr(indent), width).substr(column);
  }
  return out;
}

}  // namespace reconverge::cli
