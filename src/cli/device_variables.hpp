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

/// The variables of the device that a kernel can write, as words of 32 bits, or bytes where the size is no multiple of
/// four: their types are not known. Each is shown by the file's name.
std::vector<emulator::WantedVariable> writable_variables(const emulator::Launch& launch);

/// A variable's name in the source. The part that the compiler puts before names of one file alone, which depends on
/// the build, is left out.
std::string source_name_of_variable(const std::string& name);

}  // namespace reconverge::cli
