// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "report/document.hpp"

/// Small pieces of which tables are made.
namespace reconverge::report {

inline Cell cell(std::uint64_t value) { return static_cast<std::int64_t>(value); }
inline Cell cell(int value) { return static_cast<std::int64_t>(value); }
/// A number, or absent with the reason.
Cell cell(const core::Result<double>& value);

/// Takes a column out of a table. The table must have it.
void erase_column(Table& table, std::size_t column);

/// Adds a column and a note that say what the user gave; nothing if he gave nothing.
void mark_given(const std::vector<std::string>& given, Table& table);
/// For plain text, where the note is enough: without the column.
Table without_given_column(Table table);

/// For text: columns in which nothing is known go, and a note says why.
Table without_absent_columns(Table table);

}  // namespace reconverge::report
