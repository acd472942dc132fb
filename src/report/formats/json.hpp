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

}  // namespace reconverge::report
