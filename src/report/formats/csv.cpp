#include "report/formats/cell.hpp"
#include "report/formats/formats.hpp"
#include "report/formats/utf8.hpp"

namespace reconverge::report {
namespace {

// RFC 4180, section 2: a field with a quote, a comma or a line break stands in quotes, and a quote
// inside it is doubled.
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
    csv += field(table.columns[i].key);
  }
  csv += '\n';
  for (const auto& row : table.rows) {
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      if (i > 0) csv += ',';
      csv += field(exact(cell_at(row, i)));
    }
    csv += '\n';
  }
  return csv;
}

}  // namespace reconverge::report
