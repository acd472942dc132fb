// SPDX-License-Identifier: MIT
#pragma once

#include <charconv>
#include <cmath>
#include <concepts>
#include <limits>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

namespace reconverge::core {

/// A number of another type as this one; nothing if it is not whole or out of range. (A cast of such
/// a number is undefined, or gives another number.)
template <std::integral Integer> std::optional<Integer> to_integer(double number) {
  // Both limits are powers of two, which a double holds exactly; the largest integer may not be one.
  const double end = std::ldexp(1.0, std::numeric_limits<Integer>::digits);
  const bool fits = number >= static_cast<double>(std::numeric_limits<Integer>::lowest()) && number < end;
  return fits && number == std::floor(number) ? std::optional(static_cast<Integer>(number)) : std::nullopt;
}

template <std::integral Integer, std::integral Other> constexpr std::optional<Integer> to_integer(Other number) {
  return std::in_range<Integer>(number) ? std::optional(static_cast<Integer>(number)) : std::nullopt;
}

/// Words in JSON, which has no such numbers, in their place: "nan", "inf" or "-inf".
inline std::string_view name_of_not_finite(double number) {
  if (std::isnan(number)) return "nan";
  return number < 0 ? "-inf" : "inf";
}

/// The number in such a name; nothing if it is not of this form.
inline std::optional<double> not_finite_of(std::string_view name) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (name == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (name == "inf") return infinity;
  return name == "-inf" ? std::optional(-infinity) : std::nullopt;
}

/// The decimal number that the whole text is; nothing if it is not a number or out of range.
template <std::integral Integer> std::optional<Integer> parse_integer(std::string_view text) {
  Integer value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

}  // namespace reconverge::core
