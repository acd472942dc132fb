// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "cli/session.hpp"
#include "core/result.hpp"
#include "gpu/bench.hpp"
#include "measurements/listings.hpp"

namespace reconverge::cli {

/// The paper's kernels, measured for every n with 256 samples on the chosen cards.
struct PaperMeasurement {
  gpu::BenchResult result;
  std::string json;                                 ///< the whole of it, as `bench --json` writes it
  std::vector<measurements::ListingFile> listings;  ///< files beside it
};

core::Result<PaperMeasurement> measure_paper(const std::string& devices, bool counters, const Session& session);

}  // namespace reconverge::cli
