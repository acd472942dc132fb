// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "core/number.hpp"
#include "core/result.hpp"

/// Reading JSON that people may have touched: nothing here throws.
namespace reconverge::measurements {

/// Fails with Failure::input, line and column. Values nested so deep that writing them would exhaust
/// the stack are refused as well.
core::Result<nlohmann::ordered_json> parse_json(std::string_view text, const std::string& source);

/// A member of an object; null if there is none or the value is not an object.
const nlohmann::ordered_json& member(const nlohmann::ordered_json& value, std::string_view key);
/// A member that is an object; if it is something else, or not there, one without members.
const nlohmann::ordered_json& object_member(const nlohmann::ordered_json& value, std::string_view key);
/// The value as text or as a finite number; nothing if it is something else.
std::optional<std::string> text_of(const nlohmann::ordered_json& value);
std::optional<double> number_of(const nlohmann::ordered_json& value);

/// The value as an integer of this type; nothing if it is not a number, has a fraction or does not fit.
template <std::integral Integer> std::optional<Integer> integer_of(const nlohmann::ordered_json& value) {
  if (value.is_number_unsigned()) return core::to_integer<Integer>(value.get<std::uint64_t>());
  if (value.is_number_integer()) return core::to_integer<Integer>(value.get<std::int64_t>());
  if (value.is_number_float()) return core::to_integer<Integer>(value.get<double>());
  return std::nullopt;
}

/// Reads an integer into its place; a null leaves that as it is. False if the value is something else.
template <std::integral Integer, typename Place> bool read_integer(const nlohmann::ordered_json& value, Place& place) {
  const auto number = integer_of<Integer>(value);
  if (number) place = *number;
  return number || value.is_null();
}

/// The entry of a list that has a number as its "id", or the one at that place in the list; null if there is none.
const nlohmann::ordered_json& entry_of(const nlohmann::ordered_json& list, const nlohmann::ordered_json& reference);

/// The text of a member, or nothing said.
std::string text_or_empty(const nlohmann::ordered_json& value, std::string_view key);

}  // namespace reconverge::measurements
