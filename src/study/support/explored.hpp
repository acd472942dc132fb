#pragma once

#include <string>

#include "explorer/scene.hpp"
#include "run/kernel_run.hpp"

namespace reconverge::study {

/// Runs a kernel of sm_70 or later for the explorer: the first kernel of a scene, for its first
/// generation.
explorer::Run explore_kernel(run::KernelSpec spec, std::string pattern);

}  // namespace reconverge::study
