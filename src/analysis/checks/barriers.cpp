// SPDX-License-Identifier: MIT
// Convergence barriers: BSSY arms one, BSYNC waits at it, BREAK takes lanes out.

#include <fmt/core.h>

#include "analysis/checks/checks.hpp"

namespace reconverge::analysis {
namespace {

using sass::ControlRole;
using sass::OperandKind;

constexpr std::uint16_t every_barrier = 0xFFFF;

/// Bit i: barrier i holds lanes on some path here, on every path here.
struct Armed {
  std::uint16_t on_some = 0;
  std::uint16_t on_all = 0;

  void arm(int barrier) {
    on_some |= static_cast<std::uint16_t>(1u << barrier);
    on_all |= static_cast<std::uint16_t>(1u << barrier);
  }
  void disarm(int barrier) {
    on_some &= static_cast<std::uint16_t>(~(1u << barrier));
    on_all &= static_cast<std::uint16_t>(~(1u << barrier));
  }
  void may_arm(int barrier) {
    on_some |= static_cast<std::uint16_t>(1u << barrier);
    on_all &= static_cast<std::uint16_t>(~(1u << barrier));
  }
};

/// BMOV B0, R2 restores a barrier; BMOV.CLEAR R2, B0 takes it away.
void move_barrier(const sass::Instruction& row, Armed& armed) {
  if (row.operands.size() < 2) return;
  const bool writes = row.operands[0].kind == OperandKind::barrier;
  const bool clears = row.has_modifier("CLEAR") && row.operands[1].kind == OperandKind::barrier;
  if (writes) armed.may_arm(row.operands[0].index);
  if (clears && row.guard.always()) armed.disarm(row.operands[1].index);
}

void step(const Code& code, std::size_t index, Armed& armed) {
  const sass::Instruction& row = code.row(index);
  const int barrier = operand_index(row, OperandKind::barrier);
  if (row.opcode() == "BMOV") return move_barrier(row, armed);
  if (barrier < 0) return;
  if (code.roles[index] == ControlRole::arm_barrier) row.guard.always() ? armed.arm(barrier) : armed.may_arm(barrier);
  if (code.roles[index] == ControlRole::wait_barrier && row.guard.always()) armed.disarm(barrier);
  // Lanes that BREAK has taken out pass the BSYNC; the others of its barrier still meet there.
  if (row.opcode() == "BREAK") armed.on_all &= static_cast<std::uint16_t>(~(1u << barrier));
}

bool has(std::uint16_t barriers, int barrier) { return (barriers >> barrier & 1) != 0; }

void look(const Code& code, std::size_t index, const Armed& armed, Lint& lint) {
  const sass::Instruction& row = code.row(index);
  const int barrier = operand_index(row, OperandKind::barrier);
  if (barrier < 0) return;
  if (code.roles[index] == ControlRole::wait_barrier && !has(armed.on_some, barrier))
    lint.remarks.push_back(
        {"wait-at-unarmed-barrier", index,
         fmt::format("{} waits at B{}, which no BSSY on any path here has armed: lanes that parted do "
                     "not meet",
                     row.mnemonic, barrier)});
  if (row.opcode() == "BREAK" && !has(armed.on_some, barrier))
    lint.remarks.push_back(
        {"break-of-unarmed-barrier", index,
         fmt::format("BREAK takes lanes out of B{}, which no BSSY on any path here has armed", barrier)});
  if (code.roles[index] == ControlRole::arm_barrier && has(armed.on_all, barrier))
    lint.remarks.push_back(
        {"barrier-armed-twice", index,
         fmt::format("BSSY arms B{}, which holds lanes on every path here: what waits for the lanes of "
                     "the first BSSY waits for other ones",
                     barrier)});
}

/// The target of a BSSY is where the lanes of its barrier wait, or continue after that.
void look_at_target(const Code& code, std::size_t index, Lint& lint) {
  const sass::Instruction& row = code.row(index);
  const int barrier = operand_index(row, OperandKind::barrier);
  if (code.roles[index] != ControlRole::arm_barrier || barrier < 0 || !row.target) return;
  const auto at = code.executable.function.find(*row.target);
  if (!at) return;  // another check says so
  const auto waits = [&](std::size_t place) {
    return code.roles[place] == ControlRole::wait_barrier &&
           operand_index(code.row(place), OperandKind::barrier) == barrier;
  };
  if (!waits(*at) && (*at == 0 || !waits(*at - 1)))
    lint.remarks.push_back({"bssy-without-bsync", index,
                            fmt::format("BSSY names 0x{:x} as the place where B{} is waited for; {} is there",
                                        *row.target, barrier, code.row(*at).mnemonic)});
}

}  // namespace

void check_barriers(const Code& code, Lint& lint) {
  if (!code.has_barriers()) return;
  const auto walk = [&](std::size_t index, Armed& armed) { step(code, index, armed); };
  const Armed entry{static_cast<std::uint16_t>(code.is_kernel ? 0 : every_barrier), 0};
  const auto before = solve(
      code, entry, walk,
      [](const Armed&) {
        return Armed{every_barrier, 0};
      },
      [](Armed& into, const Armed& from) {
        const Armed old = into;
        into.on_some |= from.on_some;
        into.on_all &= from.on_all;
        return old.on_some != into.on_some || old.on_all != into.on_all;
      });
  visit(code, before, walk, [&](std::size_t index, const Armed& armed) { look(code, index, armed, lint); });
  for (std::size_t i = 0; i < code.size(); ++i) look_at_target(code, i, lint);
}

}  // namespace reconverge::analysis
