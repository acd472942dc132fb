// SPDX-License-Identifier: MIT
// The output of cuobjdump beside the code, by its options: `-elf` the sections of each file, `-res-usage` its
// resources, `-symbols` its symbols. None holds an instruction. The symbols say which functions are kernels, which
// `-sass` alone does not.

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "core/text.hpp"
#include "sass/lines/recognisers.hpp"

namespace reconverge::sass {
namespace {

using core::trimmed;

bool begins_with_one_of(std::string_view text, std::span<const std::string_view> beginnings) {
  return std::ranges::any_of(beginnings, [text](std::string_view beginning) { return text.starts_with(beginning); });
}

std::string_view take_word_of(std::string_view& text) {
  text = trimmed(text);
  const std::string_view word = text.substr(0, text.find_first_of(" \t"));
  text.remove_prefix(word.size());
  return word;
}

/// `Common:`, `Function NAME:`, `REG:10 STACK:0 CONSTANT[0]:536`.
bool is_resource_usage(std::string_view line) {
  if (line == "Common:" || (line.starts_with("Function ") && line.ends_with(':'))) return true;
  while (!(line = trimmed(line)).empty()) {
    const std::string_view word = take_word_of(line);
    const std::size_t colon = word.find(':');
    if (colon == std::string_view::npos || colon == 0 || colon + 1 == word.size() || !is_upper(word.front()))
      return false;
    if (!std::ranges::all_of(word.substr(colon + 1), is_digit)) return false;
  }
  return true;
}

/// `FUNC  GLOBAL  DEFAULT  ENTRY  k` of CUDA 13, `STT_FUNC  STB_GLOBAL  STO_ENTRY  k` of earlier ones.
bool is_symbol(std::string_view line) {
  const std::string_view type = take_word_of(line);
  const std::string_view binding = take_word_of(line);
  constexpr std::array<std::string_view, 3> bindings = {"LOCAL", "GLOBAL", "WEAK"};
  const bool is_old = type.starts_with("STT_") && binding.starts_with("STB_");
  return std::ranges::find(bindings, is_old ? binding.substr(4) : binding) != bindings.end() &&
         std::ranges::all_of(type, [](char c) { return is_upper(c) || is_digit(c) || c == '_' || c == '?'; });
}

/// The kernel that a symbol is: `ENTRY` marks what the host can start. Empty for other symbols.
std::string_view kernel_of_symbol(std::string_view line) {
  bool is_entry = false;
  std::string_view last;
  for (line = trimmed(line); !line.empty(); line = trimmed(line)) {
    is_entry = is_entry || last == "ENTRY" || last == "STO_ENTRY";
    last = take_word_of(line);
  }
  return is_entry ? last : std::string_view{};
}

/// Sections may hold any text, so that only the head of another part ends a dump of them.
bool ends_sections(std::string_view line) {
  constexpr std::array<std::string_view, 2> heads = {"Fatbin elf code:", "Fatbin ptx code:"};
  const std::string_view words = trimmed(line);
  constexpr std::string_view code = "code for ";
  return begins_with_one_of(line, heads) || (words.starts_with(code) && is_architecture(words.substr(code.size())));
}

/// The part that a line opens; nothing if it opens none.
std::optional<DumpPart> opened_part(std::string_view line, const ListingBuilder& builder) {
  constexpr std::array<std::string_view, 4> sections = {"64-bit ELF:", "64bit elf:", "32-bit ELF:", "32bit elf:"};
  if (begins_with_one_of(line, sections)) return DumpPart::sections;
  if (trimmed(line) == "Resource usage:") return DumpPart::resource_usage;
  // Among code and data it is the label of something that is called so.
  const bool may_be_label = builder.in_function() || builder.in_data_section();
  if (!may_be_label && line.starts_with("symbols:") && trimmed(line) == "symbols:") return DumpPart::symbols;
  return std::nullopt;
}

}  // namespace

Verdict other_parts(std::string_view line, ListingBuilder& builder) {
  if (const auto part = opened_part(line, builder)) {
    builder.enter_part(*part);
    return builder.end_function();
  }
  switch (builder.part()) {
    case DumpPart::code:
    case DumpPart::ptx: return Verdict::not_mine;
    case DumpPart::sections:
      if (!ends_sections(line)) return Verdict::accepted;
      break;
    case DumpPart::resource_usage:
      if (is_resource_usage(trimmed(line))) return Verdict::accepted;
      break;
    case DumpPart::symbols:
      if (trimmed(line).empty()) return Verdict::accepted;
      if (!is_symbol(line)) break;
      if (const auto kernel = kernel_of_symbol(line); !kernel.empty()) builder.add_kernel(kernel);
      return Verdict::accepted;
      break;
  }
  builder.enter_part(DumpPart::code);
  return Verdict::not_mine;
}

}  // namespace reconverge::sass
