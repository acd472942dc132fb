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
  return row.opcode() == "BAR" && row.has_modifier("SYNC") && row.guard.always() && row.operands.size() == 1 &&
         row.operands[0].kind == sass::OperandKind::integer_immediate && row.operands[0].value == 0;
}

using Kind = observers::PartialGroups::Row;
using Kinds = observers::PartialGroups::Rows;

/// The rows on one side of a branch that have to do with other lanes.
struct Side {
  std::vector<std::size_t> barriers;  ///< BAR and WARPSYNC
  std::vector<std::size_t> looks;     ///< SHFL, VOTE, MATCH, REDUX
  bool knows_who_is_here = false;     ///< it names the lanes, or reads the active mask
};

class Sides {
 public:
  Sides(const Code& code, const Kinds& kinds, std::size_t meeting) : code_(code), kinds_(kinds), meeting_(meeting) {}

  /// What stands on the ways from a block to the meeting; nothing if a way ends before.
  std::optional<Side> from(std::size_t block) const {
    Side side;
    std::vector<std::size_t> work{block};
    std::vector<bool> seen(code_.flow.blocks.size(), false);
    while (!work.empty()) {
      const std::size_t here = work.back();
      work.pop_back();
      if (here == meeting_ || seen[here]) continue;
      seen[here] = true;
      for (std::size_t i = code_.flow.blocks[here].first; i <= code_.flow.blocks[here].last; ++i) add(i, side);
      for (const std::size_t e : code_.out[here]) {
        const auto& edge = code_.flow.edges[e];
        if (edge.kind == sass::EdgeKind::call) return std::nullopt;
        if (!edge.to) return std::nullopt;
        work.push_back(*edge.to);
      }
    }
    return side;
  }

 private:
  void add(std::size_t index, Side& side) const {
    const std::string_view opcode = code_.row(index).opcode();
    if (opcode == "BAR" || opcode == "WARPSYNC") side.barriers.push_back(index);
    else if ((*kinds_)[index] == Kind::looks_at_others) side.looks.push_back(index);
    side.knows_who_is_here |= opcode == "WARPSYNC" || (*kinds_)[index] == Kind::asks;
  }

  const Code& code_;
  const Kinds& kinds_;
  std::size_t meeting_;
};

std::string on_one_side(const Code& code, std::size_t index, std::size_t branch) {
  return fmt::format("{} is on one side of the branch at 0x{:x}, which parts the lanes of a warp by their number",
                     code.row(index).mnemonic, code.row(branch).address);
}

/// Once for each row, however many branches it stands under.
void add(std::string_view rule, std::size_t index, std::string message, Lint& lint) {
  const bool is_known = std::ranges::any_of(
      lint.remarks, [&](const Remark& remark) { return remark.rule == rule && remark.index == index; });
  if (!is_known) lint.remarks.push_back({rule, index, std::move(message)});
}

void report(const Code& code, std::size_t branch, const Side& side, const Side& other, Lint& lint) {
  for (const std::size_t index : side.barriers) {
    const sass::Instruction& row = code.row(index);
    if (!other.barriers.empty() || (!names_all_lanes(row) && !wants_the_block(row))) continue;
    add(row.opcode() == "BAR" ? "block-barrier-under-branch" : "warpsync-under-branch", index,
        on_one_side(code, index, branch) + "; the other side has none", lint);
  }
  if (!side.knows_who_is_here)
    for (const std::size_t index : side.looks)
      add("collective-under-branch", index, on_one_side(code, index, branch) + ": it sees only lanes that go this way",
          lint);
}

/// Lanes that wait at two WARPSYNC never meet, though both name all.
void look_for_two_meetings(const Code& code, const Side& one, const Side& other, Lint& lint) {
  const auto first = [&](const Side& side) -> std::optional<std::size_t> {
    if (side.barriers.size() != 1 || !names_all_lanes(code.row(side.barriers.front()))) return std::nullopt;
    return side.barriers.front();
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

void look_at_branch(const Code& code, std::size_t block, const PostDominators& meetings, const Kinds& kinds,
                    Lint& lint) {
  std::vector<std::size_t> sides;
  for (const std::size_t e : code.out[block])
    if (code.flow.edges[e].to) sides.push_back(*code.flow.edges[e].to);
  const std::size_t meeting = meetings.after(block);
  if (sides.size() != 2 || meeting == nowhere) return;
  const Sides walk(code, kinds, meeting);
  const auto one = walk.from(sides[0]), other = walk.from(sides[1]);
  if (!one || !other) return;
  const std::size_t branch = code.flow.blocks[block].last;
  report(code, branch, *one, *other, lint);
  report(code, branch, *other, *one, lint);
  look_for_two_meetings(code, *one, *other, lint);
}

}  // namespace

bool names_all_lanes(const sass::Instruction& row) {
  if (row.opcode() != "WARPSYNC" || !row.guard.always()) return false;
  return row.has_modifier("ALL") ||
         (!row.operands.empty() && row.operands[0].kind == sass::OperandKind::integer_immediate &&
          static_cast<std::uint32_t>(row.operands[0].value) == 0xFFFF'FFFF);
}

void check_block_barriers(const Code& code, Lint& lint) {
  if (!code.is_kernel || !code.has_barriers()) return;
  const std::vector<std::size_t> parting = rows_guarded_by_lane(code);
  if (parting.empty()) return;
  const PostDominators meetings(code);
  const Kinds kinds = observers::PartialGroups::rows_of(code.executable.function);
  for (std::size_t block = 0; block < code.flow.blocks.size(); ++block) {
    const std::size_t last = code.flow.blocks[block].last;
    if (code.roles[last] == sass::ControlRole::branch && std::ranges::find(parting, last) != parting.end())
      look_at_branch(code, block, meetings, kinds, lint);
  }
}

}  // namespace reconverge::analysis
