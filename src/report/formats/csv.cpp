// SPDX-License-Identifier: MIT
#include <string_view>

#include "report/formats/cell.hpp"
#include "report/formats/formats.hpp"
#include "report/formats/utf8.hpp"

namespace reconverge::report {
namespace {

// A spreadsheet takes a text that begins like this for a formula, in quotes too, and runs it.
constexpr std::string_view formula_starts = "=+-@\t'";

// Text from outside as what it is: an apostrophe goes before it, as people write such text into a
// spreadsheet. Also before an apostrophe, so that a reader can always take the first one away again.
std::string as_text(const std::string& text) {
  return !text.empty() && formula_starts.find(text.front()) != std::string_view::npos ? "'" + text : text;
}

// RFC 4180, section 2: a field with a quote, a comma or a line break is in quotes, and a quote inside it is
// doubled.
std::string field(const std::string& text) {
  const std::string clean = clean_utf8(text);
  if (clean.find_first_of("\",\n") == std::string::npos) return clean;
  std::string quoted = "\"";
  for (const char c : clean) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace

std::string to_csv(const Table& table) {
  std::string csv;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (i > 0) csv += ',';
    csv += field(as_text(table.columns[i].key));
  }
  csv += '\n';
  for (const auto& row : table.rows) {
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      if (i > 0) csv += ',';
      const Cell cell = cell_at(row, i);
      csv += field(std::holds_alternative<std::string>(cell) ? as_text(exact(cell)) : exact(cell));
    }
    csv += '\n';
  }
  return csv;
}

}  // namespace reconverge::report
