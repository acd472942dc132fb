// SPDX-License-Identifier: MIT
// `//## File "a.cu", line 7 inlined at "b.cu", line 9`: the source line of the rows that follow.

#include <charconv>

#include "sass/lines/recognisers.hpp"

namespace reconverge::sass {

Verdict source_note(std::string_view line, ListingBuilder& builder) {
  Cursor cursor(line);
  cursor.skip_blanks();
  if (!cursor.take("//##")) return Verdict::not_mine;
  cursor.skip_blanks();
  if (!cursor.take("File \"")) return Verdict::accepted;  // another remark of the disassembler
  const std::string_view rest = cursor.rest();
  const std::size_t quote = rest.find("\", line ");
  if (quote == std::string_view::npos) {
    return builder.refuse(cursor.column(), "a source note without a line number");
  }
  SourceNote note;
  note.file = rest.substr(0, quote);
  cursor.advance(quote + std::string_view("\", line ").size());
  const std::string_view digits = cursor.rest();
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), note.line);
  if (error != std::errc{}) return builder.refuse(cursor.column(), "the line number is not a number");
  cursor.advance(static_cast<std::size_t>(end - digits.data()));
  cursor.skip_blanks();
  std::string_view remark = cursor.rest();
  while (!remark.empty() && is_blank(remark.back())) remark.remove_suffix(1);
  note.inlined_at = remark;
  builder.add_source_note(std::move(note));
  return Verdict::accepted;
}

}  // namespace reconverge::sass
