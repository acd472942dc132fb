// SPDX-License-Identifier: MIT
// WARPSYNC of all lanes behind an EXIT that some lanes take by their number.

#include <fmt/core.h>

#include <vector>

#include "analysis/checks/checks.hpp"
#include "analysis/checks/varying.hpp"

namespace reconverge::analysis {
namespace {

/// The rows that lanes can come to which do not take an EXIT.
std::vector<std::size_t> rows_after(const Code& code, std::size_t exit) {
  std::vector<std::size_t> rows, work;
  std::vector<bool> seen(code.flow.blocks.size(), false);
  const auto follow = [&](std::size_t block) {
    for (const std::size_t e : code.out[block])
      if (const auto& to = code.flow.edges[e].to; to && !seen[*to]) {
        seen[*to] = true;
        work.push_back(*to);
      }
  };
  const auto add = [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i <= last; ++i) rows.push_back(i);
  };
  for (std::size_t block = 0; block < code.flow.blocks.size(); ++block) {
    if (exit < code.flow.blocks[block].first || exit > code.flow.blocks[block].last) continue;
    add(exit + 1, code.flow.blocks[block].last);
    follow(block);
  }
  while (!work.empty()) {
    const std::size_t block = work.back();
    work.pop_back();
    add(code.flow.blocks[block].first, code.flow.blocks[block].last);
    follow(block);
  }
  return rows;
}

}  // namespace

void check_exited_lanes(const Code& code, Lint& lint) {
  if (!code.is_kernel || !code.has_barriers()) return;
  std::vector<bool> found(code.size(), false);
  const ByLane lanes = by_lane(code);
  for (const std::size_t exit : lanes.guarded) {
    if (code.roles[exit] != sass::ControlRole::exit) continue;
    for (const std::size_t index : rows_after(code, exit)) {
      if (found[index] || !code.row(index).guard.always() || !lanes.names_all_lanes[index]) continue;
      found[index] = true;
      lint.remarks.push_back(
          {"warpsync-after-exit", index,
           fmt::format("{} names all lanes of the warp, of which some take the EXIT at 0x{:x} by their "
                       "number",
                       code.row(index).mnemonic, code.row(exit).address)});
    }
  }
}

}  // namespace reconverge::analysis
