// SPDX-License-Identifier: MIT
#include "analysis/difference/lines.hpp"

#include <algorithm>
#include <set>

#include "analysis/difference/sequence.hpp"
#include "core/text.hpp"
#include "sass/source_lines.hpp"

namespace reconverge::analysis {
namespace {

/// Files of which a build has rows, those with most rows first.
std::vector<std::string> files_of(const sass::Function& function) {
  std::map<std::string, std::size_t> rows;
  for (std::size_t i = 0; i < function.instructions.size(); ++i) ++rows[line_of(function, i).first];
  rows.erase("");
  std::vector<std::string> files;
  for (const auto& [file, count] : rows) files.push_back(file);
  std::ranges::stable_sort(files, std::greater<>(), [&](const std::string& file) { return rows[file]; });
  return files;
}

const std::vector<std::string>* source_of(const Build& build, const std::string& file) {
  const auto found = build.sources.find(file);
  return found == build.sources.end() ? nullptr : &found->second;
}

/// Line numbers of a file that a build has rows of, or rows that were inlined there.
std::set<std::uint32_t> lines_in(const sass::Function& function, const std::string& file) {
  std::set<std::int32_t> notes;
  std::set<std::uint32_t> lines;
  for (const sass::Instruction& row : function.instructions)
    if (notes.insert(row.source_note).second)
      for (const sass::SourceFrame& frame : sass::frames_of(function, row))
        if (frame.file == file) lines.insert(frame.line);
  return lines;
}

/// Lines between two that are matched, as many in both: they were edited in place.
void match_edited(std::vector<std::optional<std::size_t>>& matches, std::size_t old_size) {
  std::size_t start = 0, old_start = 0;
  for (std::size_t i = 0; i <= matches.size(); ++i) {
    const bool is_end = i == matches.size();
    if (!is_end && !matches[i]) continue;
    const std::size_t old_end = is_end ? old_size : *matches[i];
    if (i - start == old_end - old_start)
      for (std::size_t k = start; k < i; ++k) matches[k] = old_start + (k - start);
    start = i + 1;
    old_start = old_end + 1;
  }
}

void match_in_file(const Build& old_build, const Build& new_build, const std::string& old_file,
                   const std::string& new_file, std::map<LineKey, LineKey>& matched) {
  const auto* old_text = source_of(old_build, old_file);
  const auto* new_text = source_of(new_build, new_file);
  const auto lines = lines_in(*new_build.function, new_file);
  if (old_text == nullptr || new_text == nullptr) {
    const auto olds = lines_in(*old_build.function, old_file);
    for (const std::uint32_t line : lines)
      if (olds.contains(line)) matched[{new_file, line}] = {old_file, line};
    return;
  }
  const auto without_ends = [](const std::string& line) { return std::string(core::trimmed(line)); };
  std::vector<std::string> from, to;
  std::ranges::transform(*new_text, std::back_inserter(from), without_ends);
  std::ranges::transform(*old_text, std::back_inserter(to), without_ends);
  auto matches = match_sequences(from, to);
  match_edited(matches, to.size());
  for (const std::uint32_t line : lines)
    if (line >= 1 && line <= matches.size() && matches[line - 1])
      matched[{new_file, line}] = {old_file, static_cast<std::uint32_t>(*matches[line - 1] + 1)};
}

}  // namespace

std::string base_of(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

std::map<std::string, std::string> match_files(const sass::Function& old_function, const sass::Function& new_function) {
  std::vector<std::string> olds = files_of(old_function);
  const std::vector<std::string> news = files_of(new_function);
  std::map<std::string, std::string> matched;
  const auto take = [&](const std::string& file, auto fits) {
    if (matched.contains(file)) return;
    const auto found = std::ranges::find_if(olds, fits);
    if (found == olds.end()) return;
    matched[file] = *found;
    olds.erase(found);
  };
  const std::string main_file = olds.empty() ? "" : olds.front();
  for (const auto& file : news) take(file, [&](const std::string& old) { return old == file; });
  for (const auto& file : news) take(file, [&](const std::string& old) { return base_of(old) == base_of(file); });
  if (!news.empty()) take(news.front(), [&](const std::string& old) { return old == main_file; });
  return matched;
}

LineKey line_of(const sass::Function& function, std::size_t row) {
  const std::int32_t note = function.instructions[row].source_note;
  if (note < 0) return {"", 0};
  const sass::SourceNote& source = function.source_notes[static_cast<std::size_t>(note)];
  return {source.file, source.line};
}

std::map<LineKey, LineKey> match_lines(const Build& old_build, const Build& new_build) {
  std::map<LineKey, LineKey> matched{{{"", 0}, {"", 0}}};
  for (const auto& [new_file, old_file] : match_files(*old_build.function, *new_build.function))
    match_in_file(old_build, new_build, old_file, new_file, matched);
  return matched;
}

}  // namespace reconverge::analysis
