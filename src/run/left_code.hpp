// SPDX-License-Identifier: MIT
#pragma once

#include "run/plan.hpp"

namespace reconverge::run {

/// Times a launch as the card does behind launches of the same code: the nearest instruction caches begin with the
/// lines that those left. It runs a few times for that, each time with what the one before left, until that is the same
/// again. Not if all of its code fits, if warps share a sub-partition or their cycles are not known, or if calls of the
/// driver (printf, malloc) would act more than once.
void follow_launches(KernelPlan& plan);

}  // namespace reconverge::run
