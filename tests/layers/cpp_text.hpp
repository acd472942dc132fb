// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

/// As much of C++ as the structural rules need: a scanner, not a parser.
namespace reconverge::layers {

/// The same text, of the same length and with the same lines, with comments and the insides of
/// string and character literals blanked out.
std::string code_only(std::string_view text);

struct Include {
  std::string name;  ///< "core/result.hpp" or "vector"
  bool quoted = false;
  std::size_t line = 0;
};

std::vector<Include> includes_of(std::string_view text);

/// Every word of the code that could be a name, and the stem of every file it includes.
std::set<std::string> names_in(std::string_view text);

/// Lines of preprocessor conditions that stand inside the body of a class, struct or union.
std::vector<std::size_t> conditions_in_classes(std::string_view text);

struct Namespace {
  std::string name;  ///< as written: "reconverge::core"
  std::size_t line = 0;
};

/// The named namespaces that a text opens.
std::vector<Namespace> namespaces_of(std::string_view text);

}  // namespace reconverge::layers
