// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "core/result.hpp"
#include "emulator/launch/launch.hpp"

namespace reconverge::cli {

/// Reads `{f32:1,i32[2]=7,&1+256,{...}}`, as C lays its members out, a pointer by itself, `&1+256`, or `bytes:@FILE`.
/// Fails with Failure::usage, or Failure::environment if a file cannot be read.
///
/// @param argument  the whole option, for messages
core::Result<emulator::Structure> parse_structure(std::string_view text, std::string_view argument);

/// Whether a text is one of these, by its beginning.
bool is_structure(std::string_view text);

}  // namespace reconverge::cli
