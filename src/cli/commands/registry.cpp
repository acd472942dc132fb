// SPDX-License-Identifier: MIT
#include <array>

#include "cli/commands/commands.hpp"

namespace reconverge::cli {

std::span<const AddCommand> commands() {
  static constexpr std::array all = {add_paper,  add_bench,  add_emulate, add_trace,   add_inspect,
                                     add_lint,   add_fit,    add_predict, add_compare, add_diff,
                                     add_report, add_doctor, add_profile, add_list,    add_explain};
  return all;
}

}  // namespace reconverge::cli
