// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "sass/program.hpp"

namespace reconverge::timing {

/// An instruction that ran and is not timed.
struct UntimedRow {
  std::uint32_t index = 0;     ///< into Executable::instructions
  std::string_view what = {};  ///< a literal: which aspect of the row, as " in this way"; empty: its operation
  friend auto operator<=>(const UntimedRow&, const UntimedRow&) = default;
};

/// How often each ran.
using Untimed = std::map<UntimedRow, std::uint64_t>;

/// Reason of rows once the first level is not known to hold all that the run uses.
inline constexpr std::string_view data_do_not_fit = " of more data than the first level is known to hold";

/// Reason of rows that other warps of the block may delay, in ways that are not measured to the cycle.
inline constexpr std::string_view beside_others = " beside other warps";

/// "MUFU.RCP", "NANOSLEEP in this way".
inline std::string to_string(const UntimedRow& row, const sass::Function& function) {
  return function.instructions[row.index].mnemonic + std::string(row.what);
}

}  // namespace reconverge::timing
