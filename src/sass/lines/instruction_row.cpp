// SPDX-License-Identifier: MIT
// `/*0018*/  @P0 BRA 0x120 ;  /* 0x... */`, every disassembler since Fermi. Data rows of nvdisasm
// begin in the same way and hold `.byte`, `.word`: they are not instructions.

#include "sass/lines/recognisers.hpp"

namespace reconverge::sass {

Verdict instruction_row(std::string_view line, ListingBuilder& builder) {
  Cursor cursor(line);
  cursor.skip_blanks();
  std::uint64_t address = 0;
  if (!cursor.take_address(address)) return Verdict::not_mine;
  if (builder.in_ptx()) return Verdict::accepted;
  cursor.skip_blanks();
  if (cursor.peek() == '.') {
    if (!builder.in_function()) return Verdict::accepted;  // data
    return builder.refuse(cursor.column(), "data among the instructions of a function");
  }
  if (builder.in_function() && !builder.wanted()) return builder.count_row();
  Row row;
  if (auto parsed = parse_row(cursor, row); !parsed) return builder.refuse(parsed.error());
  return builder.add_row(address, row);
}

}  // namespace reconverge::sass
