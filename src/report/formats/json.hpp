// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

#include "report/document.hpp"

namespace reconverge::report {

/// {id, caption, columns, rows, notes}. Rows as objects keyed by column key; an absent cell is null,
/// its reason under "<key>_absent". Every string is valid UTF-8, so that dump() cannot throw.
nlohmann::ordered_json to_json(const Table& table);
nlohmann::ordered_json to_json(const Figure& figure);
nlohmann::ordered_json to_json(const BoxDiagram& diagram);
nlohmann::ordered_json to_json(const Report& report);

/// JSON as text, in one line or indented. Numbers that JSON has not become "nan", "inf" or "-inf", and
/// characters that act on a terminal are written as escapes.
std::string to_json_text(const nlohmann::ordered_json& json, int indent = -1);

}  // namespace reconverge::report
