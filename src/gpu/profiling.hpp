// SPDX-License-Identifier: MIT
#pragma once

#include "core/result.hpp"
#include "gpu/machine.hpp"

namespace reconverge::gpu {

/// Requirements of `profile` beside driver and cards: the library that is injected, CUPTI and its version against the
/// driver's, the right to read counters, no other process that reads them, cards whose instructions can be counted.
///
/// @param injected  path of the library that is loaded into applications, or why there is none
std::vector<Check> examine_profiling(const Tools& tools, const core::Result<std::string>& injected);

}  // namespace reconverge::gpu
