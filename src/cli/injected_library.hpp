// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "core/result.hpp"

namespace reconverge::cli {

/// The library that `profile` has loaded into applications: beside the program, in the build tree and where it is
/// installed. Fails with Failure::environment.
core::Result<std::string> find_injected_library();

}  // namespace reconverge::cli
