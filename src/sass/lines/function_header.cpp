// SPDX-License-Identifier: MIT
// `Function : NAME` of cuobjdump and `.section .text.NAME,...` of nvdisasm begin a function; any
// other section of nvdisasm ends one and holds data.

#include "sass/lines/recognisers.hpp"

namespace reconverge::sass {

Verdict function_header(std::string_view line, ListingBuilder& builder) {
  Cursor cursor(line);
  cursor.skip_blanks();
  if (cursor.take("Function")) {
    cursor.skip_blanks();
    if (!cursor.take(':')) return Verdict::not_mine;
    cursor.skip_blanks();
    std::string_view name = cursor.rest();
    while (!name.empty() && is_blank(name.back())) name.remove_suffix(1);
    return builder.begin_function(name);
  }
  if (!cursor.take(".section") || !is_blank(cursor.peek())) return Verdict::not_mine;
  cursor.skip_blanks();
  std::string_view name = cursor.rest();
  name = name.substr(0, name.find(','));
  while (!name.empty() && is_blank(name.back())) name.remove_suffix(1);
  constexpr std::string_view text = ".text.";
  if (name.starts_with(text)) return builder.begin_function(name.substr(text.size()));
  const Verdict ended = builder.end_function();
  builder.enter_data_section();
  return ended;
}

}  // namespace reconverge::sass
