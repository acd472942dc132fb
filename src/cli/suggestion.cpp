// SPDX-License-Identifier: MIT
#include "cli/suggestion.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/closest.hpp"

namespace reconverge::cli {

std::string closest(std::string_view word, const std::vector<std::string>& names) { return core::closest(word, names); }

std::string lower_case(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return text;
}

std::string listed(const std::vector<std::string>& names) { return fmt::format("{}", fmt::join(names, ", ")); }

std::string nearest_first(std::string_view word, const std::vector<std::string>& names) {
  const std::string near = closest(word, names);
  return near.empty() ? listed(names) : fmt::format("did you mean '{}'? {}", near, listed(names));
}

}  // namespace reconverge::cli
