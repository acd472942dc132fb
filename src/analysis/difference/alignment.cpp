// SPDX-License-Identifier: MIT
#include "analysis/difference/alignment.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "analysis/difference/sequence.hpp"

namespace reconverge::analysis {
namespace {

using Rows = std::vector<std::size_t>;

std::map<LineKey, Rows> rows_by_line(const sass::Function& function) {
  std::map<LineKey, Rows> rows;
  for (std::size_t i = 0; i < function.instructions.size(); ++i) rows[line_of(function, i)].push_back(i);
  return rows;
}

std::vector<std::string> shapes_of(const sass::Function& function, const Rows& rows) {
  std::vector<std::string> shapes;
  for (const std::size_t row : rows) shapes.push_back(shape_of(function.instructions[row]));
  return shapes;
}

/// Rows that match, and between them those that only one build has, the old build's first.
void align_rows(const Build& old_build, const Rows& olds, const Build& new_build, const Rows& news, AlignedLine& line) {
  const auto matches = match_sequences(shapes_of(*old_build.function, olds), shapes_of(*new_build.function, news));
  std::size_t next = 0;
  const auto add_news = [&](std::size_t until) {
    for (; next < until; ++next) line.rows.emplace_back(std::nullopt, news[next]);
  };
  std::size_t first_alone = 0;
  const auto add_olds = [&](std::size_t until) {
    for (; first_alone < until; ++first_alone) line.rows.emplace_back(olds[first_alone], std::nullopt);
  };
  for (std::size_t i = 0; i < olds.size(); ++i) {
    if (!matches[i]) continue;
    add_olds(i);
    add_news(*matches[i]);
    line.rows.emplace_back(olds[i], news[next++]);
    first_alone = i + 1;
  }
  add_olds(olds.size());
  add_news(news.size());
}

}  // namespace

std::vector<AlignedLine> align(const Build& old_build, const Build& new_build) {
  const auto olds = rows_by_line(*old_build.function), news = rows_by_line(*new_build.function);
  const auto matched = match_lines(old_build, new_build);
  std::vector<AlignedLine> lines;
  std::map<LineKey, std::size_t> place;  // of the old lines that have one
  for (const auto& [key, rows] : news) {
    AlignedLine& line = lines.emplace_back();
    line.new_line = key;
    const auto other = matched.find(key);
    const auto old = other == matched.end() ? olds.end() : olds.find(other->second);
    if (old == olds.end()) {
      align_rows(old_build, {}, new_build, rows, line);
      continue;
    }
    line.old_line = old->first;
    place[old->first] = lines.size() - 1;
    align_rows(old_build, old->second, new_build, rows, line);
  }
  std::multimap<std::size_t, AlignedLine> behind;  // of which line; 0: in front of all
  std::size_t after = 0;
  for (const auto& [key, rows] : olds) {
    if (const auto known = place.find(key); known != place.end()) {
      after = known->second + 1;
      continue;
    }
    AlignedLine line{.old_line = key};
    align_rows(old_build, rows, new_build, {}, line);
    behind.emplace(after, std::move(line));
  }
  std::vector<AlignedLine> all;
  for (std::size_t i = 0; i <= lines.size(); ++i) {
    if (i > 0) all.push_back(std::move(lines[i - 1]));
    const auto [first, last] = behind.equal_range(i);
    for (auto one = first; one != last; ++one) all.push_back(std::move(one->second));
  }
  return all;
}

}  // namespace reconverge::analysis
