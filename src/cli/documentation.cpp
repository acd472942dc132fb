// SPDX-License-Identifier: MIT
#include "cli/documentation.hpp"

#include <algorithm>
#include <optional>

namespace reconverge::cli {
namespace {

/// A paragraph, an option with its description, or a line that stays.
struct HelpBlock {
  std::string lead = {};    ///< the option, or blanks
  std::string text = {};    ///< words
  std::size_t column = 0;   ///< column of the text
  bool is_example = false;  ///< a command: broken lines end with a backslash
  bool wants_text = false;  ///< an option whose description begins on the next line
  bool is_item = false;     ///< of a list: "- " or "12. ", with the text right behind
};

std::size_t indent_of(std::string_view line) { return std::min(line.find_first_not_of(' '), line.size()); }

constexpr std::size_t deep = 8;  // a line that is indented further continues the one above

/// How long "- " or "12. " at the beginning of a line is; 0 if there is neither.
std::size_t mark_of_item(std::string_view line) {
  if (line.starts_with("- ")) return 2;
  const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
  return digits > 0 && line.substr(digits).starts_with(". ") ? digits + 2 : 0;
}

HelpBlock block_without_indent(std::string_view line) {
  const std::size_t mark = mark_of_item(line);
  if (mark == 0) return {.text = std::string(line)};
  return {.lead = std::string(line.substr(0, mark)),
          .text = std::string(line.substr(mark)),
          .column = mark,
          .is_item = true};
}

/// "    --json PATH         the same": the option, a gap, its description.
HelpBlock indented_block(std::string_view line) {
  const std::size_t indent = indent_of(line), gap = line.find("  ", indent);
  if (line.substr(indent).starts_with("reconverge "))
    return {.lead = std::string(indent, ' '),
            .text = std::string(line.substr(indent)),
            .column = indent + 4,
            .is_example = true};
  if (gap == std::string_view::npos && indent > deep)
    return {.lead = "    ", .text = std::string(line.substr(indent)), .column = indent};
  if (gap == std::string_view::npos) return {.lead = std::string(line), .wants_text = true};
  const std::size_t column = line.find_first_not_of(' ', gap);
  return {.lead = std::string(line.substr(0, gap)), .text = std::string(line.substr(column)), .column = column};
}

/// Whether a line continues a block.
bool continues(const HelpBlock& block, std::string_view line) {
  const std::size_t indent = indent_of(line);
  if (block.is_item) return indent == block.column;
  if (block.lead.empty()) return indent == 0 && mark_of_item(line) == 0;
  if (block.is_example) return block.text.ends_with('\\');
  return indent > deep && (block.wants_text || indent == block.column);
}

/// In a narrow terminal descriptions go under their terms, and indented lists move to the left.
HelpBlock narrowed(HelpBlock block, std::size_t width) {
  constexpr std::size_t narrow = 60, least = 2, step = 2;
  if (width >= narrow || block.lead.empty()) return block;
  const std::size_t indent = indent_of(block.lead);
  const std::size_t left = indent > deep || (indent == block.lead.size() && block.column > deep) ? least + step : least;
  block.lead.replace(0, std::min(indent, block.lead.size()), std::string(left, ' '));
  block.column = left + step;
  return block;
}

void append_wrapped(std::string& out, const HelpBlock& given, std::size_t width) {
  const HelpBlock block = narrowed(given, width);
  const std::string blanks(block.column, ' ');
  std::string line = block.lead;
  if (block.text.empty()) out += line + '\n';
  if (block.text.empty()) return;
  const bool has_gap = !block.is_example && !block.is_item;
  if (has_gap && line.size() + (line.empty() ? 0 : 2) > block.column) out += line + '\n', line = blanks;
  if (!block.is_example) line.resize(block.column, ' ');
  const std::size_t limit = width - (block.is_example ? 2 : 0);
  bool is_first = true, in_quotes = false;
  for (std::size_t start = 0; start < block.text.size();) {
    std::size_t end = start;
    for (; end < block.text.size() && (block.text[end] != ' ' || in_quotes); ++end)
      if (block.is_example && block.text[end] == '\'') in_quotes = !in_quotes;
    const std::string word = block.text.substr(start, end - start);
    start = end + 1;
    if (!is_first && line.size() + 1 + word.size() > limit) {
      out += line + (block.is_example ? " \\\n" : "\n");
      line = blanks + word;
    } else {
      line += (is_first ? "" : " ") + word;
    }
    is_first = false;
  }
  out += line + '\n';
}

}  // namespace

std::string_view summary_of(std::string_view section) {
  const auto first = section.find_first_not_of('\n', section.find('\n'));
  if (first == std::string_view::npos) return {};
  std::string_view line = section.substr(first, section.find('\n', first) - first);
  if (line.ends_with('.')) line.remove_suffix(1);
  return line;
}

std::string help_for_terminal(std::string_view section, std::size_t width) {
  const std::string text = for_terminal(section);
  std::string out;
  std::optional<HelpBlock> block;
  const auto end_block = [&] {
    if (block) append_wrapped(out, *block, width);
    block.reset();
  };
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    const std::string_view line = std::string_view(text).substr(start, end - start);
    start = end + 1;
    const std::size_t indent = indent_of(line);
    if (line.empty()) {
      end_block();
      out += '\n';
    } else if (block && continues(*block, line)) {
      if (block->wants_text) block->column = indent;
      block->wants_text = false;
      if (block->is_example) block->text.resize(block->text.find_last_not_of(" \\") + 1);
      block->text += (block->text.empty() ? "" : " ") + std::string(line.substr(indent));
    } else {
      end_block();
      block = indent == 0 ? block_without_indent(line) : indented_block(line);
    }
  }
  end_block();
  return out;
}

std::string for_terminal(std::string_view section) {
  std::string text;
  while (!section.empty()) {
    std::string_view line = section.substr(0, section.find('\n'));
    section.remove_prefix(std::min(line.size() + 1, section.size()));
    const auto marks = line.find_first_not_of('#');
    if (marks != 0 && marks != std::string_view::npos && line[marks] == ' ') line.remove_prefix(marks + 1);
    text += std::string(line) + '\n';
  }
  const auto last = text.find_last_not_of('\n');
  text.resize(last == std::string::npos ? 0 : last + 2);
  return text;
}

}  // namespace reconverge::cli
