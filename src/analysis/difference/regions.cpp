// SPDX-License-Identifier: MIT
#include "analysis/difference/regions.hpp"

#include <algorithm>
#include <cstdlib>
#include <functional>

#include "analysis/difference/lines.hpp"

namespace reconverge::analysis {
namespace {

/// Lines of one file that stay together: one that both builds have, or all between two of those.
struct Piece {
  std::vector<std::size_t> lines = {};
  bool is_matched = false;  ///< one line of both builds
  std::uint64_t before = 0, after = 0;
  bool has_old = false, has_new = false;  ///< lines of that build alone

  std::uint64_t cost() const { return std::max(before, after); }
};

/// The files of a region: the old one and the new one. Empty: that build has none like it.
using Files = std::pair<std::string, std::string>;

bool all_have_cycles(const std::vector<LineDifference>& lines) {
  return std::ranges::all_of(lines, [](const LineDifference& line) { return line.cycles().has_value(); });
}

void add_line(const std::vector<LineDifference>& lines, std::size_t index, bool by_cycles, Piece& piece) {
  const LineDifference& line = lines[index];
  const auto cost = [&](const RunCounts& counts) { return by_cycles ? counts.cycles.value_or(0) : counts.executions; };
  piece.lines.push_back(index);
  piece.before += cost(line.old_counts);
  piece.after += cost(line.new_counts);
  piece.has_old |= !line.new_line;
  piece.has_new |= !line.old_line;
}

/// Lines of a file in the order of the source: gaps between matched lines, and these.
std::vector<Piece> pieces_of(const std::vector<LineDifference>& lines, std::vector<std::size_t> of_file,
                             bool by_cycles) {
  std::vector<std::uint32_t> olds, news;
  std::vector<std::size_t> matched;
  for (const std::size_t i : of_file)
    if (lines[i].old_line && lines[i].new_line) matched.push_back(i);
  std::ranges::sort(matched, {}, [&](std::size_t i) { return *lines[i].new_line; });
  for (const std::size_t i : matched) {
    olds.push_back(*lines[i].old_line);
    news.push_back(*lines[i].new_line);
  }
  std::ranges::sort(olds);  // they are in the order of the new ones, unless lines have changed places
  std::vector<Piece> gaps(matched.size() + 1), pieces;
  for (const std::size_t i : of_file) {
    const LineDifference& line = lines[i];
    if (line.old_line && line.new_line) continue;
    const auto& ends = line.old_line ? olds : news;
    const auto at = std::ranges::lower_bound(ends, line.old_line ? *line.old_line : *line.new_line) - ends.begin();
    add_line(lines, i, by_cycles, gaps[static_cast<std::size_t>(at)]);
  }
  for (std::size_t k = 0; k < gaps.size(); ++k) {
    if (!gaps[k].lines.empty()) pieces.push_back(std::move(gaps[k]));
    if (k == matched.size()) break;
    Piece& line = pieces.emplace_back(Piece{.is_matched = true});
    add_line(lines, matched[k], by_cycles, line);
  }
  return pieces;
}

bool are_one(const Piece& left, const Piece& between, const Piece& right) {
  if (left.is_matched || !between.is_matched || right.is_matched) return false;
  const bool replaces = (left.has_old && right.has_new) || (left.has_new && right.has_old);
  return replaces && between.cost() <= std::min(left.cost(), right.cost());
}

void merge(Piece& piece, const Piece& more) {
  piece.lines.insert(piece.lines.end(), more.lines.begin(), more.lines.end());
  piece.before += more.before;
  piece.after += more.after;
  piece.has_old |= more.has_old;
  piece.has_new |= more.has_new;
}

/// Merges what a cheap line parts. A merged piece costs more, and may be merged again with the one before it.
std::vector<Piece> merged(std::vector<Piece> pieces) {
  std::vector<Piece> out;
  for (Piece& piece : pieces) {
    out.push_back(std::move(piece));
    while (out.size() >= 3 && are_one(out[out.size() - 3], out[out.size() - 2], out.back())) {
      merge(out[out.size() - 3], out[out.size() - 2]);
      merge(out[out.size() - 3], out.back());
      out.resize(out.size() - 2);
    }
  }
  return out;
}

void widen(std::optional<LineRange>& range, std::optional<std::uint32_t> line) {
  if (!line) return;
  if (!range) range = LineRange{*line, *line};
  range->first = std::min(range->first, *line);
  range->last = std::max(range->last, *line);
}

RegionDifference region_of(const std::vector<LineDifference>& lines, const Piece& piece, const Files& files) {
  RegionDifference region{.old_file = files.first, .new_file = files.second, .lines = piece.lines};
  region.old_counts.cycles = region.new_counts.cycles = 0;
  for (const std::size_t i : piece.lines) {
    widen(region.old_lines, lines[i].old_line);
    widen(region.new_lines, lines[i].new_line);
    if (lines[i].old_line) region.old_counts.add(lines[i].old_counts);
    if (lines[i].new_line) region.new_counts.add(lines[i].new_counts);
  }
  return region;
}

}  // namespace

std::int64_t RegionDifference::executions() const {
  return static_cast<std::int64_t>(new_counts.executions) - static_cast<std::int64_t>(old_counts.executions);
}

std::optional<std::int64_t> RegionDifference::cycles() const {
  if (!old_counts.cycles || !new_counts.cycles) return std::nullopt;
  return static_cast<std::int64_t>(*new_counts.cycles) - static_cast<std::int64_t>(*old_counts.cycles);
}

std::vector<RegionDifference> regions_of(const Build& old_build, const Build& new_build,
                                         const std::vector<LineDifference>& lines) {
  const auto old_of_new = match_files(*old_build.function, *new_build.function);
  std::map<std::string, std::string> new_of_old;
  for (const auto& [new_file, old_file] : old_of_new) new_of_old[old_file] = new_file;
  const auto counterpart = [](const auto& files, const std::string& file) {
    const auto found = files.find(file);
    return found == files.end() ? std::string() : found->second;
  };
  std::map<Files, std::vector<std::size_t>> by_file;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string& file = lines[i].file;
    by_file[lines[i].new_line ? Files{counterpart(old_of_new, file), file} : Files{file, counterpart(new_of_old, file)}]
        .push_back(i);
  }
  const bool by_cycles = all_have_cycles(lines);
  std::vector<RegionDifference> regions;
  for (auto& [files, of_file] : by_file)
    for (const Piece& piece : merged(pieces_of(lines, std::move(of_file), by_cycles)))
      regions.push_back(region_of(lines, piece, files));
  std::ranges::stable_sort(regions, std::greater<>(), [&](const RegionDifference& region) {
    return std::abs(by_cycles ? region.cycles().value_or(0) : region.executions());
  });
  return regions;
}

}  // namespace reconverge::analysis
