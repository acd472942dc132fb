// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "emulator/compiler/row_compiler.hpp"
#include "emulator/decoding/data_operands.hpp"
#include "emulator/decoding/decode_rows.hpp"
#include "emulator/executable.hpp"
#include "emulator/reconvergence/mechanism.hpp"
#include "emulator/vectors.hpp"
#include "sass/linking.hpp"
#include "sass/row.hpp"
#include "sass/source_lines.hpp"

namespace reconverge::emulator {
namespace {

using core::Diagnostic;
using core::Failure;
using sass::Operand;
using sass::OperandKind;

/// Decodes the rows of one function into an Executable.
class Decoder {
 public:
  Decoder(Executable& executable, const Mechanism& mechanism, const Constants& constants, const std::string& source)
      : executable_(executable),
        mechanism_(mechanism),
        constants_(constants),
        source_(source),
        architecture_(sass::arch_number(executable.function.arch).value_or(0)) {}

  core::Result<core::Done> run() {
    const auto& rows = executable_.function.instructions;
    if (rows.size() >= past_the_end)
      return Diagnostic{.message = "the function has too many instructions", .where = {source_}};
    executable_.instructions.resize(rows.size());
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
      index_ = i;
      decode_row(rows[i]);
    }
    link_rows();
    return core::Done{};
  }
  /// The first row that goes where no instruction can be.
  std::optional<std::uint32_t> impossible_target() const { return impossible_target_; }

 private:
  DecodedInstruction& out() { return executable_.instructions[index_]; }

  void decode_row(const sass::Instruction& row) {
    out().guard = static_cast<std::uint8_t>(row.guard.index + (row.guard.uniform ? first_uniform_predicate : 0));
    out().guard_negated = row.guard.negated;
    if (row.guard.uniform && !mechanism_.has_uniform_datapath()) {
      problem(row, "uniform guards are not executed by this mechanism",
              "uniform predicates exist from sm_75 on: is this a listing of an older generation?");
      return;
    }
    const auto control = mechanism_.control_part(row);
    if (control) decode_control(row, *control);
    if (!control || control->carrier) {
      const DataContext context{constants_, literals_, architecture_};
      if (auto found = unknown_name(row)) return problem(row, std::move(found->message), std::move(found->hint));
      const bool loads_address = row.opcode() == "LEPC";
      if (auto found =
              decode_data_part(loads_address ? with_code_address(row) : row, control.has_value(), context, out()))
        problem(row, std::move(found->message), std::move(found->hint));
      if (control && row.opcode() == "NOP") out().execute = nullptr;  // it only controls
    }
  }

  /// A name in an operand that linking gives a value.
  static std::optional<DecodingProblem> unknown_name(const sass::Instruction& row) {
    for (const Operand& operand : row.operands)
      if (const auto use = sass::symbol_in(operand))
        return DecodingProblem{
            fmt::format("{} names '{}', whose address is not in this listing", row.mnemonic, use->name),
            "give the cubin, which holds the variables of the device"};
    return std::nullopt;
  }

  /// LEPC R8 is the address of this row, LEPC R8, `(label) that of the label: as a number.
  static sass::Instruction with_code_address(const sass::Instruction& row) {
    sass::Instruction changed = row;
    const auto label = std::ranges::find(changed.operands, OperandKind::label, &Operand::kind);
    Operand& operand = label == changed.operands.end() ? changed.operands.emplace_back() : *label;
    operand = {};
    operand.kind = OperandKind::integer_immediate;
    operand.value = static_cast<std::int64_t>(row.target.value_or(row.address));
    operand.hexadecimal = true;
    operand.text = fmt::format("0x{:x}", operand.value);
    return changed;
  }

