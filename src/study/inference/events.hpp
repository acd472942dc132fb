// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "study/inference/measurement.hpp"
#include "study/inference/stack_trace.hpp"
#include "study/support/paper_kernels.hpp"

namespace reconverge::study {

/// Events in each state of a measurement, for every candidate. All columns have one entry a
/// state.
struct EventTable {
  std::vector<int> n;
  std::vector<double> divergent_branches;
  std::vector<int> depth;                   ///< empty if the stack is not known
  std::vector<std::vector<double>> spills;  ///< one column a candidate; empty if the stack is not known
  std::string provenance;                   ///< "emulated: ..." or "counters: ..."
};

/// The run that belongs to one n.
using SpecificationOf = std::function<core::Result<run::SimulationSpec>(int n)>;

/// Emulates every n once and replays the stack for every candidate.
core::Result<EventTable> emulate_events(const SpecificationOf& specification, const std::vector<int>& n,
                                        std::string provenance);

/// The same from the paper's listing of a kernel, its loop bounds by a family of lane patterns with
/// 0 <= n <= 31.
core::Result<EventTable> emulate_events(const PaperKernel& kernel, const std::vector<int>& n,
                                        const std::string& family = "staircase");

/// The counter readings of the measurement. They say nothing of the stack.
core::Result<EventTable> counted_events(const Measurement& measurement);

/// The paper's kernel that a benchmark of this name repeats, or null: with a closing barrier or with
/// bounds that the compiler knows to be equal it branches alike.
const PaperKernel* listing_for(std::string_view benchmark);

}  // namespace reconverge::study
