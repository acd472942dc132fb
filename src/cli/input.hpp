// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "core/result.hpp"

namespace reconverge::cli {

/// The whole of a file, of a pipe, or of standard input for "-"; what can be read only once is kept. Fails with
/// Failure::environment, also if it is larger than 1 GiB, a folder, a device or a socket, or a pipe that nothing opens
/// for writing within seconds; with Failure::usage if a result is to replace it.
core::Result<std::string> read_input(const std::string& path);

}  // namespace reconverge::cli
