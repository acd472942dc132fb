// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

/// What each target defines; libfuzzer.cpp and driver.cpp run it.
namespace reconverge::fuzz {

/// Gives the bytes to the program. What is wrong with what it did; empty if nothing is.
std::string check(std::string_view input);

/// Small inputs to begin with, cut from a file of the repository; none if it is of no use here.
std::vector<std::string> pieces(std::string_view file);

/// Pieces of a listing: its functions, or the first rows of those that are long.
std::vector<std::string> functions_of(std::string_view listing);

}  // namespace reconverge::fuzz
