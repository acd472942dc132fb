// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

#include "sass/listing_builder.hpp"

namespace reconverge::sass {

/// Knows one form of line: reads it into the builder, refuses it, or leaves it to others.
using Recogniser = Verdict (*)(std::string_view line, ListingBuilder& builder);

Verdict other_parts(std::string_view line, ListingBuilder& builder);
Verdict instruction_row(std::string_view line, ListingBuilder& builder);
Verdict encoding_row(std::string_view line, ListingBuilder& builder);
Verdict blank_or_comment(std::string_view line, ListingBuilder& builder);
Verdict source_note(std::string_view line, ListingBuilder& builder);
Verdict elided_rows(std::string_view line, ListingBuilder& builder);
Verdict architecture_header(std::string_view line, ListingBuilder& builder);
Verdict function_header(std::string_view line, ListingBuilder& builder);
Verdict fatbin_header(std::string_view line, ListingBuilder& builder);
Verdict label_line(std::string_view line, ListingBuilder& builder);
Verdict directive(std::string_view line, ListingBuilder& builder);
Verdict foreign_dialect(std::string_view line, ListingBuilder& builder);

/// All of them, in the order they are tried. To teach the reader a new form of line, write one file
/// in this folder and add it here.
std::span<const Recogniser> recognisers();

}  // namespace reconverge::sass
