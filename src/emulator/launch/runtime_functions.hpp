// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "sass/program.hpp"

/// Functions that compiled code calls and no file holds, since the driver brings them: printf, assert, malloc, free.
/// Each has a row of a table: an operation of its own on the registers of the call, and a return.
namespace reconverge::emulator {

/// The code of such a function; nothing if there is none of this name.
///
/// @param arch  "sm_90"
std::optional<sass::Function> runtime_function(std::string_view name, const std::string& arch);

/// Substitute for another function of the driver: one row with its name, which cannot be executed.
sass::Function missing_function(std::string_view name, const std::string& arch);

}  // namespace reconverge::emulator
