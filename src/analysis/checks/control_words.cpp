// SPDX-License-Identifier: MIT
// Fields of control words that no scheduler can follow, row by row.

#include <fmt/core.h>

#include "analysis/checks/checks.hpp"

namespace reconverge::analysis {
namespace {

void look_at_numbers(const Code& code, std::size_t index, Lint& lint) {
  const sass::ControlWord& word = *code.row(index).control;
  for (const unsigned number : {unsigned{word.write_scoreboard}, unsigned{word.read_scoreboard}})
    if (number >= scoreboards && number != no_scoreboard)
      lint.remarks.push_back({"no-such-scoreboard", index,
                              fmt::format("the control word of {} names scoreboard {}; there are 0 to {}",
                                          code.row(index).mnemonic, number, scoreboards - 1)});
}

}  // namespace

void check_control_words(const Code& code, Lint& lint) {
  if (code.architecture < 50) return;
  for (std::size_t i = 0; i < code.size(); ++i)
    if (code.row(i).control) look_at_numbers(code, i, lint);
}

}  // namespace reconverge::analysis
