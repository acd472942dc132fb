#include "study/support/barrier_visits.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace reconverge::study {
namespace {

using sass::OperandKind;

bool arrives(const sass::Instruction& row) { return row.opcode() == "BAR" && row.has_modifier("ARV"); }

bool is_register(const sass::Operand& operand) {
  return operand.kind == OperandKind::general_register || operand.kind == OperandKind::uniform_register;
}

std::uint32_t value_of(const sass::Operand& operand, const emulator::Warp& warp, int lane) {
  if (!is_register(operand)) return static_cast<std::uint32_t>(operand.value);
  if (operand.index == sass::zero_register) return 0;
  const int first = operand.kind == OperandKind::uniform_register ? emulator::first_uniform : 0;
  return warp.register_value(first + operand.index)[static_cast<std::size_t>(lane)];
}

/// BAR number [, threads]; the predicate of BAR.RED stands behind them. Where both are in registers, it
/// is one register: compiled code puts the threads into its high half.
BarrierUse use_of(const sass::Instruction& row, const emulator::Warp& warp, int lane) {
  std::array<const sass::Operand*, 2> given{};
  std::size_t count = 0;
  for (const sass::Operand& operand : row.operands)
    if (count < given.size() && (is_register(operand) || operand.kind == OperandKind::integer_immediate)) given[count++] = &operand;
  constexpr std::uint32_t numbers = 0xF, most_threads = 0xFFF;
  BarrierUse use;
  if (count > 0) use.number = value_of(*given[0], warp, lane) & numbers;
  if (count < 2) return use;
  const std::uint32_t threads = value_of(*given[1], warp, lane);
  use.threads = (is_register(*given[0]) && is_register(*given[1]) ? threads >> 16 : threads) & most_threads;
  return use;
}

}  // namespace

BarrierVisits::BarrierVisits(const sass::Function& function, const emulator::Warp& warp)
    : function_(function), warp_(warp), arrives_(std::ranges::any_of(function.instructions, arrives)) {}

void BarrierVisits::issued(const emulator::Issued& event) {
  const sass::Instruction& row = function_.instructions[event.at.index];
  if (event.executing.empty() || !arrives(row)) return;
  arrivals_[use_of(row, warp_, event.executing.lowest()).number] += static_cast<std::uint32_t>(event.executing.count());
}

void BarrierVisits::moved(const emulator::Moved& event) {
  if (event.passage != emulator::Passage::block_barrier) return;
  index_ = event.at.index;
  use_ = use_of(function_.instructions[index_], warp_, event.group.lowest());
}

std::map<std::uint32_t, std::uint32_t> BarrierVisits::take_arrivals() { return std::exchange(arrivals_, {}); }

}  // namespace reconverge::study
