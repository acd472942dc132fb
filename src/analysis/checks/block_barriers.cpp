// SPDX-License-Identifier: MIT
// What wants all lanes, or looks at other lanes, on one side of a branch at which lanes of a warp part by their number.

#include <fmt/core.h>

#include <algorithm>

#include "analysis/checks/checks.hpp"
#include "analysis/checks/varying.hpp"
#include "observers/partial_groups.hpp"

namespace reconverge::analysis {
namespace {

constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

/// Blocks from which every way leads through a given one: the nearest one after each (immediate post-dominator).
class PostDominators {
 public:
  explicit PostDominators(const Code& code) : code_(code), end_(code.flow.blocks.size()) {
    number_.assign(end_ + 1, nowhere);
    next_.assign(end_ + 1, nowhere);
    order_blocks();
    next_[end_] = end_;
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = order_.size(); i-- > 0;) changed |= update(order_[i]);
    }
  }

  /// nowhere: the ways meet only at their ends.
  std::size_t after(std::size_t block) const { return next_[block] == end_ ? nowhere : next_[block]; }

 private:
  std::vector<std::size_t> successors(std::size_t block) const {
    std::vector<std::size_t> all;
    for (const std::size_t e : code_.out[block])
      if (const auto& edge = code_.flow.edges[e]; edge.kind != sass::EdgeKind::call)
        all.push_back(edge.to.value_or(end_));
    return all;
  }

  /// Reverse postorder of the reversed graph, from the end backwards.
  void order_blocks() {
    std::vector<std::vector<std::size_t>> before(end_ + 1);
    for (std::size_t block = 0; block < end_; ++block)
      for (const std::size_t next : successors(block)) before[next].push_back(block);
    std::vector<std::pair<std::size_t, std::size_t>> stack{{end_, 0}};
    std::vector<bool> seen(end_ + 1, false);
    seen[end_] = true;
    while (!stack.empty()) {
      auto& [block, position] = stack.back();
      if (position < before[block].size()) {
        const std::size_t next = before[block][position++];
        if (!seen[next]) {
          seen[next] = true;
          stack.emplace_back(next, 0);
        }
        continue;
      }
      number_[block] = order_.size();
      order_.push_back(block);
      stack.pop_back();
    }
  }

  bool update(std::size_t block) {
    if (block == end_) return false;
    std::size_t found = nowhere;
    for (const std::size_t next : successors(block)) {
      if (next_[next] == nowhere) continue;
      found = found == nowhere ? next : common(found, next);
    }
    const bool changed = next_[block] != found;
    next_[block] = found;
    return changed;
  }

  std::size_t common(std::size_t a, std::size_t b) const {
    while (a != b) {
      while (number_[a] < number_[b]) a = next_[a];
      while (number_[b] < number_[a]) b = next_[b];
    }
    return a;
  }

  const Code& code_;
  std::size_t end_;  ///< represents all places where control ends
  std::vector<std::size_t> number_, next_, order_;
};

/// BAR.SYNC 0x0 of all threads.
bool wants_the_block(const sass::Instruction& row) {
  return row.opcode() == "BAR" && row.has_modifier("SYNC") && row.operands.size() == 1 &&
         row.operands[0].kind == sass::OperandKind::integer_immediate && row.operands[0].value == 0;
}

using Kind = observers::PartialGroups::Code::Row;
using Kinds = observers::PartialGroups::Rows;

/// A row at which lanes wait, and where that is said: there, or at the call that leads to it.
struct Waiting {
  std::size_t index = 0, place = 0;
};

/// The rows on one side of a branch that have to do with other lanes. Those of a function that is called from there
/// count as the call: on older architectures the compiler's own functions wait for lanes, and shuffle.
struct Side {
  std::vector<Waiting> barriers;   ///< BAR and WARPSYNC
  std::vector<std::size_t> looks;  ///< SHFL, VOTE, MATCH, REDUX
  bool meets_elsewhere = false;    ///< lanes that wait here may be joined by such that come from another place
  bool knows_who_is_here = false;  ///< it names the lanes, or reads the active mask
};

class Sides {
 public:
  Sides(const Code& code, const ByLane& lanes, const Kinds& kinds) : code_(code), lanes_(lanes), kinds_(kinds) {}

  /// What stands on the ways from a block to the meeting; nothing if a way ends before.
  std::optional<Side> from(std::size_t block, std::size_t meeting) const {
    Side side;
    return gather(block, meeting, nowhere, side) ? std::optional(std::move(side)) : std::nullopt;
  }

  bool wants_all_lanes(std::size_t index) const { return lanes_.names_all_lanes[index]; }

 private:
  /// @param call  the row that the blocks count as; nowhere: as themselves. Then only a RET ends them.
  bool gather(std::size_t block, std::size_t meeting, std::size_t call, Side& side) const {
    std::vector<std::size_t> work{block};
    std::vector<bool> seen(code_.flow.blocks.size(), false);
    while (!work.empty()) {
      const std::size_t here = work.back();
      work.pop_back();
      if (here == meeting || seen[here]) continue;
      seen[here] = true;
      for (std::size_t i = code_.flow.blocks[here].first; i <= code_.flow.blocks[here].last; ++i) add(i, call, side);
      for (const std::size_t e : code_.out[here]) {
        const auto& edge = code_.flow.edges[e];
        if (edge.kind == sass::EdgeKind::call) {
          const bool is_followed = edge.to && call == nowhere;
          if (!is_followed || !gather(*edge.to, nowhere, code_.flow.blocks[here].last, side)) return false;
          continue;
        }
        if (edge.kind == sass::EdgeKind::returns && call != nowhere) continue;
        if (!edge.to) return false;
        work.push_back(*edge.to);
      }
    }
    return true;
  }

