// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace reconverge::timing {

/// Cycles of the SM's clock: a moment, counted from the first issue, or a number of them.
///
/// An alias and no type of its own: moments and numbers of cycles are added, compared and rounded with each other in
/// nearly every line of the rules, so that a type would have all the operators of the integer and catch nothing.
using Cycle = std::uint64_t;

/// A number of a record, which is never negative, in the unsigned type of the clock's cycles.
inline Cycle cycles(std::int64_t count) { return static_cast<Cycle>(count); }
/// The same of one that is no time: entries, bytes, lines, banks.
inline std::uint64_t number(std::int64_t count) { return static_cast<std::uint64_t>(count); }

}  // namespace reconverge::timing
