// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "core/result.hpp"
#include "emulator/launch/launch.hpp"

namespace reconverge::cli {

/// The error of an option that gives values.
///
/// @param argument  the option as it was given: "--arg 'i32:x'"
core::Diagnostic wrong_argument(std::string_view argument, std::string_view what);

/// Reads "TYPE[COUNT]" or "TYPE[COUNT]=CONTENT". Fails with Failure::usage, or Failure::environment if a file cannot
/// be read.
///
/// @param argument  the whole option, for messages
core::Result<emulator::Buffer> parse_buffer(std::string_view text, std::string_view argument);

}  // namespace reconverge::cli
