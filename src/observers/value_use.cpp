// SPDX-License-Identifier: MIT
#include "observers/value_use.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "emulator/decoding/memory_operand.hpp"
#include "emulator/decoding/operand_use.hpp"
#include "emulator/opcodes/opcode.hpp"

namespace reconverge::observers {
namespace {

using emulator::DecodedInstruction;
using emulator::Executable;
using emulator::Role;
using emulator::Slot;
using sass::Operand;
using sass::OperandKind;

bool is_register(const Operand& operand) {
  return operand.kind == OperandKind::general_register || operand.kind == OperandKind::uniform_register;
}

void append(std::vector<Slot>& slots, Slot first, int words) {
  if (first == emulator::zero_slot || first == emulator::discard_slot || first >= emulator::first_literal) return;
  for (int word = 0; word < words; ++word) {
    const auto slot = static_cast<Slot>(first + word);
    const bool past_the_file = slot == emulator::zero_slot || slot >= emulator::first_uniform + sass::zero_register;
    if (past_the_file) return;
    if (std::ranges::find(slots, slot) == slots.end()) slots.push_back(slot);
  }
}

void append(std::vector<Slot>& slots, const Operand& operand, int words) {
  if (operand.index == sass::zero_register || operand.index < 0) return;
  const int first = operand.kind == OperandKind::uniform_register ? emulator::first_uniform : 0;
  append(slots, static_cast<Slot>(first + operand.index), words);
}

void add_predicate(std::uint16_t& predicates, std::uint8_t index) {
  if ((index & sass::true_predicate) != sass::true_predicate) predicates |= static_cast<std::uint16_t>(1u << index);
}

void add_predicates(const DecodedInstruction& instruction, ValueUse& use) {
  for (const auto& source : instruction.predicate_source) add_predicate(use.predicate_reads, source.index);
  for (const std::uint8_t index : instruction.predicate_destination) add_predicate(use.predicate_writes, index);
}

/// P2R and R2P name predicates by a mask, which is nearly always an immediate.
void add_named_predicates(const Executable& executable, const sass::Instruction& row,
                          const DecodedInstruction& instruction, ValueUse& use) {
  const auto names = [&](std::string_view text) {
    return std::ranges::any_of(row.operands, [&](const Operand& operand) { return operand.text == text; });
  };
  if (!names("PR") && !names("UPR")) return;
  const Slot mask = instruction.source[1];
  const std::uint32_t named = mask == emulator::zero_slot ? 0
                              : mask < emulator::first_literal
                                  ? 0x7F
                                  : executable.literals[mask - emulator::first_literal][0] & 0x7F;
  const auto bits = static_cast<std::uint16_t>(named << (instruction.uniform ? emulator::first_uniform_predicate : 0));
  const bool reads = row.opcode() == "P2R" || row.opcode() == "UP2UR";
  (reads ? use.predicate_reads : use.predicate_writes) |= bits;
}

// clang-format off
constexpr std::array<std::string_view, 39> copying_opcodes = {
    // moves and selections
    "MOV", "MOV32I", "UMOV", "SEL", "USEL",
    "FSEL", "UFSEL", "SHFL", "R2UR",
    // predicates, alone and packed
    "P2R", "R2P", "UP2UR", "UR2UP", "PLOP3",
    "UPLOP3", "PSETP", "PSET",
    // bits and parts of words, of which some may be filled later or never be looked at
    "PRMT", "UPRMT", "LOP3", "ULOP3", "LOP",
    "LOP32I", "SHF", "USHF", "SHL", "SHR",
    "BREV", "UBREV", "SGXT", "USGXT", "BFE",
    "BFI", "F2FP", "I2IP", "HADD2", "HMUL2",
    "HFMA2", "HMNMX2",
};
// clang-format on

/// A comparison that is joined with a predicate: where that decides alone, the operands may be anything, and
/// compilers leave them as they are.
bool is_joined(const sass::Instruction& row) {
  const bool compares = row.opcode().ends_with("SETP") || row.opcode().ends_with("SETP2");
  if (!compares || row.operands.empty()) return false;
  const Operand& last = row.operands.back();
  return (last.kind == OperandKind::predicate || last.kind == OperandKind::uniform_predicate) &&
         last.index != sass::true_predicate;
}

bool copies(const sass::Instruction& row) {
  return std::ranges::find(copying_opcodes, row.opcode()) != copying_opcodes.end() ||
         row.mnemonic.starts_with("IMAD.MOV") || row.mnemonic.starts_with("IMAD.SHL") || is_joined(row);
}

bool carries(const sass::Instruction& row) {
  constexpr std::array<std::string_view, 10> opcodes{"IADD", "IADD3", "IADD32I", "UIADD3", "VIADD",
                                                     "IMAD", "UIMAD", "LEA",     "ULEA",   "ISCADD"};
  return std::ranges::find(opcodes, row.opcode()) != opcodes.end();
}

MemoryKind memory_kind(const sass::Instruction& row) {
  const std::string_view opcode = row.opcode();
  if (opcode == "LDS" || opcode == "STS" || opcode == "ATOMS") return MemoryKind::shared;
  if (opcode == "LDL" || opcode == "STL") return MemoryKind::local;
  if (opcode == "LD" || opcode == "ST" || opcode == "ATOM" || opcode == "RED") return MemoryKind::generic;
  return MemoryKind::elsewhere;
}

std::uint8_t bytes_moved(const sass::Instruction& row) {
  if (row.has_modifier("U8") || row.has_modifier("S8")) return 1;
  if (row.has_modifier("U16") || row.has_modifier("S16")) return 2;
  return static_cast<std::uint8_t>(4 * emulator::data_words(row));
}

void add_memory(const sass::Instruction& row, const DecodedInstruction& instruction, ValueUse& use) {
  const emulator::MemoryAddress& address = instruction.address;
  append(use.addresses, address.base, address.wide ? 2 : 1);
  append(use.addresses, address.uniform, address.uniform_wide ? 2 : 1);
  for (const Operand& operand : row.operands)
    if (operand.address && operand.address->descriptor >= 0)
      append(use.descriptors, static_cast<Slot>(emulator::first_uniform + operand.address->descriptor), 2);
  const std::string_view opcode = row.opcode();
  const bool is_atomic = opcode.starts_with("ATOM") || opcode.starts_with("RED");
  use.memory = memory_kind(row);
  use.loads = opcode.starts_with("LD") || is_atomic;
  use.stores = opcode.starts_with("ST") || is_atomic;
  use.exchanges = row.has_modifier("EXCH");
  use.bytes = bytes_moved(row);
}

emulator::InstructionUse use_of(const Executable& executable, const sass::Instruction& row) {
  return emulator::instruction_use(row, sass::arch_number(executable.function.arch).value_or(0));
}

void add_registers(const emulator::InstructionUse& operands, ValueUse& use) {
  for (const emulator::OperandUse& part : operands.operands) {
    if (!is_register(*part.operand)) continue;
    if (part.role == Role::source) append(use.reads, *part.operand, part.words);
    if (part.role == Role::destination) append(use.writes, *part.operand, part.words);
  }
}

void add_data(const Executable& executable, const sass::Instruction& row, const DecodedInstruction& instruction,
              ValueUse& use) {
  const emulator::InstructionUse operands = use_of(executable, row);
  if (operands.opcode == nullptr) return;
  add_registers(operands, use);
  if (instruction.accesses_memory) add_memory(row, instruction, use);
  else if (operands.moves_memory)  // an address that is only looked at
    append(use.reads, instruction.address.base, instruction.address.wide ? 2 : 1);
  add_named_predicates(executable, row, instruction, use);
  use.copies = copies(row);
  use.carries = carries(row);
}

}  // namespace

ValueUse value_use(const Executable& executable, std::uint32_t index) {
  ValueUse use;
  const sass::Instruction& row = executable.function.instructions[index];
  const DecodedInstruction& instruction = executable.instructions[index];
  if (instruction.stops) return use;
  add_predicates(instruction, use);
  use.controls = instruction.execute == nullptr;
  if (use.controls) add_registers(use_of(executable, row), use);
  else add_data(executable, row, instruction, use);
  return use;
}

std::string name_of_slot(Slot slot) {
  return slot >= emulator::first_uniform ? fmt::format("UR{}", slot - emulator::first_uniform)
                                         : fmt::format("R{}", slot);
}

std::string name_of_predicate(std::uint8_t index) {
  return index >= emulator::first_uniform_predicate ? fmt::format("UP{}", index - emulator::first_uniform_predicate)
                                                    : fmt::format("P{}", index);
}

}  // namespace reconverge::observers
