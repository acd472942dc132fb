// SPDX-License-Identifier: MIT
#include <array>

#include "emulator/opcodes/compiled.hpp"
#include "emulator/opcodes/lanewise.hpp"
#include "emulator/opcodes/opcode.hpp"
#include "emulator/opcodes/row_form.hpp"
#include "emulator/opcodes/rows.hpp"

/// Moves, selections, and moves between the register files.
namespace reconverge::emulator {
namespace {

using core::LaneMask;

/// MOV d, a; MOV32I d, immediate.
void mov(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  write(warp, instruction, plain_source(warp, instruction, 0), chosen);
}

void mov64(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const Slot source = instruction.source[0];
  write_pair(warp, instruction, {warp.values[source], warp.values[word_of_pair(source, 1)]}, chosen);
}

bool has_modified_sources(const sass::Instruction& row) {
  const auto modified = modified_sources(row);
  return modified.negated + modified.inverted + modified.absolute > 0;
}

DataOperation select_mov(Modifiers&, const sass::Instruction& row) { return has_modified_sources(row) ? nullptr : mov; }
DataOperation select_mov64(Modifiers& modifiers, const sass::Instruction& row) {
  return modifiers.take("64") && !has_modified_sources(row) ? mov64 : nullptr;
}

/// LEPC d: the address of a label or of the row itself, which the decoder writes as a number after it.
DataOperation select_lepc(Modifiers&, const sass::Instruction&) { return mov64; }

/// SEL d, a, b, p: d = p ? a : b.
void sel(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const IntegerSource a(warp, instruction, 0), b(warp, instruction, 1);
  write(warp, instruction, choose(read_predicate(warp, instruction, 0), a, b), chosen);
}

void sel64(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const LaneMask which = read_predicate(warp, instruction, 0);
  const auto word = [&](unsigned k) {
    return choose(which, warp.values[word_of_pair(instruction.source[0], k)],
                  warp.values[word_of_pair(instruction.source[1], k)]);
  };
  write_pair(warp, instruction, {word(0), word(1)}, chosen);
}

DataOperation select_sel(Modifiers&, const sass::Instruction&) { return sel; }
DataOperation select_sel64(Modifiers& modifiers, const sass::Instruction& row) {
  return modifiers.take("64") && !has_modified_sources(row) ? sel64 : nullptr;
}

/// R2UR ur, a: the value of the lowest executing lane; compilers use it for values that are the same
/// in all of them.
void r2ur(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  if (chosen.empty()) return;
  const std::uint32_t value = plain_source(warp, instruction, 0)[static_cast<std::size_t>(chosen.lowest())];
  write(warp, instruction, broadcast(value), LaneMask::all());
}
DataOperation select_r2ur(Modifiers&, const sass::Instruction& row) {
  return has_modified_sources(row) ? nullptr : r2ur;
}

/// R2UR p, ur, a: p = the executing lanes do not all hold the same value. That is how compilers use it:
/// `@!p BRA.DIV` after it looks for missing lanes where the mask in a is the same for all.
void r2ur_tested(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  if (chosen.empty()) return;
  const LaneVector& a = plain_source(warp, instruction, 0);
  const std::uint32_t first = a[static_cast<std::size_t>(chosen.lowest())];
  const LaneMask differing = lanes_where([&](std::size_t i) { return a[i] != first; }) & chosen;
  write_predicate(warp, instruction.predicate_destination[0], differing.any() ? LaneMask::all() : LaneMask::none(),
                  chosen);
  write(warp, instruction, broadcast(first), LaneMask::all());
}
DataOperation select_r2ur_tested(Modifiers&, const sass::Instruction& row) {
  return has_modified_sources(row) ? nullptr : r2ur_tested;
}

// ---- all predicates at once ---------------------------------------------------------------------

constexpr std::uint32_t predicate_count = 7;
constexpr std::array<std::string_view, 4> byte_names = {"B0", "B1", "B2", "B3"};

std::uint8_t first_predicate(const DecodedInstruction& instruction) {
  return instruction.uniform ? first_uniform_predicate : 0;
}

/// P2R{.Bk} d, PR, a, m: d = a, with the predicates that m names in byte k.
void p2r(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const LaneVector& a = plain_source(warp, instruction, 0);
  const LaneVector& mask = plain_source(warp, instruction, 1);
  const unsigned shift = 8u * instruction.variant;
  LaneVector result;
  for (std::size_t i = 0; i < lanes; ++i) {
    std::uint32_t bits = 0;
    for (unsigned p = 0; p < predicate_count; ++p)
      bits |= bit_of(warp.predicates[first_predicate(instruction) + p], i) << p;
    result[i] = (a[i] & ~(mask[i] << shift)) | (bits & mask[i]) << shift;
  }
  write(warp, instruction, result, chosen);
}
DataOperation select_p2r(Modifiers& modifiers, const sass::Instruction& row) {
  modifiers.keep(static_cast<std::uint16_t>(std::max(0, modifiers.take_one_of(byte_names))));
  return has_modified_sources(row) ? nullptr : p2r;
}

/// R2P PR, a{.Bk}, m: the predicates that m names = the bits of byte k of a.
void r2p(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const LaneVector& a = plain_source(warp, instruction, 0);
  const LaneVector& mask = plain_source(warp, instruction, 1);
  const unsigned modifier = instruction.source_modifier[0];
  const unsigned shift = (modifier & byte_part) != 0 ? 8u * (modifier >> byte_shift) : 0;
  for (unsigned p = 0; p < predicate_count; ++p) {
    const LaneMask named = lanes_where([&](std::size_t i) { return (mask[i] >> p & 1) != 0; });
    const LaneMask value = lanes_where([&](std::size_t i) { return (a[i] >> (shift + p) & 1) != 0; });
    write_predicate(warp, static_cast<std::uint8_t>(first_predicate(instruction) + p), value, chosen & named);
  }
}
DataOperation select_r2p(Modifiers&, const sass::Instruction& row) { return has_modified_sources(row) ? nullptr : r2p; }

// ---- the condition code, before sm_70 -----------------------------------------------------------

/// In the order of the bits that CC has in a register; nothing but R2P reads them.
constexpr std::array<LaneMask ConditionCode::*, 4> flags = {&ConditionCode::zero, &ConditionCode::sign,
                                                            &ConditionCode::carry, &ConditionCode::overflow};

/// P2R d, CC, a, m: d = a, with the flags that m names.
void code_to_register(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const LaneVector& a = plain_source(warp, instruction, 0);
  const LaneVector& mask = plain_source(warp, instruction, 1);
  LaneVector result;
  for (std::size_t i = 0; i < lanes; ++i) {
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < flags.size(); ++k) bits |= bit_of(warp.code.*flags[k], i) << k;
    result[i] = (a[i] & ~mask[i]) | (bits & mask[i]);
  }
  write(warp, instruction, result, chosen);
}

/// R2P CC, a, m.
void register_to_code(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const LaneVector& a = plain_source(warp, instruction, 0);
  const LaneVector& mask = plain_source(warp, instruction, 1);
  for (std::size_t k = 0; k < flags.size(); ++k) {
    const LaneMask named = chosen & lanes_where([&](std::size_t i) { return (mask[i] >> k & 1) != 0; });
    const LaneMask value = lanes_where([&](std::size_t i) { return (a[i] >> k & 1) != 0; });
    LaneMask& flag = warp.code.*flags[k];
    flag = flag.without(named) | (value & named);
  }
}

template <DataOperation operation> DataOperation select_code_move(Modifiers&, const sass::Instruction& row) {
  return has_modified_sources(row) ? nullptr : operation;
}

constexpr std::array rows = {
    Opcode{"MOV", "ds", select_mov},
    Opcode{"MOV32I", "ds", select_mov, plain, before_volta},
    Opcode{"UMOV", "ds", select_mov, uniform_datapath, from_volta},
    Opcode{"MOV", "DW", select_mov64, plain, from_volta},
    Opcode{"UMOV", "DW", select_mov64, uniform_datapath, from_volta},
    Opcode{"LEPC", "DW", select_lepc, plain, from_volta},
    Opcode{"LEPC", "D*", select_lepc, plain, from_volta},
    Opcode{"LEPC", "D", select_lepc, plain, from_volta},
    Opcode{"SEL", "dssq", select_sel},
    Opcode{"USEL", "dssq", select_sel, uniform_datapath, from_volta},
    Opcode{"SEL", "DSSq", select_sel64, plain, from_volta},
    Opcode{"USEL", "DSSq", select_sel64, uniform_datapath, from_volta},
    Opcode{"R2UR", "us", select_r2ur, plain, from_volta},
    Opcode{"R2UR", "pus", select_r2ur_tested, plain, from_volta},
    Opcode{"P2R", "dPss7", select_p2r},
    Opcode{"UP2UR", "dPss7", select_p2r, uniform_datapath, from_volta},
    Opcode{"R2P", "Pes7", select_r2p},
    Opcode{"P2R", "dCss", select_code_move<code_to_register>, plain, before_volta},
    Opcode{"R2P", "Css", select_code_move<register_to_code>, plain, before_volta},
    Opcode{"UR2UP", "Pes7", select_r2p, uniform_datapath, from_volta},
};

/// Compiled for all vectors.
constexpr Compiled vectorised[] = {compiled<mov>, compiled<mov64>, compiled<sel>, compiled<sel64>};

/// Can be compiled with the rows around them.
constexpr FormOfOperation forms[] = {{mov, RowForm::move}, {sel, RowForm::choice}};

}  // namespace

std::span<const Opcode> move_opcodes() { return rows; }

std::span<const Compiled> compiled_moves() { return vectorised; }

std::span<const FormOfOperation> forms_of_moves() { return forms; }

}  // namespace reconverge::emulator
