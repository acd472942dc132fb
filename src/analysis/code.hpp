// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "emulator/executable.hpp"
#include "observers/value_use.hpp"
#include "sass/architecture.hpp"
#include "sass/control_flow/control_flow.hpp"
#include "timing/cycles/cycle_record.hpp"

namespace reconverge::analysis {

/// One function as checks see it.
struct Code {
  emulator::Executable executable;
  sass::ControlFlow flow;
  std::vector<sass::ControlRole> roles;       ///< of the rows
  std::vector<observers::ValueUse> uses;      ///< of the rows; of one that cannot be executed empty
  std::vector<std::vector<std::size_t>> out;  ///< edges of each block, into flow.edges
  int architecture = 0;
  const timing::CycleRecord* record = nullptr;  ///< null: no instruction of the architecture is timed
  std::string unknown_flow;                     ///< why not every path through the code is known; empty if it is
  bool is_kernel = false;                       ///< not called by other code: what it reads first has no value

  const sass::Instruction& row(std::size_t index) const { return executable.function.instructions[index]; }
  std::size_t size() const { return executable.function.instructions.size(); }
  bool has_barriers() const { return sass::has_convergence_barriers(architecture); }
  bool has_control_words() const;
  bool calls() const;
};

core::Result<Code> code_of(const sass::Function& function, const std::string& source_name);

/// A number of an operand of one kind, or -1: B2 of `BSSY B2, 0x100`.
int operand_index(const sass::Instruction& row, sass::OperandKind kind);

/// Solves a forward problem over the blocks that are reached.
///
/// @param entry       state before the first row
/// @param step        changes a state by a row
/// @param after_call  the state of the caller when a call has come back, from that before it
/// @param join        adds a state to another one; whether that changed it
/// @return            state before each block; nothing for those that are not reached
template <typename State, typename Step, typename AfterCall, typename Join>
std::vector<std::optional<State>> solve(const Code& code, State entry, Step step, AfterCall after_call, Join join) {
  std::vector<std::optional<State>> before(code.flow.blocks.size());
  if (before.empty()) return before;
  before[0] = std::move(entry);
  std::deque<std::size_t> work{0};
  while (!work.empty()) {
    const std::size_t block = work.front();
    work.pop_front();
    State state = *before[block];
    for (std::size_t i = code.flow.blocks[block].first; i <= code.flow.blocks[block].last; ++i) step(i, state);
    const bool called = code.roles[code.flow.blocks[block].last] == sass::ControlRole::call;
    for (const std::size_t e : code.out[block]) {
      const sass::Edge& edge = code.flow.edges[e];
      if (!edge.to) continue;
      const State next = called && edge.kind == sass::EdgeKind::fall_through ? after_call(state) : state;
      auto& other = before[*edge.to];
      const bool changed = other ? join(*other, next) : (other = next, true);
      if (changed) work.push_back(*edge.to);
    }
  }
  return before;
}

/// Calls a function with each row that is reached and the state before it.
template <typename State, typename Step, typename Look>
void visit(const Code& code, const std::vector<std::optional<State>>& before, Step step, Look look) {
  for (std::size_t block = 0; block < before.size(); ++block) {
    if (!before[block]) continue;
    State state = *before[block];
    for (std::size_t i = code.flow.blocks[block].first; i <= code.flow.blocks[block].last; ++i) {
      look(i, state);
      step(i, state);
    }
  }
}

}  // namespace reconverge::analysis
