// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "core/result.hpp"
#include "emulator/launch/launch.hpp"
#include "sass/parameter_table.hpp"

namespace reconverge::cli {

/// Whether the arguments of a launch, if there are any, are as many and as large as the parameters of the kernel, and
/// lie where they do; structures are put there. Nothing is done without a table. Fails with Failure::usage.
core::Result<core::Done> fit_arguments(emulator::Launch& launch,
                                       const std::optional<std::vector<sass::Parameter>>& parameters);

}  // namespace reconverge::cli
