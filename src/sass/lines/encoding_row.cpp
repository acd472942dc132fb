// SPDX-License-Identifier: MIT
// `/* 0x000fc400078e00ff */` on a line of its own: the high word of the instruction before it
// (Volta and later), its only word (dual issue), or a control word (Kepler to Pascal).

#include "sass/lines/recognisers.hpp"

namespace reconverge::sass {

Verdict encoding_row(std::string_view line, ListingBuilder& builder) {
  Cursor cursor(line);
  cursor.skip_blanks();
  const std::uint32_t column = cursor.column();
  std::uint64_t word = 0;
  if (!cursor.take_encoding(word)) return Verdict::not_mine;
  cursor.skip_blanks();
  if (!cursor.at_end() && !cursor.rest().starts_with("//"))
    return builder.refuse(cursor.column(), "unexpected text after an encoding");
  return builder.add_word(word, column);
}

}  // namespace reconverge::sass
