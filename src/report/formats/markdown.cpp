// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "report/formats/cell.hpp"
#include "report/formats/escape.hpp"
#include "report/formats/figure_data.hpp"
#include "report/formats/formats.hpp"
#include "report/formats/utf8.hpp"

namespace reconverge::report {
namespace {

// Longer data belongs in a CSV file, not in a page that people read as text.
constexpr std::size_t listed_data_rows = 64;

std::string bullet(const std::string& text) { return "- " + escape_markdown(text) + "\n"; }

std::string caption_line(const std::string& caption) {
  return caption.empty() ? "" : "**" + escape_markdown(caption) + "**\n\n";
}

// A fence longer than any run of backticks inside, so that the text cannot end it.
std::string code_block(const std::string& text) {
  std::size_t longest = 2;
  std::size_t run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  const bool ends_line = !text.empty() && text.back() == '\n';
  return fence + "\n" + text + (ends_line ? "" : "\n") + fence + "\n";
}

std::string to_markdown(const Text& text) {
  if (text.preformatted) return code_block(clean_utf8(text.body));
  std::string out;
  for (const auto& paragraph : paragraphs(text.body)) {
    if (!out.empty()) out += '\n';
    std::size_t start = 0;
    while (start <= paragraph.size()) {
      const std::size_t end = std::min(paragraph.find('\n', start), paragraph.size());
      out += escape_markdown(paragraph.substr(start, end - start)) + '\n';
      start = end + 1;
    }
  }
  return out;
}

std::string to_markdown(const Figure& figure) {
  std::string out = caption_line(figure.caption);
  for (const auto& series : figure.series) {
    std::string line = series.name;
    if (!series.provenance.empty()) line += " (" + series.provenance + ")";
    if (const auto reason = absence(series)) line += ": absent: " + *reason;
    out += bullet(line);
  }
  Table data = data_table(figure, listed_data_rows);
  data.caption = fmt::format("{} against {}", figure.y.title, figure.x.title);
  for (auto& column : data.columns) column.provenance.clear();  // listed above
  data.notes.insert(data.notes.end(), figure.notes.begin(), figure.notes.end());
  return data.rows.empty() ? out : out + '\n' + to_markdown(data);
}

std::string to_markdown(const BoxDiagram& diagram) {
  std::string out = caption_line(diagram.caption);
  for (const auto& column : diagram.columns) {
    std::string line = column.title;
    if (!column.subtitle.empty()) line += " (" + column.subtitle + ")";
    line += ", from the bottom: ";
    if (column.boxes.empty()) line += "empty";
    for (const auto& box : column.boxes) {
      if (&box != &column.boxes.front()) line += ", ";
      line += box.text;
      if (!box.kind.empty()) line += " [" + box.kind + "]";
    }
    out += bullet(line);
  }
  if (!diagram.notes.empty()) out += '\n';
  for (const auto& note : diagram.notes) out += bullet(note);
  return out;
}

std::string to_markdown(const Applet& applet) {
  return caption_line(applet.caption) + "Interactive; only in the HTML report.\n";
}

}  // namespace

std::string to_markdown(const Table& table) {
  std::string out = caption_line(table.caption);
  std::string rule = "|";
  out += '|';
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    out += ' ' + escape_markdown(table.columns[i].title) + " |";
    rule += is_numeric_column(table, i) ? " ---: |" : " --- |";
  }
  out += '\n' + rule + '\n';
  AbsenceNotes notes;
  for (const auto& row : table.rows) {
    out += '|';
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      const Cell cell = cell_at(row, i);
      out += ' ' + escape_markdown(readable(cell));
      if (const auto reason = absence(cell)) out += fmt::format(" ({})", notes.number_of(*reason));
      out += " |";
    }
    out += '\n';
  }
  std::string below;
  for (std::size_t i = 0; i < notes.reasons().size(); ++i) {
    below += fmt::format("- ({}) absent: {}\n", i + 1, escape_markdown(notes.reasons()[i]));
  }
  for (const auto& column : table.columns) {
    if (!column.provenance.empty()) below += bullet(column.title + ": " + column.provenance);
  }
  for (const auto& note : table.notes) below += bullet(note);
  return below.empty() ? out : out + '\n' + below;
}

std::string to_markdown(const Report& report) {
  std::string out = "# " + escape_markdown(report.title) + '\n';
  if (!report.properties.empty()) out += "\n| property | value |\n| --- | --- |\n";
  for (const auto& [name, value] : report.properties) {
    out += "| " + escape_markdown(name) + " | " + escape_markdown(value) + " |\n";
  }
  for (const auto& section : report.sections) {
    out += "\n## " + escape_markdown(section.title) + '\n';
    for (const auto& block : section.blocks) {
      out += '\n' + std::visit([](const auto& content) { return to_markdown(content); }, block);
    }
  }
  return out;
}

}  // namespace reconverge::report
