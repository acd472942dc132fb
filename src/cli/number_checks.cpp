// SPDX-License-Identifier: MIT
#include "cli/number_checks.hpp"

#include <fmt/core.h>

#include <charconv>
#include <cmath>
#include <optional>

namespace reconverge::cli {
namespace {

std::optional<double> finite(const std::string& text) {
  double value = 0;
  const char* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  if (error != std::errc{} || end != last || !std::isfinite(value)) return std::nullopt;
  return value;
}

}  // namespace

std::string not_negative(const std::string& text) {
  const auto value = finite(text);
  return value && *value >= 0 ? "" : fmt::format("'{}' is not a number of 0 or more", text);
}

std::string above_zero(const std::string& text) {
  const auto value = finite(text);
  return value && *value > 0 ? "" : fmt::format("'{}' is not a number above 0", text);
}

std::string change_in_percent(const std::string& text) {
  constexpr double all_is_gone = -100;
  const auto value = finite(text);
  return value && *value >= all_is_gone ? "" : fmt::format("'{}' is not a number of {} or more", text, all_is_gone);
}

}  // namespace reconverge::cli
