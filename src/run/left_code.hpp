// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "run/kernel_block.hpp"
#include "run/plan.hpp"

namespace reconverge::run {

/// Times a launch as the card does behind launches of the same code: the nearest instruction caches begin with the
/// lines that those left. If they are not given (KernelSpec), it runs a few times, each time with what the one before
/// left, until that is the same again. Not if all of its code fits, if warps share a sub-partition or their cycles are
/// not known, or if calls of the driver (printf, malloc) would act more than once.
void follow_launches(KernelPlan& plan);

/// What a block that has run leaves to launches of the same code: KernelRun::code_left.
std::vector<timing::HeldLines> code_left_by(const KernelPlan& plan, const KernelBlock& block);

}  // namespace reconverge::run
