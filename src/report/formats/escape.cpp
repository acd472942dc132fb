// SPDX-License-Identifier: MIT
#include "report/formats/escape.hpp"

#include "report/formats/utf8.hpp"

namespace reconverge::report {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word(char c) { return is_letter(c) || is_digit(c); }

// Signs that start a list, a heading or a rule when they come first in a line.
bool opens_block(std::string_view text, std::size_t position) {
  const char c = text[position];
  const char next = position + 1 < text.size() ? text[position + 1] : ' ';
  if (position == 0 && (c == '#' || c == '-' || c == '+' || c == '=')) return next == ' ' || next == c;
  if ((c != '.' && c != ')') || next != ' ' || position == 0) return false;
  return text.find_first_not_of("0123456789") == position;  // "1." and "1)" number a list
}

// A single '_' inside a word, as in kepler_cycles, is plain text already.
bool is_inside_word(std::string_view text, std::size_t position) {
  return position > 0 && position + 1 < text.size() && is_word(text[position - 1]) && is_word(text[position + 1]);
}

}  // namespace

std::string escape_xml(std::string_view text) {
  std::string escaped;
  for (const char c : clean_utf8(text)) {
    switch (c) {
      case '&': escaped += "&amp;"; break;
      case '<': escaped += "&lt;"; break;
      case '>': escaped += "&gt;"; break;
      case '"': escaped += "&quot;"; break;
      case '\'': escaped += "&#39;"; break;
      case '\n': escaped += "&#10;"; break;  // an attribute would turn it into a space
      default: escaped += c;
    }
  }
  return escaped;
}

std::string escape_markdown(std::string_view text) {
  const std::string clean = clean_utf8(text);
  std::string escaped;
  for (std::size_t i = 0; i < clean.size(); ++i) {
    const char c = clean[i];
    switch (c) {
      case '&': escaped += "&amp;"; break;
      case '<': escaped += "&lt;"; break;
      case '>': escaped += "&gt;"; break;
      case '\n': escaped += "<br>"; break;
      case '\t': escaped += ' '; break;
      case '\\':
      case '`':
      case '*':
      case '[':
      case ']':
      case '|':
      case '~':
      case '$': (escaped += '\\') += c; break;
      case '_':
        if (!is_inside_word(clean, i)) escaped += '\\';
        escaped += c;
        break;
      default:
        if (opens_block(clean, i)) escaped += '\\';
        escaped += c;
    }
  }
  return escaped;
}

std::string anchor(std::string_view name) {
  std::string id;
  for (const char c : name) id += is_word(c) || c == '-' || c == '_' ? c : '-';
  if (id.empty() || !is_letter(id.front())) id.insert(0, "id-");
  return id;
}

}  // namespace reconverge::report
