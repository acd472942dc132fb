// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "study/inference/fit_summary.hpp"

namespace reconverge::study {

/// What these data do not determine, one sentence each, with the reason and what would.
std::vector<std::string> limits_of(const Fit& fit, const FitSummary& summary);

}  // namespace reconverge::study
