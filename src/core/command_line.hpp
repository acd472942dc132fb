// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace reconverge::core {

/// A command as a shell takes it: words with other than plain characters in quotes.
std::string command_line(const std::vector<std::string>& words);

}  // namespace reconverge::core
