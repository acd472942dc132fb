// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"
#include "statistics/mixture.hpp"

namespace reconverge::study {

/// One kernel under one lane pattern.
struct MeasuredState {
  int n = 0;
  bool has_n = true;                                ///< false: the lane pattern was a fixed one, `n` means nothing
  std::vector<double> samples;                      ///< cycles; empty if the state is not ok
  std::string why_not = {};                         ///< status and reason of a state that is not ok
  std::optional<double> divergent_branches = {};    ///< a counter's reading
  std::optional<statistics::Bounds> interval = {};  ///< of a prediction, cycles
};

/// One benchmark of one results file.
struct Measurement {
  std::string source;            ///< file
  std::string benchmark;         ///< "single_loop"
  std::string device = {};       ///< its number in the file; empty: not said
  std::string device_name = {};  ///< empty: not said
  std::string arch = {};         ///< "sm_90"; empty: not said
  std::string pattern = {};      ///< family of lane patterns, "staircase"; empty: not said
  std::string verdict = {};      ///< divergent, predicated, moved, unchecked; empty: not said
  std::string verdict_reason = {};
  std::string options = {};  ///< how it was measured, as the file says it; empty: not said
  bool predicted = false;    ///< computed by `predict`, not measured
  std::vector<MeasuredState> states = {};

  /// "Hopper H100 (sm_90), device 0"; empty if nothing is said.
  std::string device_label() const;
};

/// How a CSV is to be read.
struct CsvChoice {
  std::string column = {};                   ///< of the cycles; empty: the first known one
  std::vector<std::string> conditions = {};  ///< "preheat=1": rows that count
};

/// Reads the JSON of `bench` or of `predict`, or a CSV with a column `n` and one of cycles. Fails with
/// Failure::input and the place; numbers that are not finite are refused.
core::Result<std::vector<Measurement>> read_measurements(std::string_view text, const std::string& source,
                                                         const CsvChoice& choice = {});

core::Result<std::vector<Measurement>> read_measurement_json(std::string_view text, const std::string& source);
core::Result<std::vector<Measurement>> read_measurement_csv(std::string_view text, const std::string& source,
                                                            const CsvChoice& choice);

/// Rows of a CSV: cells, each line with its number. Quoted cells as in RFC 4180.
struct CsvRow {
  std::uint32_t line = 0;
  std::vector<std::string> cells;
};
core::Result<std::vector<CsvRow>> read_csv_rows(std::string_view text, const std::string& source);

}  // namespace reconverge::study
