// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "study/inference/measurement.hpp"
#include "study/support/paper_kernels.hpp"

namespace reconverge::study {

/// A warm series of data/hopper/paper_kernels_h100.csv, under the kernel's name here.
core::Result<Measurement> hopper_series(const PaperKernel& kernel, const std::string& name_in_file);

/// One row of data/hopper/detailed_lane0_h100.csv.
struct StampInterval {
  int n = 0;
  int stamp = 0;      ///< of lane 0, from 1
  double cycles = 0;  ///< since the one before
};
core::Result<std::vector<StampInterval>> hopper_stamps();

}  // namespace reconverge::study
