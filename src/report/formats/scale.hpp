// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "report/document.hpp"

namespace reconverge::report {

/// An axis from data to pixels: the range, and the position and text of ticks.
struct Scale {
  double low = 0;
  double high = 1;
  std::vector<double> ticks;
  std::vector<std::string> labels;  ///< one per tick

  /// 0 at the low end, 1 at the high end.
  double fraction(double value) const { return (value - low) / (high - low); }
};

/// Round numbers 1, 2 or 5 times a power of ten inside [low, high], about `wanted` of them.
std::vector<double> choose_ticks(double low, double high, int wanted);

/// A scale that shows every value with some room around them. With `from_zero` it starts at 0 when
/// the values are not negative and not all far from 0, so that heights can be compared; one height alone is shown from
/// 0. One place alone is in the middle, the one tick.
Scale make_scale(const Axis& axis, const std::vector<double>& values, int wanted_ticks, bool from_zero);

/// "41 548": thousands parted by thin spaces, for labels only.
std::string grouped(const std::string& number);

}  // namespace reconverge::report
