// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

#include "core/result.hpp"
#include "study/inference/fit_summary.hpp"
#include "study/inference/validation.hpp"

/// Fits as JSON (docs/schemas/fit.schema.json).
namespace reconverge::study {

/// Adds everything after the head of the record.
void add_to_record(const Fit& fit, const FitSummary& summary, nlohmann::ordered_json& record);
nlohmann::ordered_json to_json(const Validation& validation);

/// The part of a fit that a prediction needs. Fails with Failure::input if this is not a fit.
core::Result<Fit> read_fit(std::string_view text, const std::string& source);

}  // namespace reconverge::study
