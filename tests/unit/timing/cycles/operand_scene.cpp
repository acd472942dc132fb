// SPDX-License-Identifier: MIT
#include "unit/timing/cycles/operand_scene.hpp"

#include <gtest/gtest.h>
#include "timing/record/reader.hpp"

#include <algorithm>

#include "sass/reader.hpp"
#include "unit/emulator/scene.hpp"

namespace reconverge::timing::testing {
namespace {

sass::Instruction instruction_of(std::string_view row, std::uint8_t reuse) {
  const auto function =
      sass::read_function(emulator::testing::listing(std::string(row) + " ?trans1", "sm_90"), "test.sass");
  if (!function || !function->instructions.at(0).control) {
    ADD_FAILURE() << row << " cannot be read";
    return {};
  }
  sass::Instruction instruction = function->instructions.at(0);
  instruction.control->reuse = reuse;
  return instruction;
}

emulator::InstructionUse operands_of(const sass::Instruction& instruction) {
  const emulator::InstructionUse operands = emulator::instruction_use(instruction, 90);
  EXPECT_NE(operands.opcode, nullptr) << instruction.mnemonic << " cannot be executed";
  return operands;
}

const OperationTiming& operation_of(const sass::Instruction& instruction,
                                    const CycleRecord& record = *built_in_record("sm_90")) {
  static const OperationTiming none;
  const OperationTiming* timing = record.find_operation(instruction);
  EXPECT_NE(timing, nullptr) << instruction.mnemonic << " is not timed";
  return timing == nullptr ? none : *timing;
}

}  // namespace

RegisterUse registers_of_row(std::string_view row, std::uint8_t reuse, const CycleRecord& record) {
  const sass::Instruction instruction = instruction_of(row, reuse);
  return registers_of(instruction, operands_of(instruction), operation_of(instruction, record));
}

const OperationTiming& operation_of_row(std::string_view row) { return operation_of(instruction_of(row, 0)); }

MioUse mio_use_of_row(std::string_view row) {
  const sass::Instruction instruction = instruction_of(row, 0);
  return mio_use_of(instruction, operands_of(instruction), operation_of(instruction));
}

std::uint64_t OperandScene::issue(std::uint64_t cycle, std::string_view row, std::uint8_t reuse) {
  while (!reads.issue_stalls().empty() && reads.issue_stalls().front().from <= cycle) reads.end_issue_stall();
  const sass::Instruction instruction = instruction_of(row, reuse);
  const OperationTiming& timing = operation_of(instruction);
  const std::uint64_t before = reads.stopped();
  reads.read(registers_of(instruction, operands_of(instruction), timing), cycle, timing.second_issue,
             built_in_record("sm_90")->unit_of(timing), written_);
  return reads.stopped() - before;
}

void OperandScene::want(std::uint64_t cycle, std::string_view row, bool behind_others) {
  reads.read(mio_use_of_row(row), cycle, built_in_record("sm_90")->mio.register_read,
             behind_others ? built_in_record("sm_90")->mio.port_turnaround : 0);
}

void OperandScene::write(std::uint64_t cycle, std::uint8_t index, bool by_alu) {
  const CycleRecord& record = *built_in_record("sm_90");
  const auto unit = std::ranges::find(record.units, by_alu ? "alu" : "fmaheavy", &Unit::name);
  written_.write({.written = index, .written_count = 1}, cycle, 0, *unit);
}

/// What was written just now comes in the last cycle in which it is not late.
bool OperandScene::is_taken(std::uint8_t bank, std::uint64_t cycle) const {
  OperandScene probe = *this;
  const auto index = static_cast<std::uint8_t>(200 + bank);
  const std::uint64_t issued = cycle + 1 - static_cast<std::uint64_t>(built_in_record("sm_90")->operand.window);
  probe.write(issued - 4, index);
  return probe.issue(issued, "IADD3 R1, RZ, R" + std::to_string(index) + ", RZ") > 0;
}

}  // namespace reconverge::timing::testing
