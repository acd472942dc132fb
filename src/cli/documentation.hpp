// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "core/markdown.hpp"
#include "timing/rules.hpp"

namespace reconverge::cli {

/// The documents that are compiled into the program.
extern const std::string_view cli_document;  ///< docs/cli.md
using timing::model_document;                ///< docs/model.md

using core::section_of;
using core::section_titles;

/// The first line under a section's heading, its summary; without its full stop.
std::string_view summary_of(std::string_view section);

/// A section as a terminal shows it: headings without their marks, one line feed at the end.
std::string for_terminal(std::string_view section);

/// The same with paragraphs, descriptions of options and examples wrapped at words; other lines stay.
std::string help_for_terminal(std::string_view section, std::size_t width = 80);

}  // namespace reconverge::cli
