// SPDX-License-Identifier: MIT
#include "timing/cycles/timed_code.hpp"

#include <algorithm>

#include "emulator/decoding/memory_operand.hpp"
#include "timing/cycles/cycle_count.hpp"
#include "timing/cycles/scoreboards.hpp"

namespace reconverge::timing {
namespace {

/// Rule yield-and-warpsync: the penalty of a short stall, or of a long one with the yield bit clear.
std::int32_t penalty_of(std::uint8_t stall, bool yield_bit_clear, const WarpsyncTiming& rule) {
  if (stall < rule.long_stall) return rule.short_stall;
  return yield_bit_clear ? rule.yield_bit_clear : 0;
}

/// Rule stall-count: the effective stall count of a control word.
std::uint8_t stall_of(const sass::ControlWord& control, const IssueTiming& rule) {
  if (!control.yield)
    return control.stall > rule.longest_stall_with_yield_bit_set ? 1 : std::max<std::uint8_t>(control.stall, 1);
  if (control.stall == 0) return 1;  // TimedRow::yields
  return std::max(control.stall, static_cast<std::uint8_t>(rule.shortest_stall_with_yield_bit_clear));
}

bool reads_register(const emulator::InstructionUse& operands) {
  return std::ranges::any_of(operands.operands, [](const emulator::OperandUse& operand) {
    return operand.role == emulator::Role::source && operand.is(sass::OperandKind::general_register) &&
           operand.operand->index != sass::zero_register;
  });
}

/// Other warps may see it, or change it: rule 26 (l1-access).
bool is_beyond_first_level(const sass::Instruction& row) {
  return row.has_modifier("STRONG") && (row.has_modifier("GPU") || row.has_modifier("SYS"));
}

/// For an operation that never hits, its row of the record says it.
Beyond beyond_of(const TimedRow& row, const sass::Instruction& instruction) {
  if (row.operation == nullptr) return Beyond::none;
  if (row.operation->beyond != Beyond::none && row.operation->beyond != Beyond::generic) return row.operation->beyond;
  const bool is_far = row.unit->route == Route::level_1 && is_beyond_first_level(instruction);
  if (!is_far) return row.operation->beyond;
  return row.operation->result_latency ? Beyond::load : Beyond::store;
}

}  // namespace

TimedCode::TimedCode(const sass::Function& function, const CycleRecord& record)
    : record_(record), architecture_(sass::arch_number(function.arch).value_or(0)) {
  const bool beside_shared = std::ranges::any_of(function.instructions, emulator::accesses_shared_memory);
  sass::Instruction load;
  load.mnemonic = "LDS";
  shared_load_ = record.find_operation(load);
  held_lines_ = number(beside_shared ? record.l1.held_lines_beside_shared : record.l1.held_lines);
  rows_.reserve(function.instructions.size());
  for (const auto& instruction : function.instructions) {
    rows_.push_back(prepare(instruction));
    note_jump(instruction);
    if (rows_.size() > 1) rows_[rows_.size() - 2].before_idle = rows_.back().yields;
  }
}

std::int32_t TimedCode::later_than_shared(const OperationTiming& operation) const {
  if (shared_load_ == nullptr) return 0;
  return operation.result_latency.value_or(0) - shared_load_->result_latency.value_or(0);
}

/// Of a BRA with a predicate the fetch does not know where it goes.
void TimedCode::note_jump(const sass::Instruction& instruction) {
  if (instruction.mnemonic != "BRA" || !instruction.guard.always() || !instruction.target) return;
  if (std::ranges::any_of(instruction.operands, [](const sass::Operand& operand) {
        return operand.kind == sass::OperandKind::predicate || operand.kind == sass::OperandKind::uniform_predicate;
      }))
    return;
  const std::uint64_t line_bytes = number(record_.fetch.line_bytes),
                      word_bytes = number(record_.fetch.instruction_bytes);
  const auto line_of = [&](std::uint64_t address) { return static_cast<std::uint32_t>(address / line_bytes); };
  const auto slot_of = [&](std::uint64_t address) {
    return static_cast<std::uint32_t>(address % line_bytes / word_bytes);
  };
  jumps_.push_back({line_of(instruction.address), slot_of(instruction.address), line_of(*instruction.target),
                    slot_of(*instruction.target)});
}

TimedRow TimedCode::prepare(const sass::Instruction& instruction) const {
  const std::uint64_t line_bytes = number(record_.fetch.line_bytes),
                      word_bytes = number(record_.fetch.instruction_bytes);
  const CycleRecord::Transfers transfers = record_.find_transfers(instruction);
  const auto can_be = [&](emulator::ControlTransfer transfer) {
    return transfers[static_cast<std::size_t>(transfer)] != nullptr;
  };
  TimedRow row{.operation = record_.find_operation(instruction),
               .is_block_barrier = can_be(emulator::ControlTransfer::block_barrier),
               .registers = {},
               .mio = {},
               .ends_line = (instruction.address + word_bytes) % line_bytes == 0,
               .line = static_cast<std::uint32_t>(instruction.address / line_bytes),
               .slot = static_cast<std::uint32_t>(instruction.address % line_bytes / word_bytes),
               .transfers = transfers};
  const emulator::InstructionUse operands = emulator::instruction_use(instruction, architecture_);
  row.reads_mask = can_be(emulator::ControlTransfer::synchronised) && reads_register(operands);
  row.timed = row.operation != nullptr;
  if (row.timed) {
    row.registers = registers_of(instruction, operands, *row.operation);
    row.mio = mio_use_of(instruction, operands, *row.operation);
  }
  row.unit = row.operation == nullptr ? nullptr : &record_.unit_of(*row.operation);
  row.beyond = beyond_of(row, instruction);
  row.is_mio = row.unit != nullptr && is_mio(row.unit->route);
  row.is_arithmetic = row.unit != nullptr && row.unit->fixed_latency;
  const bool transfers_control =
      std::ranges::any_of(transfers, [](const auto* transfer) { return transfer != nullptr; });
  row.passes_bar = row.is_arithmetic && instruction.guard.always() && !transfers_control;
  row.ignores_second_issue = row.operation != nullptr && row.operation->ignores_second_issue;
  row.shared_unit = row.operation == nullptr ? 0 : row.operation->shared_unit.value_or(0);
  row.lacks = lacking_field(row);
  if (!instruction.control) return row;
  const sass::ControlWord& control = *instruction.control;
  row.stall = stall_of(control, record_.issue);
  row.yields = control.yield && control.stall == 0;
  row.lets_others = control.yield;
  row.penalty = penalty_of(row.stall, control.yield, record_.warpsync);
  row.wait_mask = control.wait_mask;
  row.write_scoreboard = control.write_scoreboard;
  row.read_scoreboard = control.read_scoreboard;
  if (row.operation == nullptr) return row;
  const auto unknown = [](std::uint8_t scoreboard, std::optional<std::int32_t> latency) {
    return scoreboard < Scoreboards::count && !latency;
  };
  const OperationTiming& operation = *row.operation;
  row.timed = row.timed && !unknown(row.write_scoreboard, operation.result_latency) &&
              !unknown(row.write_scoreboard, operation.write_to_release) &&
              !unknown(row.read_scoreboard, operation.source_release);
  return row;
}

/// The first field that is absent from a group of numbers that a rule for this row computes with. Empty: none.
std::string_view TimedCode::lacking_field(const TimedRow& row) const {
  if (record_.absent.empty()) return {};
  const auto transfers_by = [&](StallUse use) {
    return std::ranges::any_of(
        row.transfers, [&](const TransferTiming* transfer) { return transfer != nullptr && transfer->stall == use; });
  };
  const bool is_exit = std::ranges::any_of(row.transfers, [](const TransferTiming* transfer) {
    return transfer != nullptr && transfer->transfer == emulator::ControlTransfer::completed_by_exit;
  });
  const bool is_far = row.unit != nullptr && (row.unit->route == Route::level_1 || row.unit->route == Route::local);
  const bool reads_banks = row.is_mio || (row.unit != nullptr && row.unit->operand_banks);
  const std::array<std::pair<std::string_view, bool>, 8> needs{{{"issue", true},
                                                                {"fetch", true},
                                                                {"mio", row.is_mio},
                                                                {"l1", is_far},
                                                                {"operand", reads_banks},
                                                                {"block_barrier", row.is_block_barrier},
                                                                {"warpsync", transfers_by(StallUse::penalised)},
                                                                {"exit", is_exit}}};
  for (const auto& [group, needed] : needs) {
    const auto absent = record_.absent.find(group);
    if (needed && absent != record_.absent.end()) return absent->second;
  }
  return {};
}

}  // namespace reconverge::timing
