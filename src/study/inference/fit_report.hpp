// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "report/document.hpp"
#include "study/inference/fit_summary.hpp"
#include "study/inference/validation.hpp"

/// Fits as tables and figures.
namespace reconverge::study {

/// Every number with its interval and provenance. Absent ones say why.
report::Table estimates_table(const Fit& fit, const FitSummary& summary);
/// The explanations that the data leave, heaviest first.
report::Table explanations_table(const Fit& fit);
/// Measured, fitted and their difference for every state.
report::Table residuals_table(const Fit& fit);
report::Figure residuals_figure(const Fit& fit);
/// What the data do not determine.
report::Text limits_text(const FitSummary& summary);

/// Predicted and measured cycles of a benchmark that was not used.
report::Table validation_table(const Validation& validation);
/// @param observed  what the cycles are that were predicted: "measured", or made in another way
report::Figure validation_figure(const Validation& validation, std::string_view observed = "measured");
/// "no spill was seen", or why there can be none.
std::string no_spill_reason(const Fit& fit, const FitSummary& summary);

}  // namespace reconverge::study
