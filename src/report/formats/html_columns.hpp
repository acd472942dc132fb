// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "report/document.hpp"

namespace reconverge::report {

/// How the columns of a table share the width of a page, and of paper.
class HtmlColumns {
 public:
  explicit HtmlColumns(const Table& table);

  bool is_numeric(std::size_t column) const { return columns_[column].is_numeric; }
  /// Attributes, each with a blank before it; empty where none are needed.
  std::string of_head(std::size_t column) const;
  std::string of_cells(std::size_t column) const;
  std::string of_table() const;
  /// More than a page of text is wide: where the window is wider, the table may be too.
  bool is_wide() const { return width_ > text_width; }
  /// Pixels that the columns need with every name on one line.
  double width() const { return width_; }

 private:
  static constexpr double text_width = 880;

  /// Letters of what a column holds.
  struct Column {
    bool is_numeric = false;
    std::size_t longest_cell = 0, longest_word = 0, longest_head_word = 0;
  };
  double width_of(const Column& column) const;
  bool may_break(const Column& column) const;
  double print_size() const;

  const Table& table_;
  std::vector<Column> columns_;
  double width_ = 0;
};

}  // namespace reconverge::report
