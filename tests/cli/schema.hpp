// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace reconverge::cli_tests {

/// Where a value departs from a JSON Schema: "/generations/kepler: 'depth' is missing". Knows the
/// keywords that the schemas of docs/schemas use; any other keyword is a fault of the schema.
std::vector<std::string> departures(const nlohmann::json& value, const nlohmann::json& schema);

}  // namespace reconverge::cli_tests
