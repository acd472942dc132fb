// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace reconverge::timing {

/// A number of a record, which is never negative, in the unsigned type of the clock's cycles.
inline std::uint64_t cycles(std::int64_t count) { return static_cast<std::uint64_t>(count); }

}  // namespace reconverge::timing
