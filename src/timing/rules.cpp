// SPDX-License-Identifier: MIT
#include "timing/rules.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <iterator>

#include "core/markdown.hpp"
#include "core/text.hpp"
#include "timing/record/reader.hpp"

namespace reconverge::timing {

namespace {

using core::trimmed;

constexpr std::string_view timing_section = "hopper-cycles";

std::vector<std::string_view> lines_of_section(std::string_view title) {
  std::string_view text = core::section_of(model_document, title);
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

void add_words(std::string& words, std::string_view more) {
  if (!words.empty() && !more.empty()) words += ' ';
  words += trimmed(more);
}

/// "13. bsync: BSYNC that completes the barrier: 13." and the indented lines after it.
std::vector<Rule> read_timing_rules() {
  std::vector<Rule> rules;
  bool is_open = false;
  for (const std::string_view line : lines_of_section(timing_section)) {
    int number = 0;
    const auto [end, failed] = std::from_chars(line.data(), line.data() + line.size(), number);
    const std::size_t digits = static_cast<std::size_t>(end - line.data());
    if (failed == std::errc() && line.substr(digits).starts_with(". ")) {
      const std::size_t colon = line.find(':');
      rules.push_back({std::string(timing_section), std::string(line.substr(digits + 2, colon - digits - 2)), number,
                       std::string(trimmed(line.substr(colon + 1)))});
      is_open = true;
    } else if (is_open && line.starts_with("  ")) {
      add_words(rules.back().words, line);
    } else {
      is_open = false;
    }
  }
  return rules;
}

/// The list of instructions in a mechanism's section: names to the left of a column, text to its right. Names that end
/// with a comma continue in the next line.
std::vector<Rule> read_mechanism(std::string_view section) {
  constexpr std::size_t indent = 4, column = 29;
  std::vector<Rule> rules;
  for (const std::string_view line : lines_of_section(section)) {
    if (line.empty() && !rules.empty()) break;
    if (!line.starts_with("    ")) continue;
    const std::string_view name = trimmed(line.substr(indent, column - indent));
    const bool goes_on = !rules.empty() && (name.empty() || rules.back().name.ends_with(','));
    if (!goes_on) rules.push_back({.section = std::string(section)});
    add_words(rules.back().name, name);
    add_words(rules.back().words, line.substr(std::min(column, line.size())));
  }
  return rules;
}

/// Whether a name of instructions, "BRA, JMP, CALL to L", has this word.
std::size_t match_length(std::string_view names, std::string_view mnemonic) {
  std::size_t longest = 0;
  while (!names.empty()) {
    const std::size_t end = std::min(names.find_first_of(" ,;`"), names.size());
    const std::string_view word = names.substr(0, end);
    names.remove_prefix(std::min(end + 1, names.size()));
    if (word == ".S" && mnemonic.ends_with(word)) return mnemonic.size();  // carried by any instruction
    if (word.size() < 3 || std::isupper(static_cast<unsigned char>(word[0])) == 0) continue;
    const bool fits = mnemonic == word || (mnemonic.starts_with(word) && mnemonic[word.size()] == '.');
    if (fits) longest = std::max(longest, word.size());
  }
  return longest;
}

}  // namespace

const std::vector<Rule>& timing_rules() {
  static const std::vector<Rule> rules = read_timing_rules();
  return rules;
}

const Rule* find_timing_rule(std::string_view name) {
  const auto& rules = timing_rules();
  const auto found = std::ranges::find_if(
      rules, [&](const Rule& rule) { return rule.name == name || std::to_string(rule.number) == name; });
  return found == rules.end() ? nullptr : &*found;
}

std::vector<RecordRow> numbers_of(const Rule& rule) {
  std::vector<RecordRow> numbers;
  std::ranges::copy_if(built_in_rows(), std::back_inserter(numbers),
                       [&](const RecordRow& row) { return row.source.rule == rule.name; });
  return numbers;
}

std::vector<const Rule*> timing_rules_of(std::string_view opcode) {
  std::vector<const Rule*> found;
  for (const RecordRow& row : built_in_rows()) {
    const Rule* rule = row.opcode == opcode ? find_timing_rule(row.source.rule) : nullptr;
    if (rule != nullptr && std::ranges::find(found, rule) == found.end()) found.push_back(rule);
  }
  return found;
}

const Rule* mechanism_rule(std::string_view section, std::string_view mnemonic) {
  static const std::vector<Rule> barriers = read_mechanism("barriers"), stack = read_mechanism("token-stack");
  const Rule* best = nullptr;
  std::size_t longest = 0;
  for (const Rule& rule : section == "barriers" ? barriers : stack) {
    const std::size_t length = match_length(rule.name, mnemonic);
    if (length <= longest) continue;
    longest = length;
    best = &rule;
  }
  return best;
}

}  // namespace reconverge::timing
