// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "measurements/bench_file.hpp"

namespace reconverge::golden {

/// Every file of data/measured but those of blocks of several warps (occupancy_test.cpp), relative to it:
/// "h100/probes/kernels/calls.json".
std::vector<std::string> measured_files();

/// One of them. A file that cannot be read fails the test and gives nothing.
std::vector<measurements::BenchRun> measured(const std::string& file);

}  // namespace reconverge::golden
