// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "core/result.hpp"

namespace reconverge::capture {

/// The content of a zstd frame, which has to be exactly so many bytes. The message of a failure is a clause.
core::Result<std::string> decompress(std::string_view frame, std::size_t bytes);

}  // namespace reconverge::capture
