// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace reconverge::analysis {

/// Which element of another sequence each element is: a longest common subsequence, of which equal beginnings and ends,
/// and elements that are unique in both, are taken first.
///
/// @return  for each element of `from` its position in `to`, ascending; nothing if it has none there
std::vector<std::optional<std::size_t>> match_sequences(const std::vector<std::string>& from,
                                                        const std::vector<std::string>& to);

}  // namespace reconverge::analysis
