// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/result.hpp"
#include "report/document.hpp"
#include "report/tables.hpp"
#include "study/support/context.hpp"

/// Small pieces that the studies share when they turn runs into tables and figures.
namespace reconverge::study {

using report::cell;

/// The axis n = 0..31 with the paper's ticks.
report::Axis n_axis();

/// One point for every n.
template <typename Value> std::vector<std::pair<double, double>> points_over_n(Value value_at) {
  std::vector<std::pair<double, double>> points;
  for (int n = 0; n < staircase_count; ++n) points.emplace_back(n, static_cast<double>(value_at(n)));
  return points;
}

/// Total or divergence cycles of one generation for every n; absent if any point is.
report::Series cycles_series(const Context& context, const PaperKernel& kernel, std::string_view spill_rule,
                             std::string_view generation, bool total);

/// The number of its colour in every figure.
std::size_t generation_colour(std::string_view generation);

/// Cycles of one generation in one run.
const run::GenerationCycles& cycles_of(const run::Simulation& simulation, std::string_view generation);

/// "emulated, lazy spills, costs of the paper", with the user's overrides if there are any.
std::string emulated_provenance(const Context& context, std::string_view spill_rule);

/// report::mark_given() of what the user overrode.
inline void mark_overrides(const Context& context, report::Table& table) {
  report::mark_given(context.options().given, table);
}
/// Given values except costs, which never change a count.
std::vector<std::string> given_for_counts(const Context& context);

/// The contract's table of one kernel: `<kernel>.csv`.
report::Table kernel_table(const Context& context, const PaperKernel& kernel);

/// A series of the paper whose data files were never published.
report::Series absent_series(std::string name, std::string because);

inline constexpr const char* no_measured_data = "the authors' measured data files are not available";

}  // namespace reconverge::study
