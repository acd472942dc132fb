// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The findings of checks in a program, for code scanning and editors. Knows files, lines and rules, and nothing of
/// warps or GPUs.
namespace reconverge::report {

enum class Level : std::uint8_t { note, warning, error };

/// "note", "warning", "error".
std::string_view to_string(Level level);
std::optional<Level> level_named(std::string_view name);

/// One kind of issue.
struct Rule {
  std::string id = {};       ///< "uninitialised-register"
  std::string summary = {};  ///< one sentence
  std::string help = {};     ///< what it means and what to do
  Level level = Level::warning;
};

/// A line of a file; 0: the whole file, or not known.
struct Place {
  std::string file = {};
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

/// A further place that an issue has to do with.
struct RelatedPlace {
  Place place = {};
  std::string what = {};
};

struct Issue {
  std::string rule = {};  ///< Rule::id
  Level level = Level::warning;
  std::string message = {};
  std::optional<Place> source = {};                            ///< in the program's text, if that is known
  std::vector<RelatedPlace> related = {};                      ///< likewise
  Place listing = {};                                          ///< in what was read
  std::string function = {};                                   ///< its symbol; empty if it has none
  std::string subject = {};                                    ///< what it is about, as far as that survives an edit
  std::vector<std::pair<std::string, std::string>> more = {};  ///< for programs: name and value
};

/// The issues of one run of the tool.
struct IssueLog {
  std::string tool = {}, version = {}, address = {};
  std::vector<std::pair<std::string, std::string>> more = {};  ///< what the tool went by: name and value
  std::vector<std::string> arguments = {};                     ///< of the command, program first
  std::string folder = {};       ///< files below it are named relative to it; empty: no file is
  std::vector<Rule> rules = {};  ///< at least those of the issues
  std::vector<Issue> issues = {};
  std::string category = {};    ///< distinguishes logs of one commit, for code scanning; empty: there is one
  std::string incomplete = {};  ///< why not everything could be looked at; empty if it was
};

}  // namespace reconverge::report
