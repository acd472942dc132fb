// SPDX-License-Identifier: MIT
#include "sass/source_lines.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

#include "core/short_names.hpp"
#include "sass/names.hpp"
#include "sass/user_frame.hpp"

namespace reconverge::sass {
namespace {

/// Takes `opening`, then text up to `closing` and that. Nothing if they are not there.
std::optional<std::string> take_between(std::string_view& rest, std::string_view opening, std::string_view closing) {
  if (!rest.starts_with(opening)) return std::nullopt;
  const std::size_t end = rest.find(closing, opening.size());
  if (end == std::string_view::npos) return std::nullopt;
  std::string text(rest.substr(opening.size(), end - opening.size()));
  rest.remove_prefix(end + closing.size());
  return text;
}

}  // namespace

std::string inlined_at(const std::string& function, const std::string& file, std::uint64_t line) {
  const std::string name = function.empty() ? "" : "function \"" + function + "\" ";
  return name + "inlined at \"" + file + "\", line " + std::to_string(line);
}

/// `function "_Z1fv" inlined at "a.cu", line 9 inlined at "b.cu", line 16`: the function of each frame but the last, if
/// it is known, and the frames around the first one.
std::vector<SourceFrame> frames_of(const Function& function, const Instruction& instruction) {
  if (instruction.source_note < 0) return {};
  const SourceNote& note = function.source_notes[static_cast<std::size_t>(instruction.source_note)];
  std::vector<SourceFrame> frames{{note.file, note.line, {}}};
  std::string_view rest = note.inlined_at;
  while (!rest.empty()) {
    if (auto name = take_between(rest, "function \"", "\" ")) frames.back().function = *std::move(name);
    auto file = take_between(rest, "inlined at \"", "\", line ");
    if (!file) break;
    std::uint32_t line = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), line);
    if (error != std::errc{}) break;
    frames.push_back({*std::move(file), line, {}});
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    if (rest.starts_with(' ')) rest.remove_prefix(1);
  }
  frames.back().function = function.name;
  return frames;
}

std::string pc_text(const Instruction& row) { return fmt::format("0x{:04x}", row.address); }

std::string place_in_code(const Function& function, const Instruction& row) {
  const std::string name = function.name.empty() ? "" : std::string(without_signature(demangled(function.name))) + "+";
  return name + pc_text(row);
}

core::Location location_of(const Function& function, const Instruction& row, const std::string& source_name) {
  if (row.column != 0) return {source_name, row.line, row.column};
  if (const auto frames = frames_of(function, row); !frames.empty()) {
    const SourceFrame& own = frames[frame_of_user(frames)];
    const bool is_input = core::base_name(own.file) == core::base_name(source_name);  // as the user wrote it
    return {is_input ? source_name : own.file, own.line};
  }
  return {fmt::format("{}: {}", source_name, place_in_code(function, row))};
}

void forget_columns(Function& function) {
  for (Instruction& row : function.instructions) row.column = 0;
}

void take_lines(const std::vector<FunctionLines>& file, Function& function) {
  const auto is_own = [&](const FunctionLines& lines) {
    return lines.symbol == function.name && (lines.arch.empty() || lines.arch == function.arch);
  };
  const auto own = std::ranges::find_if(file, is_own);
  if (own == file.end() || own->rows.empty() || std::ranges::count_if(file, is_own) > 1) return;
  function.source_notes.clear();
  for (const LineRow& row : own->rows) function.source_notes.push_back(row.note);
  for (Instruction& instruction : function.instructions) {
    const auto after = std::ranges::upper_bound(own->rows, instruction.address, {}, &LineRow::address);
    const auto index = static_cast<std::int32_t>(after - own->rows.begin()) - 1;
    const bool is_known = index >= 0 && !function.source_notes[static_cast<std::size_t>(index)].file.empty();
    instruction.source_note = is_known ? index : -1;
  }
}

}  // namespace reconverge::sass
