// SPDX-License-Identifier: MIT
// Where branches go, what is never reached, which calls do not come back, what cannot be executed.

#include <fmt/core.h>

#include <algorithm>

#include "analysis/checks/checks.hpp"
#include "emulator/block_barrier_use.hpp"

namespace reconverge::analysis {
namespace {

using sass::ControlRole;
using sass::EdgeKind;

bool goes_to_its_target(ControlRole role) {
  return role == ControlRole::branch || role == ControlRole::arm_barrier || role == ControlRole::open_sync ||
         role == ControlRole::open_break || role == ControlRole::open_continue;
}

/// Rows are missing, so an address without one may be among them.
bool is_excerpt(const Code& code) {
  return std::ranges::any_of(code.executable.function.instructions,
                             [](const sass::Instruction& row) { return row.gap_after != sass::Gap::none; });
}

void look_at_branch_target(const Code& code, std::size_t index, Lint& lint) {
  const sass::Instruction& row = code.row(index);
  if (!row.target || !goes_to_its_target(code.roles[index]) || code.executable.function.find(*row.target)) return;
  if (sass::is_place_of_control_word(code.architecture, *row.target)) return;  // the instruction after it is meant
  const std::uint64_t end = code.executable.address_of(emulator::past_the_end);
  const bool inside = *row.target < end;
  if (*row.target == end) return;  // a listing that was cut there
  if (inside && *row.target % static_cast<std::uint64_t>(sass::instruction_bytes(code.architecture)) == 0) return;
  lint.remarks.push_back({"target-without-row", index,
                          fmt::format("{} goes to 0x{:x}, {}", row.mnemonic, *row.target,
                                      inside ? "in the middle of an instruction" : "outside of the function")});
}

/// Whether a row that cannot be followed may end a path: a trap, or what is not known here.
bool may_end(const Code& code, std::size_t index) {
  return code.row(index).opcode() == "BPT" || code.roles[index] == ControlRole::call ||
         code.executable.instructions[index].stops;
}

void look_at_end(const Code& code, Lint& lint) {
  for (const sass::Edge& edge : code.flow.edges) {
    const sass::Block& block = code.flow.blocks[edge.from];
    if (edge.kind != EdgeKind::gap || !block.reached || may_end(code, block.last)) continue;
    lint.remarks.push_back(
        {"no-end", block.last,
         fmt::format("control runs past {}, the last instruction of the function", code.row(block.last).mnemonic)});
  }
}

/// Tables of functions are data: what they name is not in the text.
bool calls_by_address(const Code& code) {
  for (std::size_t i = 0; i < code.size(); ++i)
    if (code.roles[i] == ControlRole::call &&
        (!code.row(i).target || operand_index(code.row(i), sass::OperandKind::general_register) >= 0))
      return true;
  return false;
}

/// Compilers close a function with a branch to itself, and fill up with NOP.
bool is_padding(const Code& code, const sass::Block& block) {
  for (std::size_t i = block.first; i <= block.last; ++i) {
    const sass::Instruction& row = code.row(i);
    const bool is_trap = row.target == row.address || row.opcode() == "NOP" || row.opcode() == "BPT";
    if (!is_trap) return false;
  }
  return true;
}

void look_for_unreached(const Code& code, Lint& lint) {
  for (const sass::Block& block : code.flow.blocks)
    if (!block.reached && !is_padding(code, block))
      lint.remarks.push_back({"unreachable-code", block.first,
                              fmt::format("no path leads to {} instruction{} from here on",
                                          block.last - block.first + 1, block.last == block.first ? "" : "s")});
}

/// Whether control in a block can reach a RET, or end.
bool can_end(const Code& code, std::size_t start) {
  std::vector<bool> seen(code.flow.blocks.size(), false);
  std::vector<std::size_t> work{start};
  while (!work.empty()) {
    const std::size_t block = work.back();
    work.pop_back();
    if (seen[block]) continue;
    seen[block] = true;
    const std::string_view last = code.row(code.flow.blocks[block].last).opcode();
    if (last == "BPT") return true;
    for (const std::size_t e : code.out[block]) {
      const sass::Edge& edge = code.flow.edges[e];
      if (!edge.to) return true;
      if (edge.kind != EdgeKind::call) work.push_back(*edge.to);
    }
  }
  return false;
}

void look_at_calls(const Code& code, Lint& lint) {
  for (const sass::Edge& edge : code.flow.edges) {
    if (edge.kind != EdgeKind::call || !edge.to || can_end(code, *edge.to)) continue;
    const std::size_t index = code.flow.blocks[edge.from].last;
    lint.remarks.push_back({"call-without-return", index,
                            fmt::format("{} goes to 0x{:x}, from where no path leads to a RET or an EXIT",
                                        code.row(index).mnemonic, edge.target.value_or(0))});
  }
}

void look_at_support(const Code& code, Lint& lint) {
  for (const auto& [index, problem] : code.executable.problems) {
    const bool is_target = code.row(index).target && !code.executable.function.find(*code.row(index).target);
    const bool is_barrier = code.row(index).opcode() == "BAR" && emulator::problem_of_block_barrier(code.row(index));
    if (!is_target)
      lint.remarks.push_back(
          {is_barrier ? "no-such-block-barrier" : "unsupported-instruction", index, problem.message});
  }
}

}  // namespace

void check_structure(const Code& code, Lint& lint) {
  if (!is_excerpt(code)) {
    for (std::size_t i = 0; i < code.size(); ++i) look_at_branch_target(code, i, lint);
    look_at_end(code, lint);
  }
  look_at_support(code, lint);
  if (!code.unknown_flow.empty()) return;
  if (!calls_by_address(code)) look_for_unreached(code, lint);
  look_at_calls(code, lint);
}

}  // namespace reconverge::analysis
