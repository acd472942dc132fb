#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <string>

#include "sass/program.hpp"

namespace reconverge::timing {

/// Something that ran without its time being known: a row, or one way of going on from it.
struct UntimedRow {
  std::uint32_t index = 0;  ///< into Executable::instructions
  bool passage = false;     ///< how control went on from it, not the row itself
  friend auto operator<=>(const UntimedRow&, const UntimedRow&) = default;
};

/// And how often.
using Untimed = std::map<UntimedRow, std::uint64_t>;

/// "MUFU.RCP", "NANOSLEEP in this way".
inline std::string to_string(const UntimedRow& row, const sass::Function& function) {
  return function.instructions[row.index].mnemonic + (row.passage ? " in this way" : "");
}

}  // namespace reconverge::timing
