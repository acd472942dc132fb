// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "report/document.hpp"

/// Helpers on cells that every format needs.
namespace reconverge::report {

/// Digits that a number keeps in CSV and JSON: enough for any measurement, too few for the dust of
/// binary fractions (40716.91 + 26 * 32 is 41548.91).
inline constexpr int exact_significant_digits = 13;

/// For machines: no exponent, no loss of small numbers.
std::string format_exact_number(double value);

/// For people: format_number, except that a number that is not zero never reads as 0.
std::string format_readable_number(double value);

/// Why the cell holds nothing; no value if it holds something. NaN and infinity count as nothing.
std::optional<std::string> absence(const Cell& cell);

/// Why the series has no point that can be drawn; no value if it has one.
std::optional<std::string> absence(const Series& series);

bool is_drawable(const std::pair<double, double>& point);

bool is_number(const Cell& cell);

/// Text for people: "yes", "17", "41548.91", "absent".
std::string readable(const Cell& cell);

/// Text for programs: "true", "17", "41548.91", "".
std::string exact(const Cell& cell);

/// The cell of a row; absent if the row is too short.
Cell cell_at(const std::vector<Cell>& row, std::size_t column);

/// True if the column holds numbers and nothing else but absent cells.
bool is_numeric_column(const Table& table, std::size_t column);

/// Numbers the different reasons for absent cells of one table, from 1, as footnotes.
class AbsenceNotes {
 public:
  int number_of(const std::string& reason);
  const std::vector<std::string>& reasons() const { return reasons_; }

 private:
  std::vector<std::string> reasons_;
};

}  // namespace reconverge::report
