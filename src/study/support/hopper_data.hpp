// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "study/inference/measurement.hpp"
#include "study/support/paper_kernels.hpp"

namespace reconverge::study {

/// Where hopper_series() are from.
inline constexpr std::string_view hopper_series_file = "data/measured/h100/first/paper_kernels.csv";
/// A warm series, under the kernel's name here.
core::Result<Measurement> hopper_series(const PaperKernel& kernel, const std::string& name_in_file);

/// One row of data/measured/h100/first/detailed_lane0.csv.
struct StampInterval {
  int n = 0;
  int stamp = 0;      ///< of lane 0, from 1
  double cycles = 0;  ///< since the one before
};
core::Result<std::vector<StampInterval>> hopper_stamps();

}  // namespace reconverge::study
