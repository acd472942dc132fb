// SPDX-License-Identifier: MIT
// What comments and documents cite has to be there: files by their path, rules by their number.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <regex>
#include <set>

#include "layers/rules.hpp"

namespace reconverge::layers {
namespace {

constexpr std::string_view home_of_rules = "docs/model.md";

/// Documents, and sources with their comments. The tests of these rules quote what they forbid.
bool cites(const SourceFile& file) {
  constexpr std::array extensions{".cpp", ".hpp", ".cu", ".cuh", ".md", ".cmake", ".txt"};
  if (file.path.starts_with("tests/layers/") || file.path.starts_with("tests/cases/")) return false;
  return std::ranges::find(extensions, extension_of(file.path)) != extensions.end();
}

/// "src/gpu/kernels/NAME.cu", "src/study/*.cpp": a word of capitals stands for any name.
bool is_pattern(const std::string& path) {
  static const std::regex capitals("(^|[/._-])[A-Z]{2,}([/._-]|$)");
  return path.find('*') != std::string::npos || path.ends_with('_') ||
         (std::regex_search(path, capitals) && !path.ends_with("README.md") && !path.ends_with("CMakeLists.txt"));
}

/// A file, a folder, either below another folder ("probes/latency/memory.json" of one card), or a file but for its
/// extension.
bool exists(const SourceTree& tree, const std::string& path) {
  const std::string anywhere = "/" + path;
  return std::ranges::any_of(tree, [&](const SourceFile& file) {
    const std::string rooted = "/" + file.path;
    for (std::size_t at = rooted.find(anywhere); at != std::string::npos; at = rooted.find(anywhere, at + 1)) {
      const std::size_t end = at + anywhere.size();
      if (end == rooted.size() || rooted[end] == '/' || rooted[end] == '.') return true;
    }
    return false;
  });
}

template <typename Found> void each_line(const SourceFile& file, Found found) {
  std::size_t line = 1, begin = 0;
  while (begin < file.text.size()) {
    const std::size_t end = std::min(file.text.find('\n', begin), file.text.size());
    found(file.text.substr(begin, end - begin), line++);
    begin = end + 1;
  }
}

/// The rules that the home of rules numbers: "12. name: ...".
std::set<int> numbered_rules(const SourceTree& tree) {
  std::set<int> numbers;
  const SourceFile* home = find(tree, home_of_rules);
  if (home == nullptr) return numbers;
  static const std::regex numbered("^([0-9]+)\\. [a-z][a-z0-9-]*: .*");
  each_line(*home, [&](const std::string& text, std::size_t) {
    std::smatch match;
    if (std::regex_match(text, match, numbered)) numbers.insert(std::stoi(match[1]));
  });
  return numbers;
}

/// "rule 3", "rules 6, 19", "rules 4, 23 and 26", "rules 23 to 27": the numbers as they are written.
std::vector<int> cited_rules(const std::string& text) {
  static const std::regex citation("\\b[Rr]ules? ([0-9]+)((?:, [0-9]+)*)(?: (?:and|to) ([0-9]+))?");
  static const std::regex number("[0-9]+");
  std::vector<int> numbers;
  for (auto at = std::sregex_iterator(text.begin(), text.end(), citation); at != std::sregex_iterator(); ++at) {
    const std::string all = at->str();
    for (auto one = std::sregex_iterator(all.begin(), all.end(), number); one != std::sregex_iterator(); ++one)
      numbers.push_back(std::stoi(one->str()));
  }
  return numbers;
}

}  // namespace

Violations cited_files_exist(const SourceTree& tree) {
  static const std::regex path(
      "(^|[^A-Za-z0-9_/.<>{}$-])((?:src|tests|docs|tools|fuzz|bench|probes|cmake|examples|data)/"
      "[A-Za-z0-9_./*-]*[A-Za-z0-9_*])");
  Violations violations;
  for (const SourceFile& file : tree) {
    if (!cites(file)) continue;
    each_line(file, [&](const std::string& text, std::size_t line) {
      for (auto at = std::sregex_iterator(text.begin(), text.end(), path); at != std::sregex_iterator(); ++at) {
        const std::string cited = (*at)[2];
        // `reconverge paper` writes a folder data/ of its own.
        const bool is_output = cited.starts_with("data/") && cited.find('/', 5) == std::string::npos;
        if (is_output || is_pattern(cited) || exists(tree, cited)) continue;
        violations.push_back(fmt::format("{}:{}: cites {}, which does not exist", file.path, line, cited));
      }
    });
  }
  return violations;
}

Violations cited_pages_exist(const SourceTree& tree) {
  // Not in quotes: tests name files that they write so.
  static const std::regex page("(^|[^A-Za-z0-9_/.<>{}$*\"-])([A-Za-z][A-Za-z0-9_-]*\\.md)\\b");
  Violations violations;
  for (const SourceFile& file : tree) {
    if (!cites(file)) continue;
    each_line(file, [&](const std::string& text, std::size_t line) {
      for (auto at = std::sregex_iterator(text.begin(), text.end(), page); at != std::sregex_iterator(); ++at)
        if (const std::string cited = (*at)[2]; !is_pattern(cited) && !exists(tree, cited))
          violations.push_back(fmt::format("{}:{}: cites {}, which does not exist", file.path, line, cited));
    });
  }
  return violations;
}

Violations cited_rules_exist(const SourceTree& tree) {
  const std::set<int> numbers = numbered_rules(tree);
  Violations violations;
  for (const SourceFile& file : tree) {
    if (!cites(file)) continue;
    each_line(file, [&](const std::string& text, std::size_t line) {
      for (const int rule : cited_rules(text))
        if (!numbers.contains(rule))
          violations.push_back(
              fmt::format("{}:{}: cites rule {}, which {} does not have", file.path, line, rule, home_of_rules));
    });
  }
  return violations;
}

}  // namespace reconverge::layers
