// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace reconverge::timing {

/// A number of a record, which is never negative, as those that a clock counts with.
inline std::uint64_t cycles(std::int64_t count) { return static_cast<std::uint64_t>(count); }

}  // namespace reconverge::timing
