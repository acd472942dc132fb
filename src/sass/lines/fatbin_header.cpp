// SPDX-License-Identifier: MIT
// The output of cuobjdump around the code: one block a member of the fat binary. PTX blocks carry no machine code;
// their lines are known as such and left alone.

#include <algorithm>
#include <array>

#include "sass/lines/recognisers.hpp"

namespace reconverge::sass {

Verdict fatbin_header(std::string_view line, ListingBuilder& builder) {
  Cursor cursor(line);
  cursor.skip_blanks();
  const std::string_view rest = cursor.rest();
  if (rest.starts_with("Fatbin ")) {
    builder.enter_part(rest.starts_with("Fatbin ptx code") ? DumpPart::ptx : DumpPart::code);
    return builder.end_function();
  }
  if (builder.in_ptx()) return Verdict::accepted;
  constexpr std::array<std::string_view, 13> prefixes = {
      "=====",     "code version", "producer", "host =",  "compile_size", "compressed", "ptxasOptions",
      "has debug", "identifier",   "Member ",  "member ", "debuggable",   "relocatable"};
  const auto known = [rest](std::string_view prefix) { return rest.starts_with(prefix); };
  return std::ranges::any_of(prefixes, known) ? Verdict::accepted : Verdict::not_mine;
}

}  // namespace reconverge::sass
