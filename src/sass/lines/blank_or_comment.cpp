// SPDX-License-Identifier: MIT
// Nothing, or a `//` comment: ours, nvdisasm's section rulers, a person's.

#include "sass/lines/recognisers.hpp"

namespace reconverge::sass {

Verdict blank_or_comment(std::string_view line, ListingBuilder&) {
  Cursor cursor(line);
  cursor.skip_blanks();
  return cursor.at_end() || cursor.rest().starts_with("//") ? Verdict::accepted : Verdict::not_mine;
}

}  // namespace reconverge::sass
