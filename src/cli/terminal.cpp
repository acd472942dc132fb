// SPDX-License-Identifier: MIT
#include "cli/terminal.hpp"

#include <unistd.h>

#include <cstdlib>

#include "cli/output.hpp"
#include "cli/run_record.hpp"
#include "report/formats/figure_data.hpp"
#include "report/formats/formats.hpp"
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

}  // namespace reconverge::cli
