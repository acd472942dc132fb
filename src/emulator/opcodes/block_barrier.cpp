// SPDX-License-Identifier: MIT
#include <array>

#include "emulator/opcodes/lanewise.hpp"
#include "emulator/opcodes/opcode.hpp"

/// The result of BAR.RED, and BAR of the generations whose warps arrive at a barrier as a whole: from sm_70 on lanes
/// arrive one by one, which the mechanism handles.
namespace reconverge::emulator {
namespace {

using core::LaneMask;

/// BAR.SYNC, BAR.ARV of the only warp: it does not wait, whichever of its lanes execute it.
void nothing(Warp&, const DecodedInstruction&, LaneMask) {}

/// BAR.RED.question number, {threads,} q of the only warp.
void reduce(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  if (chosen.empty()) return;
  const LaneMask holding = read_predicate(warp, instruction, 0) & chosen;
  warp.reduction = {static_cast<BarrierQuestion>(instruction.variant), static_cast<std::uint32_t>(chosen.count()),
                    static_cast<std::uint32_t>(holding.count())};
}

DataOperation select_sync(Modifiers& modifiers, const sass::Instruction&) {
  return modifiers.take("SYNC") || modifiers.take("ARV") ? nothing : nullptr;
}

DataOperation select_reduce(Modifiers& modifiers, const sass::Instruction& row) {
  const auto question = barrier_question(row);
  if (!modifiers.take("RED") || !question) return nullptr;
  constexpr std::array<std::string_view, 3> names = {"AND", "OR", "POPC"};
  modifiers.take_any_of(names);
  modifiers.keep(static_cast<std::uint16_t>(*question));
  return reduce;
}

/// BAR.RED.POPC d, number, {threads, q} of sm_20 and sm_21, which have no B2R; __syncthreads() is one whose
/// count goes to RZ. Of AND and OR, the verdict goes to a predicate.
void reduce_to_register(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  reduce(warp, instruction, chosen);
  write(warp, instruction, broadcast(warp.reduction.holding), chosen);
}

void reduce_to_predicate(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  reduce(warp, instruction, chosen);
  write_predicate(warp, instruction.predicate_destination[0],
                  warp.reduction.verdict() ? LaneMask::all() : LaneMask::none(), chosen);
}

DataOperation select_fermi_count(Modifiers& modifiers, const sass::Instruction& row) {
  return barrier_question(row) == BarrierQuestion::how_many && select_reduce(modifiers, row) != nullptr
             ? reduce_to_register
             : nullptr;
}

DataOperation select_fermi_verdict(Modifiers& modifiers, const sass::Instruction& row) {
  const bool counts = barrier_question(row) == BarrierQuestion::how_many;
  const bool discards = !row.operands.empty() && row.operands.front().is_zero();
  return !counts && discards && select_reduce(modifiers, row) != nullptr ? reduce_to_predicate : nullptr;
}

/// B2R.RESULT d: for how many threads the predicate held.
void count_of_reduction(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  write(warp, instruction, broadcast(warp.reduction.holding), chosen);
}

/// B2R.RESULT RZ, p: whether it held for all, or for any.
void verdict_of_reduction(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  write_predicate(warp, instruction.predicate_destination[0],
                  warp.reduction.verdict() ? LaneMask::all() : LaneMask::none(), chosen);
}

DataOperation select_count(Modifiers& modifiers, const sass::Instruction&) {
  return modifiers.take("RESULT") ? count_of_reduction : nullptr;
}

/// Compilers ask for one or the other; what both at once give is not known.
DataOperation select_verdict(Modifiers& modifiers, const sass::Instruction& row) {
  return modifiers.take("RESULT") && row.operands.front().is_zero() ? verdict_of_reduction : nullptr;
}

constexpr Architectures fermi{.first = 20, .last = 29};

constexpr std::array rows = {
    Opcode{"BAR", "dss?q?", select_fermi_count, plain, fermi},
    Opcode{"BAR", "dpss?q?", select_fermi_verdict, plain, fermi},
    Opcode{"BAR", "BB?", select_sync, plain, before_volta},
    Opcode{"BAR", "BB?q", select_reduce, plain, before_volta},
    Opcode{"B2R", "d", select_count},
    Opcode{"B2R", "dp", select_verdict},
};

}  // namespace

std::span<const Opcode> block_barrier_opcodes() { return rows; }

}  // namespace reconverge::emulator
