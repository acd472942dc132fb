// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "study/inference/mechanism_fit.hpp"

namespace reconverge::study {

/// A number in cycles with the interval that holds it with a belief of `level`. For exact data the
/// interval holds every value that reproduces them.
struct Estimate {
  double value = 0;
  statistics::Bounds interval;

  /// Without it the interval is a point, which says nothing of how sure the number is.
  bool has_spread() const { return interval.high - interval.low >= 5e-5; }
};
inline constexpr const char* no_spread = "no spread: every state that takes part is reproduced exactly";

enum class Knee { found, none, undecided };

/// A fit in words and numbers for people.
struct FitSummary {
  std::vector<Estimate> bases;  ///< one a benchmark
  Estimate branch;              ///< cost of a divergent branch
  Knee knee = Knee::undecided;  ///< does the stack spill on these data?
  double knee_belief = 0;
  std::optional<Estimate> spill;  ///< a spill and its reload; nothing without a knee
  std::optional<Candidate> best;  ///< of the heaviest explanation with spills; nothing without a knee
  std::vector<int> capacities;    ///< entries, rising: those that the data leave; without a knee nothing
  std::vector<int> chunks;        ///< entries, rising
  std::vector<const emulator::SpillRule*> rules;  ///< in their own order
  std::optional<int> at_least;                    ///< without a knee: entries that the stack holds at least
  double worst_residual = 0;                      ///< cycles, of the states that take part
  std::vector<std::string> cannot_tell;           ///< what the data leave open, and why
};

FitSummary summarise(const Fit& fit);

/// "16", "16..18" or "16, 20".
std::string list_text(const std::vector<int>& sorted);

/// "32 (31.4 to 32.6)"; a point is shown once.
std::string to_string(const Estimate& estimate);

}  // namespace reconverge::study
