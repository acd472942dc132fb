// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

#include "report/document.hpp"
#include "study/inference/comparison.hpp"
#include "study/inference/prediction.hpp"

/// Comparisons and predictions as tables, figures and JSON.
namespace reconverge::study {

report::Table comparison_table(const Comparison& comparison);
report::Figure comparison_figure(const Comparison& comparison);
void add_to_record(const Comparison& comparison, nlohmann::ordered_json& record);

/// One predicted code under one pricing.
struct PredictionSeries {
  std::string benchmark;
  Pricing pricing;
  std::vector<PredictedState> states;
};

report::Table prediction_table(const PredictionSeries& series);
report::Figure prediction_figure(const PredictionSeries& series);
void add_to_record(const PredictionSeries& series, nlohmann::ordered_json& record);
/// Remarks that belong beside the numbers.
std::vector<std::string> remarks(const PredictionSeries& series);

}  // namespace reconverge::study
