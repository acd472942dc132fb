// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace reconverge::fuzz {

/// Reads the bytes as a listing and, where that gives functions, analyses, prints and reads them
/// again. Returns what is wrong; empty if the bytes gave a diagnostic with its place, or functions
/// whose printed form reads back as the same.
std::string check_sass_reader(std::string_view bytes);

}  // namespace reconverge::fuzz
