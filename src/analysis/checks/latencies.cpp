// SPDX-License-Identifier: MIT
// Arithmetic of a fixed latency whose result is read before the record has it there.

#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "analysis/checks/checks.hpp"

namespace reconverge::analysis {
namespace {

using emulator::Slot;

/// The unit of a row if it is arithmetic of a fixed latency; null: it is not, or not timed.
const timing::Unit* arithmetic_unit(const Code& code, std::size_t index) {
  const auto* operation = code.record->find_operation(code.row(index));
  if (operation == nullptr) return nullptr;
  const timing::Unit& unit = code.record->unit_of(*operation);
  return unit.route == timing::Route::arithmetic && unit.fixed_latency ? &unit : nullptr;
}

/// Registers that arithmetic has written recently.
struct Write {
  std::size_t index = 0;  ///< the row
  int age = 0;            ///< cycles since it issued, if nothing else holds back what follows
  int latency = 0;        ///< age from which on arithmetic can read it
};

/// Cycles until the next row issues, as far as the control word has them; scoreboards and conflicts only add to
/// them. (A long stall with the yield bit set is cut short, but compilers count on it.)
int stall_of(const Code& code, std::size_t index) {
  const sass::ControlWord& word = *code.row(index).control;
  if (word.stall == 0 && !word.yield) return code.record->issue.yield_without_stall;
  const auto* operation = code.record->find_operation(code.row(index));
  return std::max<int>(word.stall, 1) + (operation == nullptr ? 0 : operation->second_issue);
}

/// Rules of issue that hold back a row whatever the stall counts say.
bool is_held_back(const Code& code, std::size_t index) {
  const sass::Instruction& row = code.row(index);
  return row.control->wait_mask != 0 || row.opcode() == "BAR" || row.has_modifier("WIDE") || row.has_modifier("HI");
}

class Block {
 public:
  Block(const Code& code, Lint& lint) : code_(code), lint_(lint), window_(code.record->operand.window) {}

  void look(const sass::Block& block) {
    writes_.clear();
    for (std::size_t i = block.first; i <= block.last; ++i) {
      if (is_held_back(code_, i)) writes_.clear();
      const timing::Unit* unit = arithmetic_unit(code_, i);
      if (unit != nullptr && unit->operand_banks) look_at_sources(i);
      for (const Slot slot : code_.uses[i].writes) writes_.erase(slot);
      if (unit != nullptr && unit->register_write > 0)
        for (const Slot slot : code_.uses[i].writes)
          if (slot < emulator::zero_slot) writes_[slot] = {i, 0, unit->register_write - (window_ - 1)};
      const int cycles = stall_of(code_, i);
      for (auto& [slot, write] : writes_) write.age += cycles;
      std::erase_if(writes_, [](const auto& entry) { return entry.second.age >= entry.second.latency; });
    }
  }

 private:
  void look_at_sources(std::size_t index) {
    for (const Slot slot : code_.uses[index].reads) {
      const auto found = writes_.find(slot);
      if (found == writes_.end()) continue;
      const Write& write = found->second;
      lint_.remarks.push_back(
          {"result-read-too-early", index,
           fmt::format("{} reads {} {} cycle{} after {} at 0x{:x} issued, whose result is there after {}",
                       code_.row(index).mnemonic, observers::name_of_slot(slot), write.age, write.age == 1 ? "" : "s",
                       code_.row(write.index).mnemonic, code_.row(write.index).address, write.latency)});
    }
  }

  const Code& code_;
  Lint& lint_;
  int window_;
  std::map<Slot, Write> writes_;
};

}  // namespace

void check_latencies(const Code& code, Lint& lint) {
  const bool is_timed = code.record != nullptr && !code.record->absent.contains("issue") &&
                        !code.record->absent.contains("operand") && code.has_control_words();
  if (!is_timed) return;
  Block block(code, lint);
  for (const sass::Block& rows : code.flow.blocks) block.look(rows);
}

}  // namespace reconverge::analysis
