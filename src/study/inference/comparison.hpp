// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "study/inference/measurement.hpp"

namespace reconverge::study {

enum class SignificanceTest { welch, rank };

/// The judgement of a difference.
enum class Judgement {
  equal,        ///< the numbers are the same, and nothing has spread
  differs,      ///< the numbers differ, and nothing has spread
  significant,  ///< the samples differ by more than chance, all tests of the comparison together
  chance,       ///< the samples differ no more than by chance
  within,       ///< the measured cycles lie in the interval of the prediction
  outside,      ///< they do not
  untested,     ///< one sample against spread: nothing can be said
  only_left,
  only_right,
};

struct ComparedState {
  std::string benchmark;
  int n = 0;
  std::optional<double> left, right;  ///< cycles; nothing if the state is missing there
  std::optional<double> difference;   ///< right less left, cycles
  std::optional<double> percent;      ///< of the left; nothing if that is 0
  std::optional<double> p_value;      ///< adjusted for the number of tests (Holm)
  Judgement judgement = Judgement::equal;
  std::string why_missing = {};
};

struct Comparison {
  std::string left, right;  ///< file, and device if it is said
  SignificanceTest test = SignificanceTest::welch;
  std::vector<ComparedState> states;
  double worst_difference = 0;  ///< cycles, as a size
  double worst_percent = 0;     ///< as a size
  std::size_t compared = 0;     ///< states that both sides have
};

/// State by state. The same benchmark and n belong together; if each side has one benchmark only,
/// their names need not agree. Fails with Failure::check if nothing belongs together.
core::Result<Comparison> compare(const std::vector<Measurement>& left, const std::vector<Measurement>& right,
                                 SignificanceTest test);

std::string_view to_string(Judgement judgement);

/// Chance of a false alarm in the whole comparison.
inline constexpr double significance = 0.05;

}  // namespace reconverge::study
