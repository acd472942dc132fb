// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "core/result.hpp"

namespace reconverge::cli {

/// The whole of a file, or of standard input for "-". Fails with Failure::environment, also if it is larger than
/// 1 GiB; with Failure::usage if a result is to replace it.
core::Result<std::string> read_input(const std::string& path);

}  // namespace reconverge::cli
