// SPDX-License-Identifier: MIT
#pragma once

#include <string>

/// Checks of options that are numbers, for CLI11: what is wrong with a value, or empty. The library's
/// own take "nan", and print their range to 300 digits.
namespace reconverge::cli {

std::string not_negative(const std::string& text);
std::string above_zero(const std::string& text);
/// A change in per cent, at least -100.
std::string change_in_percent(const std::string& text);

}  // namespace reconverge::cli
