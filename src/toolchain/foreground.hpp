#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/result.hpp"

namespace reconverge::toolchain {

/// Runs a program with the streams of this one, and waits for its end; it is looked for in PATH. Variables are added
/// to its environment, or replace those that there are. Returns its exit status, 128 + signal if a signal ended it.
/// Fails with Failure::environment if it cannot be started.
core::Result<int> run_in_foreground(const std::vector<std::string>& arguments,
                                    const std::vector<std::pair<std::string, std::string>>& variables);

}  // namespace reconverge::toolchain
