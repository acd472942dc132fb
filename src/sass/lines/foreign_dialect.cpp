// Assembler dialects that look like SASS. They carry control fields in a notation of their own and
// their labels and addresses mean other things, so they are refused by name, never half-read.

#include "sass/lines/recognisers.hpp"

namespace reconverge::sass {
namespace {

/// CuAsm: `[B------:R-:W-:-:S13]`.
bool is_cuasm(std::string_view rest) {
  return rest.starts_with("[B") && rest.find(":R") != std::string_view::npos &&
         rest.find(":S") != std::string_view::npos;
}

/// maxas: `--:-:1:-:1      S2R tid, SR_TID.X;`.
bool is_maxas(std::string_view rest) {
  std::size_t colons = 0;
  for (const char c : rest.substr(0, rest.find_first_of(" \t"))) {
    if (c == ':') ++colons;
    else if (c != '-' && c != 'Y' && hex_digit(c) < 0) return false;
  }
  return colons == 4;
}

bool is_ptx(std::string_view rest) {
  return rest.starts_with("mov.") || rest.starts_with("ld.param") || rest.starts_with("add.s") ||
         rest == "{" || rest == "}" || rest == "(" || rest == ")";
}

}  // namespace

Verdict foreign_dialect(std::string_view line, ListingBuilder& builder) {
  Cursor cursor(line);
  cursor.skip_blanks();
  std::string_view rest = cursor.rest();
  while (!rest.empty() && is_blank(rest.back())) rest.remove_suffix(1);
  constexpr const char* hint = "assemble it and pass the cubin, or the output of cuobjdump -sass";
  if (is_cuasm(rest)) {
    return builder.refuse(cursor.column(), "this is CuAsm assembly, not a disassembly", hint);
  }
  if (is_maxas(rest)) {
    return builder.refuse(cursor.column(), "this is maxas assembly, not a disassembly", hint);
  }
  if (is_ptx(rest)) {
    return builder.refuse(cursor.column(), "this is PTX, not SASS",
                          "give the file the suffix .ptx so that it is compiled");
  }
  return Verdict::not_mine;
}

}  // namespace reconverge::sass
