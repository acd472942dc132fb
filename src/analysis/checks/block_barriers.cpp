// SPDX-License-Identifier: MIT
// BAR and WARPSYNC of all lanes on one side of a branch at which lanes of a warp part, and none on the other side.

#include <fmt/core.h>

#include <algorithm>
#include <bitset>

#include "analysis/checks/checks.hpp"

namespace reconverge::analysis {
namespace {

using emulator::Slot;

constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

/// What on every way here differs from lane to lane by computation from the number of the lane or thread.
struct Varying {
  std::bitset<emulator::first_literal> slots;
  std::uint16_t predicates = 0;
};

bool reads_lane_number(const sass::Instruction& row) {
  if (row.opcode() != "S2R") return false;
  return std::ranges::any_of(row.operands, [](const sass::Operand& operand) {
    return operand.text == "SR_TID.X" || operand.text == "SR_LANEID";
  });
}

/// Operations that keep different numbers different, or order them.
bool keeps_order(const sass::Instruction& row) {
  constexpr std::string_view opcodes[] = {"MOV", "IADD3", "IADD", "ISETP", "VIADD", "IMAD"};
  return std::ranges::find(opcodes, row.opcode()) != std::end(opcodes);
}

void step(const Code& code, std::size_t index, Varying& varying) {
  const sass::Instruction& row = code.row(index);
  const observers::ValueUse& use = code.uses[index];
  const auto reads = std::ranges::count_if(use.reads, [&](Slot slot) { return varying.slots.test(slot); });
  const bool alone = reads == 1 && use.reads.size() == 1 && use.predicate_reads == 0;
  const bool varies = reads_lane_number(row) || (alone && keeps_order(row));
  const bool certain = varies && row.guard.always();
  for (const Slot slot : use.writes) varying.slots.set(slot, certain);
  if (certain) varying.predicates |= use.predicate_writes;
  else varying.predicates &= static_cast<std::uint16_t>(~use.predicate_writes);
}

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
  std::size_t end_;  ///< stands for all places where control ends
  std::vector<std::size_t> number_, next_, order_;
};

/// BAR.SYNC 0x0 of all threads, WARPSYNC of all lanes.
bool wants_all(const sass::Instruction& row) {
  if (row.opcode() == "WARPSYNC" && row.has_modifier("ALL")) return row.guard.always();
  if (row.opcode() == "WARPSYNC")
    return row.guard.always() && !row.operands.empty() &&
           row.operands[0].kind == sass::OperandKind::integer_immediate &&
           static_cast<std::uint32_t>(row.operands[0].value) == 0xFFFF'FFFF;
  return row.opcode() == "BAR" && row.has_modifier("SYNC") && row.guard.always() && row.operands.size() == 1 &&
         row.operands[0].kind == sass::OperandKind::integer_immediate && row.operands[0].value == 0;
}

class Sides {
 public:
  Sides(const Code& code, std::size_t meeting) : code_(code), meeting_(meeting) {}

  /// Rows that want all lanes on the ways from a block to the meeting; nothing if a way ends before.
  std::optional<std::vector<std::size_t>> rows_from(std::size_t block) const {
    std::vector<std::size_t> rows, work{block};
    std::vector<bool> seen(code_.flow.blocks.size(), false);
    while (!work.empty()) {
      const std::size_t here = work.back();
      work.pop_back();
      if (here == meeting_ || seen[here]) continue;
      seen[here] = true;
      for (std::size_t i = code_.flow.blocks[here].first; i <= code_.flow.blocks[here].last; ++i) {
        const std::string_view opcode = code_.row(i).opcode();
        if (opcode == "BAR" || opcode == "WARPSYNC") rows.push_back(i);
      }
      for (const std::size_t e : code_.out[here]) {
        const auto& edge = code_.flow.edges[e];
        if (edge.kind == sass::EdgeKind::call) return std::nullopt;
        if (!edge.to) return std::nullopt;
        work.push_back(*edge.to);
      }
    }
    return rows;
  }

 private:
  const Code& code_;
  std::size_t meeting_;
};

void report(const Code& code, std::size_t branch, const std::vector<std::size_t>& rows, Lint& lint) {
  for (const std::size_t index : rows) {
    if (!wants_all(code.row(index))) continue;
    const bool is_block = code.row(index).opcode() == "BAR";
    lint.remarks.push_back(
        {is_block ? "block-barrier-under-branch" : "warpsync-under-branch", index,
         fmt::format("{} stands on one side of the branch at 0x{:x}, which parts the lanes of a warp by "
                     "their number; on the other side none stands",
                     code.row(index).mnemonic, code.row(branch).address)});
  }
}

void look_at_branch(const Code& code, std::size_t block, const PostDominators& meetings, Lint& lint) {
  std::vector<std::size_t> sides;
  for (const std::size_t e : code.out[block])
    if (code.flow.edges[e].to) sides.push_back(*code.flow.edges[e].to);
  const std::size_t meeting = meetings.after(block);
  if (sides.size() != 2 || meeting == nowhere) return;
  const Sides walk(code, meeting);
  const auto one = walk.rows_from(sides[0]), other = walk.rows_from(sides[1]);
  if (!one || !other || one->empty() == other->empty()) return;
  report(code, code.flow.blocks[block].last, one->empty() ? *other : *one, lint);
}

}  // namespace

void check_block_barriers(const Code& code, Lint& lint) {
  if (!code.is_kernel || !code.has_barriers()) return;
  const auto walk = [&](std::size_t index, Varying& varying) { step(code, index, varying); };
  const auto before = solve(
      code, Varying{}, walk, [](const Varying&) { return Varying{}; },
      [](Varying& into, const Varying& from) {
        const Varying old = into;
        into.slots &= from.slots;
        into.predicates &= from.predicates;
        return old.slots != into.slots || old.predicates != into.predicates;
      });
  const PostDominators meetings(code);
  std::vector<std::size_t> branches;
  visit(code, before, walk, [&](std::size_t index, const Varying& varying) {
    const auto& decoded = code.executable.instructions[index];
    const bool parts = code.roles[index] == sass::ControlRole::branch && decoded.predicated() &&
                       (varying.predicates >> decoded.guard & 1) != 0 && !code.row(index).has_modifier("U");
    if (parts) branches.push_back(index);
  });
  for (std::size_t block = 0; block < code.flow.blocks.size(); ++block)
    if (std::ranges::find(branches, code.flow.blocks[block].last) != branches.end())
      look_at_branch(code, block, meetings, lint);
}

}  // namespace reconverge::analysis
