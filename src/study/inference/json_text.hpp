#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "core/result.hpp"

/// Reading JSON that people may have touched: nothing here throws.
namespace reconverge::study {

/// Fails with Failure::input, line and column.
core::Result<nlohmann::ordered_json> parse_json(std::string_view text, const std::string& source);

/// A member of an object; null if there is none or the value is no object.
const nlohmann::ordered_json& member(const nlohmann::ordered_json& value, std::string_view key);
/// The value as text or as a finite number; nothing if it is something else.
std::optional<std::string> text_of(const nlohmann::ordered_json& value);
std::optional<double> number_of(const nlohmann::ordered_json& value);
/// The text of a member, or nothing said.
std::string text_or_empty(const nlohmann::ordered_json& value, std::string_view key);

}  // namespace reconverge::study
