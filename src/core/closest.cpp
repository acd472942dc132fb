// SPDX-License-Identifier: MIT
#include "core/closest.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace reconverge::core {
namespace {

/// Letters to insert, remove, replace or exchange with their neighbour until one word is the other.
std::size_t distance_of(std::string_view one, std::string_view other) {
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

bool shortens(std::string_view word, std::string_view name) {
  if (word.size() < 3 || name.empty() || word.front() != name.front()) return false;
  std::size_t at = 0;
  for (const char letter : name) at += at < word.size() && word[at] == letter ? 1 : 0;
  return at == word.size();
}

}  // namespace

std::string closest(std::string_view word, std::span<const std::string> names) {
  constexpr std::size_t longest = 64;  // no name is longer
  if (word.size() < 2 || word.size() > longest) return "";
  std::string found;
  std::size_t least = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& name : names) {
    const std::size_t longer = name.size() > word.size() ? name.size() - word.size() : word.size() - name.size();
    if (longer >= least) continue;
    const std::size_t far = distance_of(word, name);
    if (far >= least) continue;
    least = far;
    found = name;
  }
  if (!found.empty()) return found;
  for (const std::string& name : names) {
    if (!shortens(word, name) || name == found) continue;
    if (!found.empty()) return "";  // it may be either
    found = name;
  }
  return found;
}

}  // namespace reconverge::core
