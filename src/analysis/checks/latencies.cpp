// SPDX-License-Identifier: MIT
// Arithmetic of a fixed latency whose result is read before the record has it there.

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>

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
  const bool waits_for_multiplicand = row.opcode() == "IMAD" && (row.has_modifier("WIDE") || row.has_modifier("HI"));
  return row.control->wait_mask != 0 || row.opcode() == "BAR" || waits_for_multiplicand;
}

/// Predicates of threads that have a value only when something has computed it. Those of the uniform datapath are left
/// out: when they are read is not known.
constexpr std::uint8_t predicates = sass::true_predicate;

class Block {
 public:
  Block(const Code& code, Lint& lint) : code_(code), lint_(lint), window_(code.record->operand.window) {}

  void look(const sass::Block& block) {
    writes_.clear();
    predicate_writes_ = {};
    for (std::size_t i = block.first; i <= block.last; ++i) {
      if (is_held_back(code_, i)) forget();
      const timing::Unit* unit = arithmetic_unit(code_, i);
      look_at_predicates(i, unit != nullptr && unit->operand_banks);
      if (unit != nullptr && unit->operand_banks) look_at_sources(i);
      write(i, unit);
      age(stall_of(code_, i));
    }
  }

 private:
  void forget() {
    writes_.clear();
    predicate_writes_ = {};
  }

  void write(std::size_t index, const timing::Unit* unit) {
    const observers::ValueUse& use = code_.uses[index];
    const bool is_known = unit != nullptr && unit->register_write > 0;
    const Write write{index, 0, is_known ? unit->register_write - (window_ - 1) : 0};
    for (const Slot slot : use.writes) {
      writes_.erase(slot);
      if (is_known && slot < emulator::zero_slot) writes_[slot] = write;
    }
    for (std::uint8_t p = 0; p < predicates; ++p) {
      if ((use.predicate_writes >> p & 1) == 0) continue;
      predicate_writes_[p] = is_known && unit->operand_banks ? std::optional(write) : std::nullopt;
    }
  }

  void age(int cycles) {
    for (auto& [slot, write] : writes_) write.age += cycles;
    std::erase_if(writes_, [](const auto& entry) { return entry.second.age >= entry.second.latency; });
    for (std::optional<Write>& write : predicate_writes_) {
      if (write) write->age += cycles;
      if (write && write->age >= write->latency) write.reset();
    }
  }

  void look_at_sources(std::size_t index) {
    for (const Slot slot : code_.uses[index].reads) {
      const auto found = writes_.find(slot);
      if (found != writes_.end()) add(index, observers::name_of_slot(slot), found->second, "");
    }
  }

  /// Predicates are there when a register that the same unit writes would be: compilers read them that soon as
  /// operands. A guard is looked at earlier, how much is not measured.
  void look_at_predicates(std::size_t index, bool reads_as_arithmetic) {
    std::uint32_t reads = reads_as_arithmetic ? code_.uses[index].predicate_reads : 0u;
    const auto guard = code_.executable.instructions[index].guard;
    if ((guard & sass::true_predicate) != sass::true_predicate) reads |= 1u << guard;
    for (std::uint8_t p = 0; p < predicates; ++p)
      if ((reads >> p & 1) != 0 && predicate_writes_[p])
        add(index, observers::name_of_predicate(p), *predicate_writes_[p], " at the earliest");
  }

  void add(std::size_t index, const std::string& name, const Write& write, std::string_view earliest) {
    lint_.remarks.push_back(
        {"result-read-too-early", index,
         fmt::format("{} reads {} {} cycle{} after {} at 0x{:x} issued, whose result is there after {}{}",
                     code_.row(index).mnemonic, name, write.age, write.age == 1 ? "" : "s",
                     code_.row(write.index).mnemonic, code_.row(write.index).address, write.latency, earliest)});
  }

  const Code& code_;
  Lint& lint_;
  int window_;
  std::map<Slot, Write> writes_;
  std::array<std::optional<Write>, predicates> predicate_writes_{};
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
