// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "cli/commands/diff_report.hpp"
#include "cli/launch_options.hpp"
#include "cli/program_options.hpp"
#include "cli/record_options.hpp"
#include "cli/session.hpp"

namespace reconverge::cli {

/// The launch of both builds.
struct DiffInputs {
  LaunchOptions launch;
  RecordOptions record;
  bool explores = false;  ///< keeps the timelines of the warps that a page shows
  std::string warp = {};  ///< which ones, as for `trace`; empty: the one there is, else that which changes most
};

/// Reads the two builds. The function of the new one is that which is named, else the one that matches the old one's.
core::Result<std::pair<Program, Program>> read_builds(const ProgramOptions& old_build, const ProgramOptions& new_build);

/// Runs one build, and gathers what its lines cost.
/// @param said  warnings that were printed before, which are not printed again; those of this build are added
core::Result<DiffSide> run_build(const std::string& input, Program program, const DiffInputs& inputs,
                                 const Session& session, std::vector<std::string>& said);

/// Keeps the timelines of warps of both runs for a page, if one is wanted: of a launch of several those of the block of
/// the warp that changes most, if nobody chose one.
core::Result<core::Done> explore(const DiffInputs& inputs, DiffSide& old_side, DiffSide& new_side);

}  // namespace reconverge::cli
