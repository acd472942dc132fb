// SPDX-License-Identifier: MIT
#include "core/short_names.hpp"

#include <algorithm>
#include <cctype>
#include <set>

namespace reconverge::core {
namespace {

constexpr std::string_view separators = "/\\";

/// The last `parts` parts of a path.
std::string_view tail(std::string_view path, std::size_t parts) {
  std::size_t begin = path.size();
  while (parts > 0) {
    const std::size_t found = begin == 0 ? path.npos : path.find_last_of(separators, begin - 1);
    if (found == path.npos) return path;
    begin = found;
    --parts;
  }
  return path.substr(begin + 1);
}

/// Where a word of a command line names a file: after "NAME=", "TYPE:" or an option of one letter, or from its start.
std::size_t start_of_path(std::string_view word) {
  const std::size_t slash = word.find('/');
  const std::size_t mark = word.substr(0, slash).find_last_of("=:,(");
  if (mark != word.npos) return mark + 1;
  return word.size() > 2 && word[0] == '-' && word[1] != '-' ? 2 : 0;
}

/// Whether a text is the path of a file and not, say, a division: it says from where, or its name has an extension.
bool is_path(std::string_view text) {
  if (text.find('/') == text.npos) return false;
  if (text.starts_with('/') || text.starts_with("./") || text.starts_with("../") || text.starts_with("~/")) return true;
  const std::string_view name = tail(text, 1);
  const std::size_t dot = name.rfind('.');
  return dot != name.npos && dot + 1 < name.size() && std::isalpha(static_cast<unsigned char>(name[dot + 1])) != 0;
}

/// The part of a word that is a path; empty if none is.
std::string path_in(std::string_view word) {
  std::string_view path = word.substr(std::min(start_of_path(word), word.size()));
  return std::string(is_path(path) ? path : "");
}

}  // namespace

std::string base_name(std::string_view path) { return std::string(tail(path, 1)); }

ShortNames::ShortNames(const std::vector<std::string>& paths) {
  std::set<std::string, std::less<>> left(paths.begin(), paths.end());
  for (std::size_t parts = 1; !left.empty(); ++parts) {
    std::map<std::string_view, int> shared;
    for (const std::string& path : left) ++shared[tail(path, parts)];
    std::set<std::string, std::less<>> unnamed;
    for (const std::string& path : left) {
      const std::string_view name = tail(path, parts);
      if (shared[name] == 1 || name == path) names_.emplace(path, name);
      else unnamed.insert(path);
    }
    left = std::move(unnamed);
  }
}

std::string ShortNames::of(const std::string& path) const {
  const auto known = names_.find(path);
  return known == names_.end() ? base_name(path) : known->second;
}

std::vector<std::string> without_folders(const std::vector<std::string>& words) {
  std::vector<std::string> paths;
  for (const std::string& word : words) {
    paths.push_back(path_in(word));
    while (paths.back().size() > 1 && paths.back().ends_with('/')) paths.back().pop_back();
  }
  const ShortNames names(paths);
  std::vector<std::string> shown;
  for (std::size_t i = 0; i < words.size(); ++i)
    shown.push_back(paths[i].empty()
                        ? words[i]
                        : words[i].substr(0, words[i].size() - path_in(words[i]).size()) + names.of(paths[i]));
  return shown;
}

}  // namespace reconverge::core
