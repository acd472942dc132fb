#include "sass/source_lines.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>

namespace reconverge::sass {

/// `inlined at "a.cu", line 9 inlined at "b.cu", line 16`: the frames around the first one.
std::vector<SourceFrame> frames_of(const Function& function, const Instruction& instruction) {
  if (instruction.source_note < 0) return {};
  constexpr std::string_view opening = "inlined at \"", between = "\", line ";
  const SourceNote& note = function.source_notes[static_cast<std::size_t>(instruction.source_note)];
  std::vector<SourceFrame> frames{{note.file, note.line, {}}};
  std::string_view rest = note.inlined_at;
  while (true) {
    const std::size_t begin = rest.find(opening);
    if (begin == std::string_view::npos) break;
    rest.remove_prefix(begin + opening.size());
    const std::size_t quote = rest.find(between);
    if (quote == std::string_view::npos) break;
    SourceFrame frame{std::string(rest.substr(0, quote)), 0, {}};
    rest.remove_prefix(quote + between.size());
    if (std::from_chars(rest.data(), rest.data() + rest.size(), frame.line).ec != std::errc{}) break;
    frames.push_back(std::move(frame));
  }
  for (std::size_t i = 0; i + 1 < frames.size() && i < note.functions.size(); ++i)
    frames[i].function = note.functions[i];
  frames.back().function = function.name;
  return frames;
}

void take_lines(const std::vector<FunctionLines>& file, Function& function) {
  const auto own = std::ranges::find(file, function.name, &FunctionLines::symbol);
  if (own == file.end() || own->rows.empty()) return;
  function.source_notes.clear();
  for (const LineRow& row : own->rows) function.source_notes.push_back(row.note);
  for (Instruction& instruction : function.instructions) {
    const auto after = std::ranges::upper_bound(own->rows, instruction.address, {}, &LineRow::address);
    instruction.source_note = static_cast<std::int32_t>(after - own->rows.begin()) - 1;
  }
}

}  // namespace reconverge::sass
