// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "cli/commands/diff_report.hpp"

/// What two builds lost because lanes of a warp were apart, or left out by guards; and their findings.
namespace reconverge::cli {

/// "SIMT efficiency 47.1 % -> 79.0 %; cycles while lanes were elsewhere 9,120 -> 410; ..."
std::string lanes_text(const DiffResult& result);
/// The same as rows of the table of totals: what, old, new, change.
void add_lanes(const DiffResult& result, report::Table& table);
/// The same of one build, under the names that `emulate` has for them.
void add_lanes(const DiffSide& side, nlohmann::ordered_json& json);

/// A finding of one build, whose counterpart the other has not: of its kind, at the same line of the source.
struct LoneFinding {
  std::string kind, place, message;  ///< place: "kernel.cu:31 0x0b40 STS"
  observers::Finding finding;
};
std::vector<LoneFinding> new_findings(const DiffResult& result);
std::vector<LoneFinding> gone_findings(const DiffResult& result);
/// Lines for a person; none if neither build has a finding of its own.
std::vector<std::string> finding_texts(const DiffResult& result);
/// "new_findings" and "gone_findings".
void add_findings(const DiffResult& result, nlohmann::ordered_json& record);

}  // namespace reconverge::cli