  void decode_control(const sass::Instruction& row, const ControlPart& part) {
    out().control.operation = part.operation;
    out().control.before_data = part.before_data;
    if (part.needs_target && !row.target) return no_target(row);
    if (part.never_predicated && out().predicated())
      problem(row, fmt::format("{} cannot be predicated", row.mnemonic),
              "it pushes for every active lane: was the guard copied from another row?");
    if (part.binds_operands) {
      if (auto found = mechanism_.bind_operands(row, out()))
        problem(row, std::move(found->message), std::move(found->hint));
    } else if (part.reads_register) {
      decode_indirect(row);
    } else if (!part.carrier) {
      check_control_operands(row, part);
    }
    if (!part.needs_target) return;
    out().control.plain_branch = part.plain_branch && out().control.condition == 0;
    out().control.target = executable_.index_of(*row.target);
    if (out().control.target == no_index && !lies_in_gap(*row.target)) {
      problem(row, fmt::format("target 0x{:x} of {} is not an instruction", *row.target, row.mnemonic),
              "check the address, or whether rows were lost when the listing was copied");
      impossible_target_ = impossible_target_.value_or(index_);
    }
  }

  /// Why a row that needs a target has none.
  void no_target(const sass::Instruction& row) {
    const Operand* last = row.operands.empty() ? nullptr : &row.operands.back();
    const bool is_unlinked = sass::is_absolute_call(row) && last != nullptr &&
                             last->kind == OperandKind::integer_immediate && last->value == 0;
    if (is_unlinked)
      return problem(
          row, fmt::format("{} names an address that linking fills in, which this listing shows as 0x0", row.mnemonic),
          "cuobjdump does not print the name that is called: give the cubin, or the output of nvdisasm");
    if (last != nullptr && last->kind == OperandKind::label)
      return problem(row, fmt::format("{} goes to {}, which is not in this text", row.mnemonic, last->text),
                     "give the cubin, or all that nvdisasm prints of it");
    problem(row, fmt::format("{} has no target", row.mnemonic), "write the address it names as its last operand");
  }

  /// A label where one is needed, and perhaps a condition of the condition code: `BRA CC.LT, 0x10`.
  void check_control_operands(const sass::Instruction& row, const ControlPart& part) {
    for (const Operand& operand : row.operands) {
      const bool is_target = part.needs_target && operand.kind == OperandKind::label;
      if (is_target || (decode_condition(operand) && !(part.never_predicated && out().control.condition != 0)))
        continue;
      auto found = unknown_operands(row);
      return problem(row, std::move(found.message), std::move(found.hint));
    }
  }

  bool decode_condition(const Operand& operand) {
    constexpr std::string_view prefix = "CC.";
    const std::string_view text = operand.text;
    if (!text.starts_with(prefix)) return false;
    const auto condition = find_condition(text.substr(prefix.size()));
    out().control.condition = condition.value_or(0);
    return condition.has_value();
  }

  void decode_indirect(const sass::Instruction& row) {
    const auto base = std::ranges::find(row.operands, OperandKind::general_register, &Operand::kind);
    if (base == row.operands.end())
      return problem(row, fmt::format("{} through this operand is not implemented", row.mnemonic),
                     "the target has to be in a general register");
    out().source[0] = static_cast<Slot>(base->index);
    for (const Operand& operand : row.operands)
      if (operand.kind == OperandKind::integer_immediate || operand.kind == OperandKind::label)
        out().offset = operand.value;
  }

  /// Sets where each row falls through to, and finds the preamble of an excerpt.
  void link_rows() {
    auto& rows = executable_.function.instructions;
    auto& code = executable_.instructions;
    bool control_seen = false;
    for (std::uint32_t i = 0; i < code.size(); ++i) {
      control_seen = control_seen || code[i].control.operation != 0;
      const bool is_last = i + 1 == code.size();
      const bool crosses_preamble =
          rows[i].gap_after == sass::Gap::elided && !control_seen && !is_last && control_follows(i + 1);
      executable_.has_preamble = executable_.has_preamble || crosses_preamble;
      if (is_last) code[i].next = past_the_end;
      else code[i].next = rows[i].gap_after == sass::Gap::none || crosses_preamble ? i + 1 : no_index;
    }
    for (auto i = static_cast<std::uint32_t>(code.size()); i-- > 0;) {
      if (code[i].control.operation != 0 || code[i].stops) continue;
      const bool goes_on = code[i].next == i + 1;
      code[i].straight = (goes_on ? code[i + 1].straight : 0) + 1;
      if (is_silent(rows[i], code[i])) code[i].silent = (goes_on ? code[i + 1].silent : 0) + 1;
    }
  }

