// SPDX-License-Identifier: MIT
#include "injection/compression.hpp"

namespace reconverge::injection {

Packed pack(std::string_view) { return {}; }

}  // namespace reconverge::injection
