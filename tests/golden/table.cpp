// SPDX-License-Identifier: MIT
#include "golden/table.hpp"

#include <algorithm>
#include <stdexcept>

namespace reconverge::golden {
namespace {

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

}  // namespace

Table::Table(std::string_view text) {
  for (const std::string& line : split(text, '\n')) {
    if (line.empty()) continue;
    auto cells = split(line, ',');
    if (columns_.empty()) columns_ = std::move(cells);
    else rows_.push_back(std::move(cells));
  }
}

const std::string& Table::word(std::size_t row, std::string_view column) const {
  const auto found = std::ranges::find(columns_, column);
  if (found == columns_.end()) throw std::out_of_range("no column " + std::string(column));
  return rows_.at(row).at(static_cast<std::size_t>(found - columns_.begin()));
}

double Table::real(std::size_t row, std::string_view column) const { return std::stod(word(row, column)); }

unsigned long long Table::count(std::size_t row, std::string_view column) const {
  return std::stoull(word(row, column));
}

}  // namespace reconverge::golden
