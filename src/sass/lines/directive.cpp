// SPDX-License-Identifier: MIT
// `.align 128`, `.sectioninfo @"SHI_REGISTERS=12"`, `.byte 0x04, 0x2f`: assembler directives of
// nvdisasm. None holds an instruction. `.other k,@"STO_CUDA_ENTRY STV_DEFAULT"` says that k is a kernel.

#include "sass/lines/recognisers.hpp"

namespace reconverge::sass {

Verdict directive(std::string_view line, ListingBuilder& builder) {
  Cursor cursor(line);
  cursor.skip_blanks();
  if (!cursor.take('.') || !is_lower(cursor.peek())) return Verdict::not_mine;
  const std::string_view word = cursor.take_word();
  if (word == "other" && line.find("STO_CUDA_ENTRY") != std::string_view::npos) {
    cursor.skip_blanks();
    builder.add_kernel(cursor.rest().substr(0, cursor.rest().find(',')));
    return Verdict::accepted;
  }
  return cursor.at_end() || is_blank(cursor.peek()) ? Verdict::accepted : Verdict::not_mine;
}

}  // namespace reconverge::sass