  static bool is_silent(const sass::Instruction& row, const DecodedInstruction& instruction) {
    constexpr std::array<std::string_view, 5> others = {"S2R", "CS2R", "S2UR", "CS2UR", "MATCH"};
    return !instruction.predicated() && !instruction.accesses_memory &&
           std::ranges::find(others, row.opcode()) == others.end();
  }

  bool control_follows(std::uint32_t from) const {
    return std::any_of(executable_.instructions.begin() + from, executable_.instructions.end(),
                       [](const DecodedInstruction& row) { return row.control.operation != 0; });
  }

  /// Whether rows that the listing leaves out could hold an address.
  bool lies_in_gap(std::uint64_t address) const {
    const auto& rows = executable_.function.instructions;
    const auto after = std::ranges::upper_bound(rows, address, {}, &sass::Instruction::address);
    if (after == rows.begin()) return true;  // an excerpt need not begin at the function's entry
    return std::prev(after)->gap_after != sass::Gap::none && after != rows.end();
  }

  Diagnostic at_row(const sass::Instruction& row, std::string message, std::string hint) const {
    return {.failure = Failure::input,
            .message = std::move(message),
            .hint = std::move(hint),
            .where = sass::location_of(executable_.function, row, source_)};
  }

  void problem(const sass::Instruction& row, std::string message, std::string hint) {
    out().stops = true;
    executable_.problems.try_emplace(index_, at_row(row, std::move(message), std::move(hint)));
  }

  Executable& executable_;
  const Mechanism& mechanism_;
  const Constants& constants_;
  const std::string& source_;
  int architecture_;
  LiteralPool literals_{executable_.literals};
  std::uint32_t index_ = 0;
  std::optional<std::uint32_t> impossible_target_;  ///< the first row with one
};

}  // namespace

namespace {

/// The plain leg from each row on.
std::vector<PlainLeg> plain_legs_of(const std::vector<DecodedInstruction>& code, std::size_t way) {
  std::vector<PlainLeg> legs(code.size());
  for (std::uint32_t i = 0; i < code.size(); ++i) {
    const std::uint32_t last = i + code[i].straight;  // the control part, if all is as it is to be
    const CompiledGroup& group = code[i].compiled[way];
    if (group.rows != code[i].straight || last >= code.size() || code[last].stops) continue;
    if (last > i && code[last - 1].next != last) continue;
    const DecodedInstruction& control = code[last];
    if (control.control.operation == 0) continue;
    legs[i] = {.rows = group.execute,
               .count = code[i].straight + 1,
               .guard = {control.guard, control.guard_negated},
               .second = control.predicate_source[0]};
  }
  return legs;
}

/// The executable, and its first row that goes where no instruction can be.
core::Result<std::pair<Executable, std::optional<std::uint32_t>>> decoded(sass::Function function,
                                                                          const Mechanism& mechanism,
                                                                          const Constants& constants,
                                                                          const std::string& source_name) {
  Executable executable;
  executable.function = std::move(function);
  executable.constants = ConstantBanks(constants);
  Decoder decoder(executable, mechanism, constants, source_name);
  if (auto done = decoder.run(); !done) return done.error();
  const auto vectors = preferred_vectors();
  if (!vectors) return vectors.error();
  const auto compiles = compiles_rows();
  if (!compiles) return compiles.error();
  use_vectors(executable, *vectors);
  if (*compiles && *vectors == Vectors::avx512) compile_rows(executable);
  for (std::size_t way = 0; way < ways_of_shared_accesses; ++way)
    executable.plain_legs[way] = plain_legs_of(executable.instructions, way);
  const auto impossible = decoder.impossible_target();
  return std::pair(std::move(executable), impossible);
}

}  // namespace

core::Result<Executable> decode_rows(sass::Function function, const Mechanism& mechanism, const Constants& constants,
                                     const std::string& source_name) {
  auto result = decoded(std::move(function), mechanism, constants, source_name);
  if (!result) return result.error();
  return std::move(result->first);
}

core::Result<Executable> decode(sass::Function function, const Mechanism& mechanism, const Constants& constants,
                                const std::string& source_name) {
  auto result = decoded(std::move(function), mechanism, constants, source_name);
  if (!result) return result.error();
  if (result->second) return result->first.problems.at(*result->second);
  return std::move(result->first);
}

}  // namespace reconverge::emulator
