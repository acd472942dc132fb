// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace reconverge::layers {

/// One command of a CMakeLists.txt: `add_subdirectory(core)`.
struct CMakeCall {
  std::string command;
  std::vector<std::string> arguments;  ///< without quotes; brackets and generators are not understood
  std::size_t line = 0;
};

std::vector<CMakeCall> cmake_calls(std::string_view text);

}  // namespace reconverge::layers
