// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "core/result.hpp"

namespace reconverge::sass {

/// Whether a text is an array of JSON, as `nvdisasm -json` prints.
bool is_json_array(std::string_view text);

/// The same code as a listing with one line for each function and instruction. The addresses are counted:
/// the rows have to fill the length that the file gives. Encodings, notes and constant banks are not in it.
/// Fails with Failure::input.
core::Result<std::string> listing_of_json(std::string_view text, const std::string& source);

}  // namespace reconverge::sass
