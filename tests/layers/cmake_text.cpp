// SPDX-License-Identifier: MIT
#include "layers/cmake_text.hpp"

#include <algorithm>
#include <cctype>

#include "layers/source_tree.hpp"

namespace reconverge::layers {

std::vector<CMakeCall> cmake_calls(std::string_view text) {
  std::vector<CMakeCall> calls;
  std::string word;
  std::string previous;  // the last word outside parentheses: a command's name
  int depth = 0;
  const auto finish_word = [&] {
    if (word.empty()) return;
    if (depth == 0) {
      previous = word;
    } else {
      calls.back().arguments.push_back(word);
    }
    word.clear();
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '#') {
      finish_word();
      i = std::min(text.find('\n', i), text.size()) - 1;
    } else if (c == '"') {
      const std::size_t close = std::min(text.find('"', i + 1), text.size());
      word += text.substr(i + 1, close - i - 1);
      i = close;
    } else if (c == '(') {
      finish_word();
      if (depth++ == 0) calls.push_back({previous, {}, line_at(text, i)});
    } else if (c == ')') {
      finish_word();
      depth = std::max(depth - 1, 0);
    } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      finish_word();
    } else {
      word += c;
    }
  }
  return calls;
}

}  // namespace reconverge::layers
