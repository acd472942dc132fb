// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace reconverge::core {

/// SHA-256 (FIPS 180-4) of some bytes, in lower-case hexadecimal.
std::string sha256(std::string_view bytes);

}  // namespace reconverge::core
