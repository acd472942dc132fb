// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "core/result.hpp"

namespace reconverge::cli {

/// The content of a file with code, or the listing of a built-in kernel where no file has that name.
core::Result<std::string> read_code(const std::string& input);

}  // namespace reconverge::cli
