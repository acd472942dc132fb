// SPDX-License-Identifier: MIT
// `.align 128`, `.sectioninfo @"SHI_REGISTERS=12"`, `.byte 0x04, 0x2f`: assembler directives of
// nvdisasm. None holds an instruction.

#include "sass/lines/recognisers.hpp"

namespace reconverge::sass {

Verdict directive(std::string_view line, ListingBuilder&) {
  Cursor cursor(line);
  cursor.skip_blanks();
  if (!cursor.take('.') || !is_lower(cursor.peek())) return Verdict::not_mine;
  cursor.take_word();
  return cursor.at_end() || is_blank(cursor.peek()) ? Verdict::accepted : Verdict::not_mine;
}

}  // namespace reconverge::sass
