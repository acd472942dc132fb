// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// Text as code points. Strings reach this layer from listings, file names and drivers, so they may
/// hold anything; what is not UTF-8 reads as U+FFFD.
namespace reconverge::report {

inline constexpr char32_t replacement_character = 0xFFFD;

/// The code point at `position`, which moves past it. A broken byte is skipped alone.
char32_t next_code_point(std::string_view text, std::size_t& position);

void append_utf8(std::string& text, char32_t code_point);

/// Control characters other than tab and line feed, and the marks that reorder text.
bool acts_on_terminal(char32_t code_point);

/// The same text as valid UTF-8 without control characters other than tab and line feed.
std::string clean_utf8(std::string_view text);

/// The parts of a text between empty lines.
std::vector<std::string> paragraphs(std::string_view text);

/// How wide a character is, in whatever unit the caller lays out.
using CharacterWidth = double (*)(char32_t);

/// One column of a terminal each.
double terminal_width(char32_t code_point);

double text_width(std::string_view text, CharacterWidth character_width);

/// Lines no wider than `limit`, broken at spaces, inside a word only if it is too long for a line.
/// Line feeds of the text are kept. Never empty: no text is one empty line.
std::vector<std::string> wrap(std::string_view text, double limit, CharacterWidth character_width);

}  // namespace reconverge::report
