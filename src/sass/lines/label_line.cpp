// SPDX-License-Identifier: MIT
// `.L_x_1:`, `NAME:`, `$NAME$__internal_pow:`: a name for the address of the next row. Labels are
// opaque: disassemblers have changed their form before. `nvdisasm -plr` puts a comment after each.

#include "sass/lines/recognisers.hpp"

namespace reconverge::sass {

Verdict label_line(std::string_view line, ListingBuilder& builder) {
  Cursor cursor(line);
  cursor.skip_blanks();
  std::string_view name = cursor.rest();
  for (std::size_t at = name.find("//"); at != std::string_view::npos; at = name.find("//", at + 1)) {
    if (at > 0 && is_blank(name[at - 1])) name = name.substr(0, at);
  }
  while (!name.empty() && is_blank(name.back())) name.remove_suffix(1);
  if (name.size() < 2 || name.back() != ':') return Verdict::not_mine;
  name.remove_suffix(1);
  for (const char c : name) {
    if (is_blank(c) || c == ';' || c == ':') return Verdict::not_mine;
  }
  if (!builder.in_data_section()) builder.add_label(name);
  return Verdict::accepted;
}

}  // namespace reconverge::sass
