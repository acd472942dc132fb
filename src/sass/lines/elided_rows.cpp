// SPDX-License-Identifier: MIT
// `...`: rows left out where the listing was shortened. A line of many dots closes a function.

#include "sass/lines/recognisers.hpp"

namespace reconverge::sass {

Verdict elided_rows(std::string_view line, ListingBuilder& builder) {
  Cursor cursor(line);
  cursor.skip_blanks();
  std::size_t dots = 0;
  while (cursor.take('.')) ++dots;
  cursor.skip_blanks();
  if (dots < 3 || !cursor.at_end()) return Verdict::not_mine;
  if (builder.in_ptx()) return Verdict::accepted;
  if (dots == 3) {
    builder.add_elision();
    return Verdict::accepted;
  }
  return builder.end_function();
}

}  // namespace reconverge::sass
