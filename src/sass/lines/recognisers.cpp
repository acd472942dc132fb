// SPDX-License-Identifier: MIT
#include "sass/lines/recognisers.hpp"

#include <array>

namespace reconverge::sass {

std::span<const Recogniser> recognisers() {
  static constexpr std::array<Recogniser, 12> list = {
      other_parts,          // first: sections may hold any text
      instruction_row,      // most lines are one of these two
      encoding_row,         //
      source_note,          // before blank_or_comment: it begins with // too
      blank_or_comment,     //
      elided_rows,          //
      architecture_header,  // before directive: .target, .headerflags
      function_header,      // before directive and label_line: .section .text.NAME
      fatbin_header,        //
      label_line,           // before directive: .L_x_1:
      directive,            //
      foreign_dialect,      // last: only to say why a line is refused
  };
  return list;
}

}  // namespace reconverge::sass
