// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "gpu/bench.hpp"
#include "report/document.hpp"

namespace reconverge::study {

/// Points over n.
using MeasuredPoints = std::vector<std::pair<double, double>>;

/// Measurements of the paper's kernels on one card, by kernel: "single_loop", "double_loop".
struct MeasuredCard {
  std::string name;  ///< "NVIDIA H100 80GB HBM3 (GPU 0)"
  std::string provenance;
  std::map<std::string, MeasuredPoints> cycles;
  std::map<std::string, MeasuredPoints> instructions;  ///< counters, of the whole kernel
  std::map<std::string, MeasuredPoints> branches;
  std::string absent_because;  ///< why cycles are missing, where they are
  std::string counters_absent_because;
};

/// The kernels that the paper's figures need.
std::vector<std::string> measured_kernels();

std::vector<MeasuredCard> measured_cards(const gpu::BenchResult& result);

/// Adds a series of every card to every figure, and a row of every card to the table of overheads.
/// Where a card cannot have what a figure shows, the series is absent with the reason.
void add_measured(const std::vector<MeasuredCard>& cards, report::Report& report);

}  // namespace reconverge::study
