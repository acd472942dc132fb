// SPDX-License-Identifier: MIT
#include "layers/cpp_text.hpp"

#include <algorithm>
#include <cctype>
#include <regex>

#include "layers/source_tree.hpp"

namespace reconverge::layers {

namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Length of the raw string literal that starts at a text's beginning, from R to the last quote.
std::size_t raw_string_length(std::string_view text) {
  const std::size_t open = text.find('(');
  if (open == std::string_view::npos) return text.size();
  const std::string close = ")" + std::string(text.substr(2, open - 2)) + "\"";
  const std::size_t end = text.find(close, open);
  return end == std::string_view::npos ? text.size() : end + close.size();
}

/// Length of the literal in quotes that starts at a text's beginning.
std::size_t quoted_length(std::string_view text) {
  std::size_t end = 1;
  while (end < text.size() && text[end] != text[0] && text[end] != '\n') {
    end += text[end] == '\\' ? 2 : 1;
  }
  return std::min(end + 1, text.size());
}

/// Where a text ends that begins with template parameters, which say "class" too; 0 if it does not.
std::size_t end_of_parameters(const std::string& head) {
  static const std::regex parameters(R"((^|[^\w])template\s*<)");
  std::size_t end = 0;
  std::smatch found;
  std::string rest = head;
  while (std::regex_search(rest, found, parameters)) {
    end += static_cast<std::size_t>(found.position() + found.length());
    for (int depth = 1; depth > 0 && end < head.size(); ++end)
      depth += head[end] == '<' ? 1 : head[end] == '>' ? -1 : 0;
    rest = head.substr(end);
  }
  return end;
}

/// Whether a brace after this text (back to the last ; or brace) opens a class, struct or union.
bool opens_class(const std::string& head) {
  static const std::regex class_head(R"((^|[^\w])(class|struct|union)\s+[^()=]*$)");
  static const std::regex enum_head(R"((^|[^\w])enum\s)");
  return !std::regex_search(head, enum_head) && std::regex_search(head.substr(end_of_parameters(head)), class_head);
}

}  // namespace

std::string code_only(std::string_view text) {
  std::string code(text);
  const auto blank = [&code](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      if (code[i] != '\n') code[i] = ' ';
    }
  };
  std::size_t i = 0;
  while (i < text.size()) {
    const std::string_view rest = text.substr(i);
    const bool inside_word = i > 0 && is_word(text[i - 1]);
    if (rest.starts_with("//")) {
      const std::size_t length = std::min(rest.find('\n'), rest.size());
      blank(i, i + length);
      i += length;
    } else if (rest.starts_with("/*")) {
      const std::size_t end = rest.find("*/", 2);
      const std::size_t length = end == std::string_view::npos ? rest.size() : end + 2;
      blank(i, i + length);
      i += length;
    } else if (rest.starts_with("R\"") && !inside_word) {
      const std::size_t length = raw_string_length(rest);
      blank(i + 2, i + length - 1);
      i += length;
    } else if (rest[0] == '"' || (rest[0] == '\'' && !inside_word)) {  // 1'000 is no literal
      const std::size_t length = quoted_length(rest);
      blank(i + 1, i + length - 1);
      i += length;
    } else {
      ++i;
    }
  }
  return code;
}

std::vector<Include> includes_of(std::string_view text) {
  static const std::regex pattern(R"(#[ \t]*include[ \t]*(["<])([^">\n]+)[">])");
  const std::string code = code_only(text);
  const std::string original(text);
  std::vector<Include> found;
  for (std::sregex_iterator match(original.begin(), original.end(), pattern), end; match != end; ++match) {
    const auto offset = static_cast<std::size_t>(match->position());
    if (code[offset] != '#') continue;  // in a comment
    found.push_back({match->str(2), match->str(1) == "\"", line_at(text, offset)});
  }
  return found;
}

std::set<std::string> names_in(std::string_view text) {
  std::set<std::string> names;
  const std::string code = code_only(text);
  for (auto first = code.begin(); first != code.end();) {
    first = std::find_if(first, code.end(), is_word);
    const auto last = std::find_if_not(first, code.end(), is_word);
    if (first != last) names.emplace(first, last);
    first = last;
  }
  for (const Include& include : includes_of(text)) names.emplace(stem_of(include.name));
  return names;
}

std::vector<std::size_t> conditions_in_classes(std::string_view text) {
  const std::string code = code_only(text);
  std::vector<std::size_t> lines;
  std::vector<bool> open_braces;  // true: the brace of a class body
  std::string head;
  bool line_start = true;
  for (std::size_t i = 0; i < code.size(); ++i) {
    const char c = code[i];
    if (c == '#' && line_start) {
      const std::size_t end = std::min(code.find('\n', i), code.size());
      const std::string directive = code.substr(i, end - i);
      static const std::regex condition(R"(^#\s*(if|ifdef|ifndef|elif|else)\b)");
      const bool in_class = !open_braces.empty() && open_braces.back();
      if (in_class && std::regex_search(directive, condition)) lines.push_back(line_at(code, i));
      i = end;
      continue;
    }
    if (c == '\n') {
      line_start = true;
    } else if (std::isspace(static_cast<unsigned char>(c)) == 0) {
      line_start = false;
    }
    if (c == '{') {
      open_braces.push_back(opens_class(head));
      head.clear();
    } else if (c == '}') {
      if (!open_braces.empty()) open_braces.pop_back();
      head.clear();
    } else if (c == ';') {
      head.clear();
    } else {
      head += c;
    }
  }
  return lines;
}

std::vector<Namespace> namespaces_of(std::string_view text) {
  static const std::regex pattern(R"(\bnamespace\s+([\w:]+)\s*\{)");
  const std::string code = code_only(text);
  std::vector<Namespace> found;
  for (std::sregex_iterator match(code.begin(), code.end(), pattern), end; match != end; ++match) {
    found.push_back({match->str(1), line_at(code, static_cast<std::size_t>(match->position()))});
  }
  return found;
}

}  // namespace reconverge::layers
