// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace reconverge::golden {

/// A reference table: one header line, then rows of numbers or words without quotes.
class Table {
 public:
  explicit Table(std::string_view text);

  std::size_t size() const { return rows_.size(); }
  /// Throws std::out_of_range for a column or a row that is not there, std::invalid_argument for a
  /// cell that is no number: a test then fails with its name.
  const std::string& word(std::size_t row, std::string_view column) const;
  double real(std::size_t row, std::string_view column) const;
  unsigned long long count(std::size_t row, std::string_view column) const;

 private:
  std::vector<std::string> columns_;
  std::vector<std::vector<std::string>> rows_;
};

/// The embedded files of this folder.
namespace tables {
extern const std::string_view card_cycles;
extern const std::string_view emulator_predictions;
extern const std::string_view spill_variants;
extern const std::string_view stack_ss_n23;
extern const std::string_view stack_ss_n31;
extern const std::string_view stack_ds_n23;
extern const std::string_view stack_ds_n31;
}  // namespace tables

}  // namespace reconverge::golden
