// SPDX-License-Identifier: MIT
// Assembler dialects that look like SASS. They carry control fields in a notation of their own and
// their labels and addresses mean other things, so they are refused by name, never half-read. So is what the
// vendor's tools print in place of a listing.

#include <algorithm>
#include <array>
#include <span>

#include "sass/lines/recognisers.hpp"

namespace reconverge::sass {
namespace {

bool begins_with_any(std::string_view text, std::span<const std::string_view> beginnings) {
  return std::ranges::any_of(beginnings, [text](std::string_view beginning) { return text.starts_with(beginning); });
}

/// CuAsm: `[B------:R-:W-:-:S13]`; its files begin with directives for the parts of an ELF file.
bool is_cuasm(std::string_view rest) {
  constexpr std::array<std::string_view, 3> directives = {".__elf_", ".__section_", ".__segment_"};
  if (begins_with_any(rest, directives)) return true;
  return rest.starts_with("[B") && rest.find(":R") != std::string_view::npos &&
         rest.find(":S") != std::string_view::npos;
}

/// maxas, and TurAs after it: `--:-:1:-:1      S2R tid, SR_TID.X;`.
bool is_maxas_row(std::string_view rest) {
  std::size_t colons = 0;
  for (const char c : rest.substr(0, rest.find_first_of(" \t"))) {
    if (c == ':') ++colons;
    else if (c != '-' && c != 'Y' && hex_digit(c) < 0) return false;
  }
  return colons == 4;
}

/// The beginnings of files of maxas.
bool is_maxas(std::string_view rest) {
  constexpr std::array<std::string_view, 9> beginnings = {
      "# Kernel:",       "# Arch:",   "# InsCnt:",          "# RegCnt:",
      "# SharedSize:",   "# BarCnt:", "<REGISTER_MAPPING>", "<CONSTANT_MAPPING>",
      "<SCHEDULE_BLOCK>"};
  return is_maxas_row(rest) || begins_with_any(rest, beginnings);
}

bool is_turas(std::string_view rest) {
  constexpr std::array<std::string_view, 5> beginnings = {"<params", "<registers", "<constants", "<kernel",
                                                          "<iterator"};
  return begins_with_any(rest, beginnings);
}

bool is_ptx(std::string_view rest) {
  return rest.starts_with("mov.") || rest.starts_with("ld.param") || rest.starts_with("add.s") || rest == "{" ||
         rest == "}" || rest == "(" || rest == ")";
}

/// `cuobjdump -lelf`, `-lptx`, `-ltext`.
bool is_list_of_files(std::string_view rest) {
  constexpr std::array<std::string_view, 3> beginnings = {"ELF file ", "PTX file ", "SASS text section "};
  return begins_with_any(rest, beginnings);
}

/// The dialect that a line shows, and what to do about it.
struct Kind {
  bool (*is)(std::string_view) = nullptr;
  const char* message = nullptr;
  const char* hint = nullptr;
};

constexpr const char* assemble = "assemble it and pass the cubin, or the output of cuobjdump -sass";
constexpr std::array kinds = {
    Kind{is_cuasm, "this is CuAsm assembly, not a disassembly", assemble},
    Kind{is_maxas, "this is maxas assembly, not a disassembly", assemble},
    Kind{is_turas, "this is TurAs assembly, not a disassembly", assemble},
    Kind{[](std::string_view rest) { return rest.starts_with("# CUDA:"); },
         "this is NBAssembler assembly, not a disassembly", assemble},
    Kind{is_ptx, "this is PTX, not SASS", "give the file the suffix .ptx so that it is compiled"},
    Kind{is_list_of_files, "this is the list of files in a binary that cuobjdump -lelf, -lptx or -ltext prints",
         "give the binary itself, or the output of cuobjdump -sass"},
    Kind{[](std::string_view rest) { return rest.starts_with("digraph "); },
         "this is the graph that nvdisasm -cfg or -bbcfg prints, not a listing",
         "leave -cfg and -bbcfg out; `reconverge inspect --cfg dot` draws the graph of a listing"},
};

}  // namespace

Verdict foreign_dialect(std::string_view line, ListingBuilder& builder) {
  Cursor cursor(line);
  cursor.skip_blanks();
  std::string_view rest = cursor.rest();
  while (!rest.empty() && is_blank(rest.back())) rest.remove_suffix(1);
  for (const Kind& kind : kinds) {
    if (kind.is(rest)) return builder.refuse(cursor.column(), kind.message, kind.hint);
  }
  return Verdict::not_mine;
}

}  // namespace reconverge::sass
