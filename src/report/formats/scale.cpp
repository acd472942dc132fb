// SPDX-License-Identifier: MIT
#include "report/formats/scale.hpp"

#include <algorithm>
#include <cmath>

#include "report/formats/cell.hpp"
#include "report/formats/formats.hpp"

namespace reconverge::report {
namespace {

constexpr double room = 0.03;  // share of the range left free beyond the outermost points

double round_step(double smallest) {
  const double power = std::pow(10.0, std::floor(std::log10(smallest)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= smallest * (1 - 1e-9)) return factor * power;
  }
  return 10 * power;
}

bool all_whole(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double v) { return v == std::floor(v); });
}

}  // namespace

std::vector<double> choose_ticks(double low, double high, int wanted) {
  const double step = round_step((high - low) / std::max(wanted, 1));
  // Each tick is a product, not a running sum, so that 0.1 * 3 stays the only rounding.
  std::vector<double> ticks;
  const double first = std::ceil(low / step - 1e-9);
  const double last = std::floor(high / step + 1e-9);
  for (double i = first; i <= last; ++i) ticks.push_back(i * step);
  return ticks;
}

Scale make_scale(const Axis& axis, const std::vector<double>& values, int wanted_ticks, bool from_zero) {
  Scale scale;
  std::vector<double> shown = values;
  for (const double tick : axis.ticks) {
    if (std::isfinite(tick)) shown.push_back(tick);
  }
  if (shown.empty()) return scale;

  const auto [smallest, largest] = std::minmax_element(shown.begin(), shown.end());
  scale.low = *smallest;
  scale.high = *largest;
  const double only = scale.low;
  const bool is_one = scale.high == scale.low;
  const bool is_one_place = is_one && !from_zero;
  if (is_one && from_zero) {  // one height, and where it is counted from
    scale.low = std::min(only, 0.0);
    scale.high = only == 0 ? 1 : std::max(only, 0.0);
  }
  const bool starts_at_zero = from_zero && scale.low >= 0 && scale.low <= 0.4 * scale.high;
  if (starts_at_zero) scale.low = 0;
  if (is_one_place) {  // in the middle, and nothing else is said of the axis
    const double half = std::max(1.0, std::fabs(only));
    scale.low -= half;
    scale.high += half;
  } else {
    const double margin = room * (scale.high - scale.low);
    if (!starts_at_zero) scale.low -= margin;
    scale.high += margin;
  }

  if (is_one_place && axis.ticks.empty()) {
    scale.ticks = {only};
  } else if (axis.ticks.empty()) {
    scale.ticks = choose_ticks(scale.low, scale.high, wanted_ticks);
    if (all_whole(values)) std::erase_if(scale.ticks, [](double t) { return t != std::floor(t); });
  } else {
    std::copy_if(axis.ticks.begin(), axis.ticks.end(), std::back_inserter(scale.ticks),
                 [](double tick) { return std::isfinite(tick); });
  }
  for (const double tick : scale.ticks) scale.labels.push_back(grouped(format_exact_number(tick)));
  return scale;
}

std::string grouped(const std::string& number) {
  const std::size_t start = number.starts_with('-') ? 1 : 0;
  const std::size_t end = std::min(number.find('.'), number.size());
  if (end - start <= 4) return number;
  std::string text = number.substr(0, start);
  for (std::size_t i = start; i < number.size(); ++i) {
    if (i > start && i < end && (end - i) % 3 == 0) text += "\u2009";
    text += number[i];
  }
  return text;
}

}  // namespace reconverge::report
