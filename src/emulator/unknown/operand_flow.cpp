// SPDX-License-Identifier: MIT
#include "emulator/unknown/operand_flow.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "emulator/decoding/operand_use.hpp"
#include "emulator/launch/driver_words.hpp"
#include "emulator/opcodes/opcode.hpp"

namespace reconverge::emulator {
namespace {

constexpr std::uint8_t predicates_of_a_kind = 7;

bool is_constant_true(std::uint8_t predicate) {
  return predicate == sass::true_predicate || predicate == first_uniform_predicate + sass::true_predicate;
}

void add_predicate(std::uint8_t predicate, std::vector<std::uint8_t>& all) {
  if (!is_constant_true(predicate)) all.push_back(predicate);
}

void add_all_predicates(bool uniform, std::vector<std::uint8_t>& all) {
  const std::uint8_t first = uniform ? first_uniform_predicate : 0;
  for (std::uint8_t i = 0; i < predicates_of_a_kind; ++i) all.push_back(static_cast<std::uint8_t>(first + i));
}

bool holds_register(Slot slot) { return slot != zero_slot && slot != discard_slot && slot < first_literal; }

/// The value of a literal; nothing of a register.
std::optional<std::uint32_t> literal_of(const Executable& executable, Slot slot) {
  if (slot == zero_slot) return 0;
  if (slot < first_literal) return std::nullopt;
  return executable.literals[slot - std::size_t{first_literal}][0];
}

bool is_one_of(std::string_view opcode, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, opcode) != names.end();
}

/// Opcodes of one table have in common that they look at other lanes.
bool looks_at_other_lanes(std::string_view opcode) {
  const auto is_named = [&](const Opcode& row) { return row.name == opcode; };
  return opcode == "R2UR" || std::ranges::any_of(warp_wide_opcodes(), is_named) ||
         std::ranges::any_of(matrix_opcodes(), is_named);
}

/// A copy, a sum, or a product with 1 or -1 and a sum: of these it is known what becomes of a difference.
void find_sum(const Executable& executable, const sass::Instruction& row, const DecodedInstruction& instruction,
              OperandFlow& flow) {
  const std::string_view opcode = row.opcode();
  const bool adds = is_one_of(opcode, {"IADD3", "IADD", "UIADD3", "MOV", "UMOV"});
  const bool multiplies = opcode == "IMAD" && !row.has_modifier("WIDE") && !row.has_modifier("HI");
  if (!adds && !multiplies) return;
  const auto sign = [&](std::size_t i) {
    return (instruction.source_modifier[i] & (negate | invert)) != 0 ? std::int8_t{-1} : std::int8_t{1};
  };
  std::array<std::int8_t, 5> factors{};
  for (std::size_t i = 0; i < factors.size(); ++i) factors[i] = sign(i);
  if (multiplies) {
    const auto scale = literal_of(executable, instruction.source[1]);
    const bool is_unit = scale && (*scale == 1 || *scale == 0xFFFF'FFFF);
    factors[0] = is_unit ? static_cast<std::int8_t>(sign(0) * (*scale == 1 ? 1 : -1) * sign(1)) : std::int8_t{0};
    factors[1] = 0;
  }
  flow.is_sum = true;
  for (std::size_t i = 0; i < flow.sources.size(); ++i) flow.sources[i].factor = factors[i];
}

void add_address(const MemoryAddress& address, OperandFlow& flow) {
  if (holds_register(address.base))
    flow.deciding.push_back({address.base, static_cast<std::uint8_t>(address.wide ? 2 : 1)});
  if (holds_register(address.uniform))
    flow.deciding.push_back({address.uniform, static_cast<std::uint8_t>(address.uniform_wide ? 2 : 1)});
}

void add_operand(const OperandUse& use, const DecodedInstruction& instruction, OperandFlow& flow) {
  switch (use.role) {
    case Role::source: flow.sources.push_back({instruction.source[use.place], use.words}); break;
    case Role::destination:
      if (holds_register(instruction.destination[use.place]))
        flow.destinations.push_back({instruction.destination[use.place], use.words});
      break;
    case Role::predicate_source:
      add_predicate(instruction.predicate_source[use.place].index, flow.predicate_sources);
      break;
    case Role::predicate_destination:
      add_predicate(instruction.predicate_destination[use.place], flow.predicate_destinations);
      break;
    case Role::address: add_address(instruction.address, flow); break;
    case Role::other: break;
  }
}

void add_data_part(const Executable& executable, const sass::Instruction& row, const DecodedInstruction& instruction,
                   OperandFlow& flow) {
  const InstructionUse use = instruction_use(row, sass::arch_number(executable.function.arch).value_or(0));
  if (use.opcode == nullptr) return;
  bool all_predicates = false;
  for (const OperandUse& part : use.operands) {
    add_operand(part, instruction, flow);
    if (part.letter == 'M') {  // its registers are sources of the instruction
      flow.copies_memory = true;
      for (const std::size_t i : {0U, 1U})
        if (holds_register(instruction.source[i])) flow.deciding.push_back({instruction.source[i]});
    }
    all_predicates = all_predicates || part.letter == 'P';
    flow.reads_condition_code = flow.reads_condition_code || part.letter == 'C';
    flow.writes_condition_code = flow.writes_condition_code || part.operand->suffix == "CC";
  }
  flow.reads_condition_code = flow.reads_condition_code || row.has_modifier("X");
  if (all_predicates)
    add_all_predicates(instruction.uniform,
                       flow.destinations.empty() ? flow.predicate_destinations : flow.predicate_sources);
  flow.crosses_lanes = instruction.uniform || looks_at_other_lanes(row.opcode());
  if (flow.destinations.size() == 1) find_sum(executable, row, instruction, flow);
}

/// The operands that decide control: a mask, a barrier, a predicate, or a target, which is a pair of registers.
void add_control_part(const sass::Instruction& row, const DecodedInstruction& instruction, OperandFlow& flow) {
  const bool jumps = is_one_of(row.opcode(), {"BRX", "BRXU", "JMX", "CALL", "RET"});
  if (holds_register(instruction.source[0]))
    flow.deciding.push_back({instruction.source[0], static_cast<std::uint8_t>(jumps ? 2 : 1)});
  for (const PredicateSource& source : instruction.predicate_source)
    add_predicate(source.index, flow.deciding_predicates);
  if (holds_register(instruction.destination[0])) flow.destinations.push_back({instruction.destination[0]});
  flow.reads_condition_code = instruction.control.condition != 0;
}

/// Words of the driver to which nothing gave a value.
std::vector<DriverWord> unknown_words_of(const Executable& executable) {
  auto words = driver_words(sass::arch_number(executable.function.arch).value_or(0));
  std::erase_if(words, [&](const DriverWord& word) {
    return executable.constants.word(0, static_cast<std::uint64_t>(word.offset)) != not_known_word;
  });
  return words;
}

/// The one of these words that a row reads, or may: where a register is added, the offset that is written tells it.
const DriverWord* word_read_by(const Executable& executable, std::uint32_t index,
                               const std::vector<DriverWord>& words) {
  const DecodedInstruction& instruction = executable.instructions[index];
  const sass::Instruction& row = executable.function.instructions[index];
  if (words.empty() || instruction.stops || instruction.execute == nullptr) return nullptr;
  const bool loads = is_one_of(row.opcode(), {"LDC", "ULDC", "LDCU"});
  const std::int64_t bytes = loads && row.has_modifier("64") ? 8 : loads && row.has_modifier("128") ? 16 : 4;
  for (const DriverWord& word : words)
    for (const sass::Operand& operand : row.operands) {
      if (operand.kind != sass::OperandKind::constant || operand.index != 0) continue;
      const bool computed = loads && instruction.accesses_memory;
      const std::int64_t offset = loads ? instruction.address.offset : operand.value;
      const std::int64_t place = computed ? word.written : word.offset;
      if (offset <= place && place < offset + bytes) return &word;
    }
  return nullptr;
}

}  // namespace

TimeSource time_source(const sass::Instruction& row) {
  for (const sass::Operand& operand : row.operands) {
    if (operand.kind != sass::OperandKind::special_register) continue;
    std::string name = operand.text;
    for (char& letter : name) letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
    if (name.starts_with("SR_GLOBALTIMER")) return TimeSource::timer;
    if (name.starts_with("SR_CLOCK")) return name.ends_with("HI") ? TimeSource::clock_high : TimeSource::clock_low;
  }
  return TimeSource::none;
}

namespace {

OperandFlow operand_flow(const Executable& executable, std::uint32_t index, const std::vector<DriverWord>& words) {
  const sass::Instruction& row = executable.function.instructions[index];
  const DecodedInstruction& instruction = executable.instructions[index];
  OperandFlow flow;
  if (instruction.stops) return flow;
  const bool carries = instruction.execute != nullptr && row.opcode() != "BAR";  // control besides an operation on data
  if (instruction.control.operation != 0 && !carries) add_control_part(row, instruction, flow);
  if (instruction.execute != nullptr) add_data_part(executable, row, instruction, flow);
  flow.time = time_source(row);
  if (const auto* word = word_read_by(executable, index, words)) flow.unknown_word = word->name;
  return flow;
}

}  // namespace

std::vector<OperandFlow> operand_flows(const Executable& executable) {
  const std::vector<DriverWord> words = unknown_words_of(executable);
  std::vector<OperandFlow> flows;
  for (std::uint32_t index = 0; index < executable.instructions.size(); ++index)
    flows.push_back(operand_flow(executable, index, words));
  return flows;
}

std::map<std::uint32_t, std::string> unknown_words_read(const Executable& executable) {
  std::map<std::uint32_t, std::string> read;
  const std::vector<DriverWord> words = unknown_words_of(executable);
  for (std::uint32_t index = 0; index < executable.instructions.size() && !words.empty(); ++index)
    if (const auto* word = word_read_by(executable, index, words)) read[index] = word->name;
  return read;
}

}  // namespace reconverge::emulator
