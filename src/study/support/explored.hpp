// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "explorer/scene.hpp"
#include "run/kernel_run.hpp"

namespace reconverge::study {

/// Runs a kernel of sm_70 or later for the explorer: the first kernel of a scene, for its first
/// generation. Counts and cycles by row are of the warp of the timeline alone.
/// @param findings  where those of the launch go; null: they are not wanted
explorer::Run explore_kernel(run::KernelSpec spec, std::string pattern,
                             std::vector<observers::Finding>* findings = nullptr);

/// The same of every warp of the block KernelSpec::timeline_block. Counts by row are of all of them, and are in the
/// first.
std::vector<explorer::Run> explore_block(run::KernelSpec spec, const std::string& pattern,
                                         std::vector<observers::Finding>* findings = nullptr);

}  // namespace reconverge::study
