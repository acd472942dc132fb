// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "explorer/scene.hpp"
#include "run/kernel_run.hpp"

namespace reconverge::study {

/// Findings of a launch of which some warps are shown.
struct Found {
  std::vector<observers::Finding> shown;   ///< of these warps
  std::vector<observers::Finding> others;  ///< of other warps alone, or of blocks that contend
};

/// Runs a kernel of sm_70 or later for the explorer: the first kernel of a scene, for its first
/// generation. Counts and cycles by row are of the warp of the timeline alone.
/// @param found  where findings go; null: they are not wanted
explorer::Run explore_kernel(run::KernelSpec spec, std::string pattern, Found* found = nullptr);

/// The same of every warp of the block KernelSpec::timeline_block. Counts by row are of all of them, and are in the
/// first.
std::vector<explorer::Run> explore_block(run::KernelSpec spec, const std::string& pattern, Found* found = nullptr);

}  // namespace reconverge::study
