// SPDX-License-Identifier: MIT
#pragma once

#include <random>
#include <string>
#include <vector>

namespace reconverge::fuzz {

/// Changes one of `seeds` at random: bytes, numbers, words, lines, and pieces of another seed.
std::string mutated(const std::vector<std::string>& seeds, std::mt19937_64& random);

}  // namespace reconverge::fuzz
