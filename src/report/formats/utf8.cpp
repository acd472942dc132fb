// SPDX-License-Identifier: MIT
#include "report/formats/utf8.hpp"

#include <algorithm>
#include <cstdint>

namespace reconverge::report {
namespace {

struct Lead {
  int continuation_bytes;
  std::uint32_t bits;
  std::uint32_t smallest;  // a smaller code point would be an overlong form
};

// -1 continuation bytes: not the first byte of a code point.
Lead read_lead(unsigned char byte) {
  if (byte < 0x80) return {0, byte, 0};
  if ((byte & 0xE0) == 0xC0) return {1, byte & 0x1Fu, 0x80};
  if ((byte & 0xF0) == 0xE0) return {2, byte & 0x0Fu, 0x800};
  if ((byte & 0xF8) == 0xF0) return {3, byte & 0x07u, 0x10000};
  return {-1, 0, 0};
}

bool is_control(char32_t code_point) {
  if (code_point == U'\t' || code_point == U'\n') return false;
  return code_point < 0x20 || (code_point >= 0x7F && code_point < 0xA0) || code_point == 0xFFFE || code_point == 0xFFFF;
}

// Characters that reorder or hide the text around them: a name must not be able to disguise itself.
bool is_direction_override(char32_t code_point) {
  return (code_point >= 0x202A && code_point <= 0x202E) || (code_point >= 0x2066 && code_point <= 0x2069);
}

// Appends `word` to `lines` in pieces no wider than `limit`; the last piece may be continued.
void append_long_word(std::vector<std::string>& lines, std::string_view word, double limit,
                      CharacterWidth character_width) {
  double used = text_width(lines.back(), character_width);
  for (std::size_t position = 0; position < word.size();) {
    const std::size_t start = position;
    const double width = character_width(next_code_point(word, position));
    if (used + width > limit && used > 0) {
      lines.emplace_back();
      used = 0;
    }
    lines.back() += word.substr(start, position - start);
    used += width;
  }
}

void wrap_paragraph(std::vector<std::string>& lines, std::string_view paragraph, double limit,
                    CharacterWidth character_width) {
  lines.emplace_back();
  const double space = character_width(U' ');
  double used = 0;
  for (std::size_t start = paragraph.find_first_not_of(" \t"); start < paragraph.size();
       start = paragraph.find_first_not_of(" \t", start)) {
    std::size_t end = paragraph.find_first_of(" \t", start);
    if (end == std::string_view::npos) end = paragraph.size();
    const std::string_view word = paragraph.substr(start, end - start);
    start = end;
    const double width = text_width(word, character_width);
    const bool first = lines.back().empty();
    if (!first && used + space + width > limit) {
      lines.emplace_back();
      used = 0;
    } else if (!first) {
      lines.back() += ' ';
      used += space;
    }
    if (width > limit) {
      append_long_word(lines, word, limit, character_width);
      used = text_width(lines.back(), character_width);
    } else {
      lines.back() += word;
      used += width;
    }
  }
}

}  // namespace

char32_t next_code_point(std::string_view text, std::size_t& position) {
  const Lead lead = read_lead(static_cast<unsigned char>(text[position]));
  ++position;
  if (lead.continuation_bytes < 0) return replacement_character;
  std::uint32_t code_point = lead.bits;
  std::size_t cursor = position;
  for (int i = 0; i < lead.continuation_bytes; ++i, ++cursor) {
    if (cursor >= text.size()) return replacement_character;
    const auto byte = static_cast<unsigned char>(text[cursor]);
    if ((byte & 0xC0) != 0x80) return replacement_character;
    code_point = (code_point << 6) | (byte & 0x3Fu);
  }
  const bool surrogate = code_point >= 0xD800 && code_point < 0xE000;
  if (code_point < lead.smallest || surrogate || code_point > 0x10FFFF) {
    return replacement_character;
  }
  position = cursor;
  return code_point;
}

void append_utf8(std::string& text, char32_t code_point) {
  const auto byte = [&text](std::uint32_t value) { text += static_cast<char>(value); };
  if (code_point < 0x80) {
    byte(code_point);
  } else if (code_point < 0x800) {
    byte(0xC0 | (code_point >> 6));
    byte(0x80 | (code_point & 0x3F));
  } else if (code_point < 0x10000) {
    byte(0xE0 | (code_point >> 12));
    byte(0x80 | ((code_point >> 6) & 0x3F));
    byte(0x80 | (code_point & 0x3F));
  } else {
    byte(0xF0 | (code_point >> 18));
    byte(0x80 | ((code_point >> 12) & 0x3F));
    byte(0x80 | ((code_point >> 6) & 0x3F));
    byte(0x80 | (code_point & 0x3F));
  }
}

bool acts_on_terminal(char32_t code_point) { return is_control(code_point) || is_direction_override(code_point); }

std::string clean_utf8(std::string_view text) {
  const auto is_plain = [](char c) { return (c >= ' ' && c <= '~') || c == '\n' || c == '\t'; };
  if (std::ranges::all_of(text, is_plain)) return std::string(text);
  std::string clean;
  clean.reserve(text.size());
  for (std::size_t position = 0; position < text.size();) {
    const char32_t code_point = next_code_point(text, position);
    append_utf8(clean, acts_on_terminal(code_point) ? replacement_character : code_point);
  }
  return clean;
}

std::vector<std::string> paragraphs(std::string_view text) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find("\n\n"), text.size());
    const std::size_t first = text.find_first_not_of('\n');
    if (first < end) parts.emplace_back(text.substr(first, end - first));
    text.remove_prefix(std::min(end + 2, text.size()));
  }
  return parts;
}

double terminal_width(char32_t) { return 1; }

double text_width(std::string_view text, CharacterWidth character_width) {
  double width = 0;
  for (std::size_t position = 0; position < text.size();) {
    width += character_width(next_code_point(text, position));
  }
  return width;
}

std::vector<std::string> wrap(std::string_view text, double limit, CharacterWidth character_width) {
  std::vector<std::string> lines;
  while (true) {
    const std::size_t end = text.find('\n');
    wrap_paragraph(lines, text.substr(0, end), limit, character_width);
    if (end == std::string_view::npos) return lines;
    text.remove_prefix(end + 1);
  }
}

}  // namespace reconverge::report
