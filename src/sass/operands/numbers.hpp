// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace reconverge::sass {

/// "12": a decimal below 1000, as register and bank numbers are. Takes the digits off the text.
std::optional<int> take_small_number(std::string_view& text);

/// "0x1f", "-0x4", "12": the whole text as an integer; nothing if it is not one or does not fit.
/// Hexadecimal values above 2^63 wrap, as 64-bit patterns do.
std::optional<std::int64_t> whole_integer(std::string_view text);

}  // namespace reconverge::sass
