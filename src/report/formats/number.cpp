// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cassert>
#include <cmath>

#include "report/formats/cell.hpp"
#include "report/formats/formats.hpp"

namespace reconverge::report {
namespace {

std::string without_trailing_zeros(std::string text) {
  if (text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  return text == "-0" ? "0" : text;
}

}  // namespace

std::string format_number(double value, int decimals) {
  assert(std::isfinite(value) && "a number that does not exist is Absent, not NaN or infinity");
  if (!std::isfinite(value)) return "absent";
  return without_trailing_zeros(fmt::format("{:.{}f}", value, decimals));
}

std::string format_exact_number(double value) {
  assert(std::isfinite(value));
  if (!std::isfinite(value)) return "absent";
  if (value == 0) return "0";
  const int magnitude = static_cast<int>(std::floor(std::log10(std::fabs(value))));
  const int decimals = exact_significant_digits - 1 - magnitude;
  return format_number(value, decimals < 0 ? 0 : decimals);
}

std::string format_readable_number(double value) {
  // Beyond the integers that a double distinguishes, digits are noise, up to 300 of them; as many are the zeros before
  // a small number's first digit.
  const double size = std::fabs(value);
  if (std::isfinite(value) && (size >= 1e15 || (size > 0 && size < 1e-12))) return fmt::format("{:.6g}", value);
  const std::string text = format_number(value);
  return text == "0" && value != 0 ? format_exact_number(value) : text;
}

}  // namespace reconverge::report
