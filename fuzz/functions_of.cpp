// SPDX-License-Identifier: MIT
#include "fuzz/target.hpp"

#include <algorithm>

namespace reconverge::fuzz {
namespace {

/// Long enough for loops and barriers, short enough for thousands of runs a second.
constexpr std::size_t most_bytes = 6'000;

bool begins_function(std::string_view line) {
  return line.find("Function :") != std::string_view::npos || line.find(".section\t.text.") != std::string_view::npos;
}

}  // namespace

std::vector<std::string> functions_of(std::string_view listing) {
  std::vector<std::string> functions;
  std::string head;  // what names the architecture stands before the first function
  for (std::size_t at = 0; at < listing.size();) {
    const std::size_t end = std::min(listing.find('\n', at), listing.size() - 1) + 1;
    const std::string_view line = listing.substr(at, end - at);
    at = end;
    if (begins_function(line)) functions.push_back(head);
    std::string& text = functions.empty() ? head : functions.back();
    if (text.size() + line.size() <= most_bytes) text += line;
  }
  if (functions.empty()) functions.push_back(head);
  std::erase_if(functions, [](const std::string& text) { return text.find("/*0") == std::string::npos; });
  return functions;
}

}  // namespace reconverge::fuzz
