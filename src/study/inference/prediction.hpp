// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "study/inference/fit_summary.hpp"
#include "timing/generation.hpp"

namespace reconverge::study {

/// Costs with which cycles are predicted: explanations of a fit, or one record.
struct Pricing {
  std::vector<Explanation> explanations;  ///< heaviest first
  std::size_t benchmarks = 0;             ///< bases in front of the coefficients
  std::optional<std::size_t> base_place;  ///< the base that belongs to the predicted code
  std::optional<double> given_base;       ///< cycles; instead of a fitted one
  std::string base_from;                  ///< where the base comes from, or why there is none
  std::string source;                     ///< where the costs come from
  std::string no_interval_because;        ///< empty: the costs have an uncertainty
};

/// The costs of a fit. `kernel` is the name of the predicted code among the paper's kernels, or empty.
Pricing pricing_of(const Fit& fit, std::string_view kernel, std::string source);
/// The costs of a generation record. Fails with Failure::check if it lacks one.
core::Result<Pricing> pricing_of(const timing::Generation& generation, const emulator::SpillRule& rule,
                                 std::string_view kernel);

inline constexpr const char* no_price_of_spill = "it spills, and no spill was ever priced";

/// The prediction of one candidate.
struct CandidatePrediction {
  Candidate candidate;  ///< the first of those that agree
  double weight = 0;
  double spills = 0;
  std::optional<double>
      cycles;  ///< with the base; nothing: it spills, and no spill was ever priced, or there is no base
};

struct PredictedState {
  int n = 0;
  double divergent_branches = 0;
  std::uint32_t depth = 0;
  std::optional<double> spills;                 ///< by the heaviest candidate that has a price
  std::optional<double> divergence_cycles;      ///< what divergence adds to the base
  std::optional<double> cycles;                 ///< with the base
  std::optional<statistics::Bounds> interval;   ///< of `cycles`
  std::string no_interval_because = {};         ///< empty: there is one
  std::vector<CandidatePrediction> candidates;  ///< that differ, heaviest first
  bool unpriced = false;                        ///< some candidate spills without a price
};

/// One run under the costs.
PredictedState predict(const StackTrace& trace, int n, const Pricing& pricing);

}  // namespace reconverge::study
