// SPDX-License-Identifier: MIT
#pragma once

#include "cli/commands/diff_report.hpp"

namespace reconverge::cli {

/// A buffer, or a variable of the device, that the two runs left different.
struct ResultDifference {
  std::string argument = {};  ///< "1", or "0.2" of what a member of a structure points to; empty: of no argument
  std::string variable = {};  ///< its name in the source; empty: no variable
  std::size_t elements = 0, different = 0;
  std::size_t first = 0;  ///< element that differs
  std::string old_value = {}, new_value = {};
  /// A largest difference of two elements, and the first element that has it.
  struct Largest {
    double value = 0;
    std::size_t element = 0;
  };
  std::optional<Largest> absolute = {};  ///< nothing: the type is not known, or one of each pair is not finite
  std::optional<Largest> relative = {};  ///< to the old value; nothing likewise, or if all old values are 0
  std::size_t not_finite = 0;            ///< of `different`: one of the two is infinite or no number

  /// "argument 1", "variable counter"
  std::string name() const;
};
/// Nothing where results are not compared: `results_text` says why.
std::vector<ResultDifference> result_differences(const DiffResult& result);

/// "equal for these inputs: all 64 elements of 2 buffers", "27 of 32 elements of argument 1 (first [0]: 1 -> 2; ...)",
/// or why they are not compared.
std::string results_text(const DiffResult& result);
/// Whether the results are equal, and where not.
report::Section results_section(const DiffResult& result);
/// Adds what was compared and what differs to a run record.
void add_results(const DiffResult& result, nlohmann::ordered_json& record);

}  // namespace reconverge::cli
