// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace reconverge::core {

/// The name that a mistyped word is closest to: at most a third of its letters differ, or one. Failing that the one
/// name that the word shortens, as "idx" does "index": the same first letter, and its others in their order.
/// @return empty if no name is, or if the word has fewer than two letters
std::string closest(std::string_view word, std::span<const std::string> names);

}  // namespace reconverge::core
