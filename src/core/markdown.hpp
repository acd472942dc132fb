// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

/// Sections of the documents that are compiled into the program.
namespace reconverge::core {

/// The section of a Markdown text under a "## " heading that equals `title`, heading included, up to
/// the next "## " or the end; empty if there is none.
std::string_view section_of(std::string_view markdown, std::string_view title);

/// The titles of all "## " headings.
std::vector<std::string_view> section_titles(std::string_view markdown);

}  // namespace reconverge::core