  void add(std::size_t index, std::size_t call, Side& side) const {
    const std::string_view opcode = code_.row(index).opcode();
    const std::size_t place = call == nowhere ? index : call;
    const bool names_all = lanes_.names_all_lanes[index];
    if (opcode == "BAR" || opcode == "WARPSYNC") side.barriers.push_back({index, place});
    else if (kinds_->rows[index] == Kind::looks_at_others) side.looks.push_back(place);
    if (names_all && (call != nowhere || code_.row(index).has_modifier("COLLECTIVE"))) side.meets_elsewhere = true;
    side.knows_who_is_here |= opcode == "WARPSYNC" || kinds_->rows[index] == Kind::asks;
  }

  const Code& code_;
  const ByLane& lanes_;
  const Kinds& kinds_;
};

std::string on_one_side(const Code& code, const Waiting& row, std::size_t branch) {
  const std::string& mnemonic = code.row(row.index).mnemonic;
  return fmt::format("{} is on one side of the branch at 0x{:x}, which parts the lanes of a warp by their number",
                     row.index == row.place ? mnemonic : fmt::format("a call of code with {}", mnemonic),
                     code.row(branch).address);
}

/// Once for each row, however many branches it stands under.
void add(std::string_view rule, std::size_t index, std::string message, Lint& lint) {
  const bool is_known = std::ranges::any_of(
      lint.remarks, [&](const Remark& remark) { return remark.rule == rule && remark.index == index; });
  if (!is_known) lint.remarks.push_back({rule, index, std::move(message)});
}

std::string_view rule_of(const sass::Instruction& row) {
  return row.opcode() == "BAR" ? "block-barrier-under-branch" : "warpsync-under-branch";
}

void report(const Code& code, const Sides& sides, std::size_t branch, const Side& side, const Side& other, Lint& lint) {
  for (const Waiting& waiting : side.barriers) {
    const sass::Instruction& row = code.row(waiting.index);
    if (!other.barriers.empty() || !row.guard.always()) continue;
    if (!sides.wants_all_lanes(waiting.index) && !wants_the_block(row)) continue;
    add(rule_of(row), waiting.place, on_one_side(code, waiting, branch) + "; the other side has none", lint);
  }
  if (!side.knows_who_is_here)
    for (const std::size_t index : side.looks)
      add("collective-under-branch", index,
          on_one_side(code, {index, index}, branch) + ": it sees only lanes that go this way", lint);
}

/// Lanes that wait at two WARPSYNC never meet, though both name all. Those of WARPSYNC.COLLECTIVE do, and so do those
/// that call one function: that is how compilers have __syncwarp() of both sides meet.
void look_for_two_meetings(const Code& code, const Sides& sides, const Side& one, const Side& other, Lint& lint) {
  const auto first = [&](const Side& side) -> std::optional<std::size_t> {
    const bool is_one = side.barriers.size() == 1 && !side.meets_elsewhere;
    if (!is_one || !sides.wants_all_lanes(side.barriers.front().index)) return std::nullopt;
    const std::size_t index = side.barriers.front().index;
    return code.row(index).guard.always() ? std::optional(index) : std::nullopt;
  };
  const auto here = first(one), there = first(other);
  if (!here || !there) return;
  for (const auto& [index, elsewhere] : {std::pair(*here, *there), std::pair(*there, *here)})
    add("warpsync-on-both-sides", index,
        fmt::format("{} names all lanes of the warp, of which some wait at 0x{:x}, on the other side of a branch by "
                    "their number: neither group continues",
                    code.row(index).mnemonic, code.row(elsewhere).address),
        lint);
}

void look_at_branch(const Code& code, std::size_t block, const PostDominators& meetings, const Sides& walk,
                    Lint& lint) {
  std::vector<std::size_t> sides;
  for (const std::size_t e : code.out[block])
    if (code.flow.edges[e].to) sides.push_back(*code.flow.edges[e].to);
  const std::size_t meeting = meetings.after(block);
  if (sides.size() != 2 || meeting == nowhere) return;
  const auto one = walk.from(sides[0], meeting), other = walk.from(sides[1], meeting);
  if (!one || !other) return;
  const std::size_t branch = code.flow.blocks[block].last;
  report(code, walk, branch, *one, *other, lint);
  report(code, walk, branch, *other, *one, lint);
  look_for_two_meetings(code, walk, *one, *other, lint);
}

/// What compilers make of a short branch.
void look_at_guard(const Code& code, const Sides& sides, std::size_t index, Lint& lint) {
  const sass::Instruction& row = code.row(index);
  if (!sides.wants_all_lanes(index) && !wants_the_block(row)) return;
  add(rule_of(row), index,
      fmt::format("{} is under a guard that holds for some lanes of a warp, by their number, and not for others",
                  row.mnemonic),
      lint);
}

}  // namespace

void check_block_barriers(const Code& code, Lint& lint) {
  if (!code.is_kernel || !code.has_barriers()) return;
  const ByLane lanes = by_lane(code);
  const auto& parting = lanes.guarded;
  if (parting.empty()) return;
  const PostDominators meetings(code);
  const Kinds kinds = observers::PartialGroups::rows_of(code.executable.function);
  const Sides sides(code, lanes, kinds);
  for (std::size_t block = 0; block < code.flow.blocks.size(); ++block) {
    const std::size_t last = code.flow.blocks[block].last;
    if (code.roles[last] == sass::ControlRole::branch && std::ranges::find(parting, last) != parting.end())
      look_at_branch(code, block, meetings, sides, lint);
  }
  for (const std::size_t index : parting) look_at_guard(code, sides, index, lint);
}

}  // namespace reconverge::analysis
