#include "cli/terminal.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <cstdlib>

#include "cli/run_record.hpp"
#include "report/formats/formats.hpp"

namespace reconverge::cli {
namespace {

report::Style style_of(const Session& session) {
  const bool coloured = session.color == "auto" ? isatty(STDOUT_FILENO) == 1 && std::getenv("NO_COLOR") == nullptr
                                                : session.color == "always";
  return coloured ? report::Style::coloured : report::Style::plain;
}

}  // namespace

void print_report(const report::Report& report, const Session& session) {
  const report::Style style = style_of(session);
  const int width = terminal_width();
  for (const auto& section : report.sections)
    for (const auto& block : section.blocks) {
      if (const auto* table = std::get_if<report::Table>(&block); table != nullptr && !table->bulk)
        fmt::print("{}\n", report::to_text(*table, width));
      if (const auto* figure = std::get_if<report::Figure>(&block))
        fmt::print("{}\n", report::to_text(*figure, width, style));
      if (const auto* text = std::get_if<report::Text>(&block)) fmt::print("{}\n", text->body);
    }
}

}  // namespace reconverge::cli
