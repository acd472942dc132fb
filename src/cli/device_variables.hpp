// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/result.hpp"
#include "emulator/launch/launch.hpp"

namespace reconverge::cli {

/// Gives device variables and constants the values of --symbol, "NAME=i32:5", and notes those that --save names,
/// "NAME" or "NAME:TYPE". A name is that of the file or as the source has it, if only one variable is called so. Fails
/// with Failure::usage.
///
/// @param launch  with the data of the kernel's file
core::Result<core::Done> add_variables(const std::vector<std::string>& symbols, const std::vector<std::string>& wanted,
                                       emulator::Launch& launch);

}  // namespace reconverge::cli
