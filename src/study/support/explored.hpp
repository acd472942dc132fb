#pragma once

#include <string>

#include "explorer/scene.hpp"
#include "study/support/kernel_run.hpp"

namespace reconverge::study {

/// Runs a kernel of sm_70 or later for the explorer: the first kernel of a scene, for its first
/// generation.
explorer::Run explore_kernel(KernelSpec spec, std::string pattern);

}  // namespace reconverge::study
