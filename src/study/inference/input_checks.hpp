// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/result.hpp"
#include "study/inference/measurement.hpp"

namespace reconverge::study {

/// Which measurements of several files a fit uses.
struct InputChoice {
  std::vector<std::string> benchmarks = {};  ///< names; empty: all
  std::string device = {};                   ///< number or name; empty: there must be one only
  std::string pattern = {};                  ///< family of lane patterns; empty: all
  std::vector<std::string> options = {};     ///< "inner_unroll=1": only what was measured so
  bool allow_gaps = false;                   ///< n may be missing within a series
};

/// The chosen measurements, each with its good states only, n rising. Fails where a fit would give a
/// number that means nothing: predictions, two devices, code that does not diverge, missing n, too
/// few states, constant cycles. The failure is Failure::check, or Failure::usage for unknown names.
core::Result<std::vector<Measurement>> choose_inputs(std::vector<Measurement> measurements, const InputChoice& choice);

/// The least number of states of a series.
inline constexpr std::size_t fewest_states = 4;

}  // namespace reconverge::study
