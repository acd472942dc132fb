#include "cli/documentation.hpp"

#include <algorithm>

namespace reconverge::cli {
namespace {

/// Position of the next line that starts with "## ", or npos.
std::size_t next_heading(std::string_view markdown, std::size_t from) {
  if (from == 0 && markdown.starts_with("## ")) return 0;
  const auto found = markdown.find("\n## ", from == 0 ? 0 : from - 1);
  return found == std::string_view::npos ? found : found + 1;
}

std::string_view title_at(std::string_view markdown, std::size_t heading) {
  const auto first = heading + 3;
  return markdown.substr(first, markdown.find('\n', first) - first);
}

}  // namespace

std::string_view section_of(std::string_view markdown, std::string_view title) {
  for (auto heading = next_heading(markdown, 0); heading != std::string_view::npos;
       heading = next_heading(markdown, heading + 1)) {
    if (title_at(markdown, heading) != title) continue;
    const auto end = next_heading(markdown, heading + 1);
    return markdown.substr(heading, end == std::string_view::npos ? end : end - heading);
  }
  return {};
}

std::vector<std::string_view> section_titles(std::string_view markdown) {
  std::vector<std::string_view> titles;
  for (auto heading = next_heading(markdown, 0); heading != std::string_view::npos;
       heading = next_heading(markdown, heading + 1))
    titles.push_back(title_at(markdown, heading));
  return titles;
}

std::string_view summary_of(std::string_view section) {
  const auto first = section.find_first_not_of('\n', section.find('\n'));
  if (first == std::string_view::npos) return {};
  std::string_view line = section.substr(first, section.find('\n', first) - first);
  if (line.ends_with('.')) line.remove_suffix(1);
  return line;
}

std::string for_terminal(std::string_view section) {
  std::string text;
  while (!section.empty()) {
    std::string_view line = section.substr(0, section.find('\n'));
    section.remove_prefix(std::min(line.size() + 1, section.size()));
    const auto marks = line.find_first_not_of('#');
    if (marks != 0 && marks != std::string_view::npos && line[marks] == ' ') line.remove_prefix(marks + 1);
    text += std::string(line) + '\n';
  }
  const auto last = text.find_last_not_of('\n');
  text.resize(last == std::string::npos ? 0 : last + 2);
  return text;
}

}  // namespace reconverge::cli
