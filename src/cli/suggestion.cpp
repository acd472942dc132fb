// SPDX-License-Identifier: MIT
#include "cli/suggestion.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

namespace reconverge::cli {
namespace {

/// Letters to insert, remove, replace or exchange with their neighbour until one word is the other.
std::size_t distance(std::string_view one, std::string_view other) {
  std::vector<std::size_t> before(other.size() + 1), last(other.size() + 1), now(other.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= one.size(); ++i) {
    now[0] = i;
    for (std::size_t j = 1; j <= other.size(); ++j) {
      now[j] = std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + (one[i - 1] == other[j - 1] ? 0u : 1u)});
      const bool exchanged = i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1];
      if (exchanged) now[j] = std::min(now[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, now);
  }
  return last[other.size()];
}

}  // namespace

std::string closest(std::string_view word, const std::vector<std::string>& names) {
  constexpr std::size_t longest = 64;  // no name is longer
  if (word.size() < 2 || word.size() > longest) return "";
  std::string found;
  std::size_t least = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& name : names) {
    const std::size_t far = distance(word, name);
    if (far >= least) continue;
    least = far;
    found = name;
  }
  return found;
}

std::string listed(const std::vector<std::string>& names) { return fmt::format("{}", fmt::join(names, ", ")); }

std::string nearest_first(std::string_view word, const std::vector<std::string>& names) {
  const std::string near = closest(word, names);
  return near.empty() ? listed(names) : fmt::format("did you mean '{}'? {}", near, listed(names));
}

}  // namespace reconverge::cli
