// SPDX-License-Identifier: MIT
#pragma once

#include "cli/commands/diff_report.hpp"

namespace reconverge::cli {

/// A buffer that the two runs left different.
struct ResultDifference {
  std::size_t argument = 0;
  std::size_t elements = 0, different = 0;
  std::size_t first = 0;  ///< element that differs
  std::string old_value = {}, new_value = {};
};
/// Nothing where results are not compared: `results_text` says why.
std::vector<ResultDifference> result_differences(const DiffResult& result);

/// "equal: all 64 elements of 2 buffers", "27 of 32 elements of argument 1", or why they are not compared.
std::string results_text(const DiffResult& result);
/// Whether the results are equal, and where not.
report::Section results_section(const DiffResult& result);
/// Adds what was compared and what differs to a run record.
void add_results(const DiffResult& result, nlohmann::ordered_json& record);

}  // namespace reconverge::cli
