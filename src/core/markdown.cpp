// SPDX-License-Identifier: MIT
#include "core/markdown.hpp"

namespace reconverge::core {
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

}  // namespace reconverge::core
