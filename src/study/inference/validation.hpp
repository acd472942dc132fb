// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "study/inference/fit_summary.hpp"
#include "study/inference/prediction.hpp"

namespace reconverge::study {

/// A benchmark that was not used, predicted by a fit of others: the paper's own test of its model.
struct Validation {
  /// Measured less predicted, by one spill rule that the fit leaves open (or without spills).
  struct ByRule {
    std::string rule;                ///< "no spills" without a knee
    std::vector<double> predicted;   ///< cycles, one a state
    std::vector<double> difference;  ///< cycles
    double worst = 0;                ///< largest difference, cycles, as a size
    double worst_percent = 0;        ///< of the measured cycles of its state
  };
  std::string benchmark;
  std::vector<int> n;
  std::vector<double> measured;
  double base = 0;            ///< cycles: measured at the smallest n, less the divergence predicted there
  std::vector<ByRule> rules;  ///< in the order of the rules
};

/// The base of the target is unknown to the fit: its first state gives it, so that state fits by
/// definition. `kernel` is emulated with the staircase of each n.
core::Result<Validation> validate(const Fit& fit, const Measurement& target, const PaperKernel& kernel);

}  // namespace reconverge::study
