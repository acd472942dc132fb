// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/result.hpp"
#include "report/document.hpp"
#include "study/support/context.hpp"

/// Small pieces that the studies share when they turn runs into tables and figures.
namespace reconverge::study {

inline report::Cell cell(std::uint64_t value) { return static_cast<std::int64_t>(value); }
inline report::Cell cell(int value) { return static_cast<std::int64_t>(value); }
/// A number, or absent with the reason.
report::Cell cell(const core::Result<double>& value);

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

/// Adds a column and a note that say what the user gave; nothing if he gave nothing.
void mark_overrides(const std::vector<std::string>& given, report::Table& table);
inline void mark_overrides(const Context& context, report::Table& table) {
  mark_overrides(context.options().given, table);
}
/// For plain text, where the note is enough: without the column.
report::Table without_given_column(report::Table table);
/// Given values except costs, which never change a count.
std::vector<std::string> given_for_counts(const Context& context);

/// The contract's table of one kernel: `<kernel>.csv`.
report::Table kernel_table(const Context& context, const PaperKernel& kernel);

/// A command as a shell takes it: words with other than plain characters in quotes.
std::string command_line(const std::vector<std::string>& words);

/// A series of the paper whose data files were never published.
report::Series absent_series(std::string name, std::string because);

inline constexpr const char* no_measured_data = "the authors' measured data files are not available";

}  // namespace reconverge::study
