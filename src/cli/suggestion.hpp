// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace reconverge::cli {

/// The name that a mistyped word is meant to be: core::closest. Empty if none is.
std::string closest(std::string_view word, const std::vector<std::string>& names);

/// "h100" of "H100": the letters of ASCII.
std::string lower_case(std::string text);

/// "fermi, kepler".
std::string listed(const std::vector<std::string>& names);

/// "did you mean 'kepler'? " and the list, or the list alone.
std::string nearest_first(std::string_view word, const std::vector<std::string>& names);

/// The names of items, or of items that pointers refer to.
template <typename Items> std::vector<std::string> names_of(const Items& items) {
  std::vector<std::string> names;
  for (const auto& item : items) {
    if constexpr (requires { item->name; }) names.emplace_back(item->name);
    else names.emplace_back(item.name);
  }
  return names;
}

}  // namespace reconverge::cli
