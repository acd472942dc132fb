// SPDX-License-Identifier: MIT
// Patience matching (B. Cohen): elements that occur once in both sequences anchor the rest; between two anchors, and
// where there are none, a longest common subsequence by dynamic programming.

#include "analysis/difference/sequence.hpp"

#include <algorithm>
#include <cstdint>
#include <map>

namespace reconverge::analysis {
namespace {

using Texts = std::vector<std::string>;

/// Beyond this product of lengths nothing is matched without an anchor.
constexpr std::size_t most_cells = 16'000'000;

class Matcher {
 public:
  Matcher(const Texts& from, const Texts& to) : from_(from), to_(to), result_(from.size()) {}

  std::vector<std::optional<std::size_t>> match() {
    between(0, from_.size(), 0, to_.size());
    return std::move(result_);
  }

 private:
  void between(std::size_t a, std::size_t a_end, std::size_t b, std::size_t b_end) {
    while (a < a_end && b < b_end && from_[a] == to_[b]) result_[a++] = b++;
    while (a < a_end && b < b_end && from_[a_end - 1] == to_[b_end - 1]) result_[--a_end] = --b_end;
    if (a == a_end || b == b_end) return;
    const auto anchors = anchors_of(a, a_end, b, b_end);
    if (anchors.empty()) return by_subsequence(a, a_end, b, b_end);
    for (const auto& [in_from, in_to] : anchors) {
      between(a, in_from, b, in_to);
      result_[in_from] = in_to;
      a = in_from + 1;
      b = in_to + 1;
    }
    between(a, a_end, b, b_end);
  }

  using Pair = std::pair<std::size_t, std::size_t>;

  /// The longest ascending run of pairs of elements that occur once on each side.
  std::vector<Pair> anchors_of(std::size_t a, std::size_t a_end, std::size_t b, std::size_t b_end) const {
    struct Times {
      std::size_t in_from = 0, in_to = 0, at = 0;
    };
    std::map<std::string_view, Times> times;
    for (std::size_t i = a; i < a_end; ++i) ++times[from_[i]].in_from;
    for (std::size_t i = b; i < b_end; ++i) {
      Times& entry = times[to_[i]];
      ++entry.in_to;
      entry.at = i;
    }
    std::vector<Pair> pairs;
    for (std::size_t i = a; i < a_end; ++i)
      if (const Times& entry = times[from_[i]]; entry.in_from == 1 && entry.in_to == 1) pairs.emplace_back(i, entry.at);
    return longest_ascending(pairs);
  }

  static std::vector<Pair> longest_ascending(const std::vector<Pair>& pairs) {
    std::vector<std::size_t> tops;  // the last pair of the best run of each length
    std::vector<std::size_t> before(pairs.size(), pairs.size());
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const auto place =
          std::ranges::lower_bound(tops, pairs[i].second, {}, [&](std::size_t p) { return pairs[p].second; });
      if (place != tops.begin()) before[i] = *(place - 1);
      if (place == tops.end()) tops.push_back(i);
      else *place = i;
    }
    std::vector<Pair> run;
    for (std::size_t i = tops.empty() ? pairs.size() : tops.back(); i < pairs.size(); i = before[i])
      run.push_back(pairs[i]);
    std::ranges::reverse(run);
    return run;
  }

  void by_subsequence(std::size_t a, std::size_t a_end, std::size_t b, std::size_t b_end) {
    const std::size_t rows = a_end - a, columns = b_end - b;
    if (rows * columns > most_cells) return;
    std::vector<std::uint16_t> longest((rows + 1) * (columns + 1), 0);
    const auto cell = [&](std::size_t i, std::size_t j) -> std::uint16_t& { return longest[i * (columns + 1) + j]; };
    for (std::size_t i = rows; i-- > 0;)
      for (std::size_t j = columns; j-- > 0;)
        cell(i, j) = from_[a + i] == to_[b + j] ? static_cast<std::uint16_t>(cell(i + 1, j + 1) + 1)
                                                : std::max(cell(i + 1, j), cell(i, j + 1));
    for (std::size_t i = 0, j = 0; i < rows && j < columns;) {
      if (from_[a + i] == to_[b + j]) result_[a + i++] = b + j++;
      else if (cell(i + 1, j) >= cell(i, j + 1)) ++i;
      else ++j;
    }
  }

  const Texts& from_;
  const Texts& to_;
  std::vector<std::optional<std::size_t>> result_;
};

}  // namespace

std::vector<std::optional<std::size_t>> match_sequences(const Texts& from, const Texts& to) {
  return Matcher(from, to).match();
}

}  // namespace reconverge::analysis
