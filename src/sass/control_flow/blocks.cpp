// SPDX-License-Identifier: MIT
#include <algorithm>

#include "sass/control_flow/graph.hpp"

namespace reconverge::sass {
namespace {

bool ends_block(ControlRole role) {
  switch (role) {
    case ControlRole::branch:
    case ControlRole::indirect_branch:
    case ControlRole::call:
    case ControlRole::returns:
    case ControlRole::exit:
    case ControlRole::sync:
    case ControlRole::break_out:
    case ControlRole::continue_loop: return true;
    default: return false;
  }
}

/// Whether some lanes may continue at the next instruction. A barrier wait and a call come back.
bool may_fall_through(const Instruction& instruction, ControlRole role) {
  if (!ends_block(role) || role == ControlRole::call) return true;
  if (!instruction.guard.always()) return true;
  if (role != ControlRole::branch) return false;
  // `BRA P1, L` has a second condition; .DIV and .CONV ask about the group.
  return instruction.operands.size() > 1 || instruction.has_modifier("DIV") || instruction.has_modifier("CONV");
}

std::vector<bool> block_starts(const Function& function, const std::vector<ControlRole>& roles) {
  const std::vector<Instruction>& rows = function.instructions;
  std::vector<bool> starts(rows.size(), false);
  const auto mark = [&](std::uint64_t address) {
    if (const auto row = function.find(address)) starts[*row] = true;
  };
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool after_end = i > 0 && (ends_block(roles[i - 1]) || rows[i - 1].gap_after != Gap::none);
    if (i == 0 || after_end) starts[i] = true;
    if (rows[i].target && roles[i] != ControlRole::returns) mark(*rows[i].target);
    for (const std::uint64_t target : rows[i].noted_targets) mark(target);
  }
  return starts;
}

/// Block of each instruction that begins one.
class BlockIndex {
 public:
  BlockIndex(const Function& function, const ControlFlow& flow) : function_(function) {
    block_of_.resize(function.instructions.size());
    for (std::size_t block = 0; block < flow.blocks.size(); ++block) {
      block_of_[flow.blocks[block].first] = block;
    }
  }
  std::optional<std::size_t> at(std::uint64_t address) const {
    const auto row = function_.find(address);
    return row ? std::optional(block_of_[*row]) : std::nullopt;
  }

 private:
  const Function& function_;
  std::vector<std::size_t> block_of_;
};

void add_edges(const Function& function, const std::vector<ControlRole>& roles, std::size_t block,
               const BlockIndex& index, ControlFlow& flow) {
  const std::size_t last = flow.blocks[block].last;
  const Instruction& row = function.instructions[last];
  const auto add = [&](EdgeKind kind, std::optional<std::uint64_t> target) {
    flow.edges.push_back({block, target ? index.at(*target) : std::nullopt, kind, target});
  };
  const ControlRole role = roles[last];
  if (role == ControlRole::branch) add(EdgeKind::branch, row.target);
  if (role == ControlRole::call) add(EdgeKind::call, row.target);
  if (role == ControlRole::returns) add(EdgeKind::returns, std::nullopt);
  if (role == ControlRole::exit) add(EdgeKind::exit, std::nullopt);
  if (role == ControlRole::indirect_branch) {
    for (const std::uint64_t target : row.noted_targets) add(EdgeKind::indirect, target);
    if (row.noted_targets.empty()) add(EdgeKind::indirect, std::nullopt);
  }
  if (!may_fall_through(row, role)) return;
  const bool more = last + 1 < function.instructions.size();
  if (!more || row.gap_after != Gap::none) {
    add(EdgeKind::gap, std::nullopt);
  } else {
    add(EdgeKind::fall_through, function.instructions[last + 1].address);
  }
}

}  // namespace

void find_blocks(const Function& function, const std::vector<ControlRole>& roles, ControlFlow& flow) {
  const std::vector<bool> starts = block_starts(function, roles);
  for (std::size_t i = 0; i < starts.size(); ++i) {
    if (starts[i]) flow.blocks.push_back({i, i, false});
    else flow.blocks.back().last = i;
  }
  const BlockIndex index(function, flow);
  for (std::size_t block = 0; block < flow.blocks.size(); ++block) {
    add_edges(function, roles, block, index, flow);
  }
}

}  // namespace reconverge::sass
