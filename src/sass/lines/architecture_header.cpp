// SPDX-License-Identifier: MIT
// Lines that name the architecture: `code for sm_90`, `arch = sm_90`, `.target sm_100a`,
// `.headerflags @"EF_CUDA_SM35 EF_CUDA_PTX_SM(EF_CUDA_SM35)"`.

#include <fmt/format.h>

#include <charconv>

#include "sass/lines/recognisers.hpp"

namespace reconverge::sass {
namespace {

/// "sm_90" of the first EF_CUDA_SMnn that is a flag of its own, not an argument. With
/// EF_CUDA_ACCELERATORS it is the architecture whose name ends in "a". Empty if there is none.
std::string flagged_arch(std::string_view flags) {
  constexpr std::string_view prefix = "EF_CUDA_SM";
  for (std::size_t at = flags.find(prefix); at != std::string_view::npos; at = flags.find(prefix, at + 1)) {
    if (at > 0 && flags[at - 1] == '(') continue;
    const std::string_view digits = flags.substr(at + prefix.size());
    int number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc{} || end == digits.data()) continue;
    const bool accelerated = flags.find("EF_CUDA_ACCELERATORS") != std::string_view::npos;
    return fmt::format("sm_{}{}", number, accelerated ? "a" : "");
  }
  return {};
}

}  // namespace

Verdict architecture_header(std::string_view line, ListingBuilder& builder) {
  Cursor cursor(line);
  cursor.skip_blanks();
  const bool flags = cursor.take(".headerflags");
  const bool target = !flags && cursor.take(".target");
  const bool block = !flags && !target && (cursor.take("code for ") || cursor.take("arch = "));
  if (!flags && !target && !block) return Verdict::not_mine;
  cursor.skip_blanks();
  if (flags) {
    const std::string arch = flagged_arch(cursor.rest());
    if (arch.empty()) return Verdict::accepted;
    return is_architecture(arch) ? builder.confirm_arch(arch) : builder.meet_unknown_arch(cursor.column(), arch);
  }
  const std::uint32_t column = cursor.column();
  const std::string_view arch = cursor.take_word();
  if (!arch_number(arch)) return builder.refuse(column, "no architecture, such as sm_90, here");
  cursor.skip_blanks();
  if (block && !cursor.rest().empty() && cursor.rest() != "\r") {
    return builder.refuse(cursor.column(), "only one architecture may be here");
  }
  if (!is_architecture(arch)) return builder.meet_unknown_arch(column, arch);
  return target ? builder.refine_arch(arch) : builder.begin_block(arch);
}

}  // namespace reconverge::sass
