// SPDX-License-Identifier: MIT
#include "report/formats/html_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "report/formats/cell.hpp"

namespace reconverge::report {
namespace {

// Columns of more than this many stand closer together.
constexpr std::size_t many_columns = 16;

// Letters from which on a cell is prose, and up to which it is a name that reads best on one line.
constexpr std::size_t prose = 40, brief = 32;

// Pixels of a page at which names of a wide table still fit on one line each in a window that is wide itself.
constexpr double widest = 1230;

// A word of more letters is broken on a screen, one of more than this on paper and where columns are many.
constexpr std::size_t endless = 32, longest_whole = 12;

// Type of paper, in points: that of the style, the least, and the width of A4 without its margins.
constexpr double usual_size = 7.5, least_size = 3, paper_width = 530;

std::size_t longest_word_of(std::string_view text) {
  std::size_t longest = 0, length = 0;
  for (const char letter : text) {
    length = letter == ' ' || letter == '\n' ? 0 : length + 1;
    longest = std::max(longest, length);
  }
  return longest;
}

std::string attribute(std::string_view name, std::string_view value) {
  return value.empty() ? "" : fmt::format(" {}=\"{}\"", name, value);
}

void add_word(std::string& words, std::string_view word) { words += (words.empty() ? "" : " ") + std::string(word); }

}  // namespace

HtmlColumns::HtmlColumns(const Table& table) : table_(table) {
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    Column column{.is_numeric = is_numeric_column(table, i),
                  .longest_head_word = longest_word_of(table.columns[i].title)};
    for (const auto& row : table.rows) {
      const std::string text = readable(cell_at(row, i));
      column.longest_cell = std::max(column.longest_cell, text.size());
      column.longest_word = std::max(column.longest_word, longest_word_of(text));
    }
    width_ += width_of(column);
    columns_.push_back(column);
  }
  if (table.columns.size() > many_columns || table.folded) width_ = 0;
}

double HtmlColumns::width_of(const Column& column) const {
  constexpr double letter = 8.2, least = 48, of_prose = 240, name_letters = 32;
  const double padding = table_.sortable ? 14.4 : 22.4;
  if (!column.is_numeric && column.longest_cell > prose) return of_prose + padding;
  const auto cell = static_cast<double>(column.longest_cell);
  const double letters =
      std::max(static_cast<double>(column.longest_head_word), column.is_numeric ? cell : std::min(cell, name_letters));
  return std::max(letters * letter, least) + padding;
}

/// Only a break inside its words keeps the other columns in sight.
bool HtmlColumns::may_break(const Column& column) const {
  return !column.is_numeric && column.longest_word > (is_wide() ? longest_whole : endless);
}

std::string HtmlColumns::of_head(std::size_t column) const {
  const Column& it = columns_[column];
  std::string words = it.is_numeric ? "number" : it.longest_cell > prose ? "long" : "";
  if (it.longest_head_word > longest_whole) add_word(words, "breaks");
  return attribute("class", words);
}

std::string HtmlColumns::of_cells(std::size_t column) const {
  const Column& it = columns_[column];
  if (it.is_numeric) return attribute("class", "number");
  std::string words = may_break(it) ? "endless" : "";
  if (width_ < widest && columns_.size() <= many_columns && it.longest_cell <= brief) add_word(words, "brief");
  if (it.longest_word > longest_whole) add_word(words, "breaks");
  // print_size() leaves room for these: "0 to 31" stays on one line.
  constexpr std::size_t few = 8;
  if (it.longest_cell <= few) add_word(words, "whole");
  return attribute("class", words);
}

std::string HtmlColumns::of_table() const {
  std::string words = table_.sortable ? "sortable" : columns_.size() > many_columns ? "many" : "";
  // Names of the rows stay in sight where a table is moved sideways.
  constexpr std::size_t narrow = 16;
  if (!columns_.empty() && columns_.front().longest_cell <= narrow) add_word(words, "lead");
  const double size = print_size();
  return attribute("class", words) + (size < usual_size ? fmt::format(" style=\"--rc-print:{:.1f}pt\"", size) : "");
}

/// Points of type on paper at which the columns stand side by side on A4 with no number broken, and no word but long
/// ones.
double HtmlColumns::print_size() const {
  constexpr double letter = 0.65, bold = 0.8;  // in ems, as are the gaps
  const double gap = columns_.size() > many_columns ? 0.45 : 0.9;
  double ems = 0;
  for (const Column& column : columns_) {
    const std::size_t cell = column.is_numeric ? column.longest_cell : std::min(column.longest_cell, longest_whole);
    const std::size_t head = std::min(column.longest_head_word, longest_whole);
    ems += std::max({letter * static_cast<double>(cell), bold * static_cast<double>(head), letter}) + gap;
  }
  return std::clamp(paper_width / ems, least_size, usual_size);
}

}  // namespace reconverge::report
