// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstddef>

#include "emulator/compiler/row_group.hpp"

namespace reconverge::emulator {
namespace {

namespace x86 = asmjit::x86;

constexpr x86::Gp passes = x86::rbx, lanes_of_pass = x86::edx;

x86::Mem word_of_passes(std::size_t offset) { return x86::dword_ptr(passes, static_cast<int>(offset)); }

}  // namespace

RowGroup::Names RowGroup::names_of_loop(std::uint32_t first, std::uint32_t rows) const {
  Names names;
  for (std::uint32_t i = first; i < first + rows; ++i) add_names(i, names);
  const std::uint8_t guard = executable_.instructions[first + rows].guard;
  if (!is_constant(guard) && std::ranges::find(names.predicates, guard) == names.predicates.end())
    names.predicates.push_back(guard);
  return names;
}

bool RowGroup::is_loop(std::uint32_t first, std::uint32_t rows) const {
  const auto& code = executable_.instructions;
  if (code[first].straight != rows || code[first + rows - 1].next != first + rows || first + rows >= code.size())
    return false;
  const DecodedInstruction& branch = code[first + rows];
  return !needs_context(first, rows) && branch.control.plain_branch && branch.control.target == first &&
         branch.predicated() && !branch.stops && names_of_loop(first, rows).fit();
}

void RowGroup::compile_loop(std::uint32_t first, std::uint32_t rows) {
  code_.push(passes);
  code_.mov(passes, x86::rcx);
  read_active_lanes();
  compile_loop(first, rows, false);
}

void RowGroup::compile_loop(std::uint32_t first, std::uint32_t rows, bool looks_at_every_result) {
  const asmjit::Label head = code_.newLabel(), ends = code_.newLabel(), fails = code_.newLabel();
  begin();
  const Names names = names_of_loop(first, rows);
  for (const Slot slot : names.slots) hold(slot, true);
  for (const std::uint8_t index : names.predicates) predicate(index);
  code_.bind(head);
  const bool can_fail = add_rows(first, rows, looks_at_every_result);
  if (can_fail) leave_if_nan(fails);
  store(written_slots_.size(), written_predicates_.size());
  go_on(executable_.instructions[first + rows], head, ends);
  code_.bind(ends);
  code_.pop(passes);
  leave();
  if (!can_fail) return;
  code_.bind(fails);
  compile_loop(first, rows, true);
}

/// The branch: another pass if all lanes take it, or some and the loop may go on with those.
void RowGroup::go_on(const DecodedInstruction& branch, const asmjit::Label& head, const asmjit::Label& ends) {
  static_assert(sizeof(LoopPasses::Split) == 8 && offsetof(LoopPasses::Split, taken) == 4);
  constexpr int split_scale = 3;
  const x86::Gp taken = x86::eax, number = x86::ecx, left = x86::r11d;
  code_.dec(word_of_passes(offsetof(LoopPasses, left)));
  code_.jz(ends);
  read_predicate(taken, {branch.guard, branch.guard_negated});
  code_.and_(taken, lanes_of_pass);
  code_.cmp(taken, lanes_of_pass);
  code_.je(head);
  code_.test(taken, taken);
  code_.jz(ends);
  code_.cmp(word_of_passes(offsetof(LoopPasses, goes_on_in_part)), 0);
  code_.je(ends);
  code_.mov(number, word_of_passes(offsetof(LoopPasses, splits)));
  code_.mov(left, word_of_passes(offsetof(LoopPasses, left)));
  const auto split = [&](int offset) {
    return x86::dword_ptr(passes, number.r64(), split_scale, static_cast<int>(offsetof(LoopPasses, split)) + offset);
  };
  code_.mov(split(0), left);
  code_.mov(split(offsetof(LoopPasses::Split, taken)), taken);
  code_.inc(word_of_passes(offsetof(LoopPasses, splits)));
  code_.mov(lanes_of_pass, taken);
  read_active_lanes();
  code_.jmp(head);
}

}  // namespace reconverge::emulator
