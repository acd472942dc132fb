// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace reconverge::core {

/// A text without the blanks, tabs and carriage returns at its ends.
inline std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\f\v";
  const auto first = text.find_first_not_of(blanks);
  return first == std::string_view::npos ? std::string_view()
                                         : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

}  // namespace reconverge::core
