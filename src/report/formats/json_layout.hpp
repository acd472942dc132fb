// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace reconverge::report {

/// JSON that people read too: members are side by side until a line of 120 characters is full. Lists of numbers (pairs
/// of a number and its count among them) and of words are never broken. Reals that are whole numbers are written as
/// such. Ends with a line's end.
std::string filled_text(const nlohmann::ordered_json& value);

}  // namespace reconverge::report
