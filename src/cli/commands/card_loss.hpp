// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/bench.hpp"

namespace reconverge::cli {

/// The exit status of a verb that used cards. If one of them is lost to a launch that hangs, ends the
/// program here: the driver's own clean-up would wait for the launch, the end of the process does not.
int leave_cards(const gpu::BenchResult& result, int status);

}  // namespace reconverge::cli
