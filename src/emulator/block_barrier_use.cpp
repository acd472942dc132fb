// SPDX-License-Identifier: MIT
#include "emulator/block_barrier_use.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

namespace reconverge::emulator {
namespace {

using sass::Operand;
using sass::OperandKind;

constexpr std::uint32_t barriers_of_block = 16, beyond_threads = 1u << 12;

bool is_register(const Operand& operand) {
  return operand.kind == OperandKind::general_register || operand.kind == OperandKind::uniform_register;
}

/// Number and threads of a row; null where they are not written. The predicate of BAR.RED follows them.
std::array<const Operand*, 2> numbers_of(const sass::Instruction& row) {
  std::array<const Operand*, 2> given{};
  std::size_t count = 0;
  for (const Operand& operand : row.operands)
    if (count < given.size() && (is_register(operand) || operand.kind == OperandKind::integer_immediate))
      given[count++] = &operand;
  return given;
}

std::uint32_t value_of(const Operand& operand, const Warp& warp, int lane) {
  if (!is_register(operand)) return static_cast<std::uint32_t>(operand.value);
  if (operand.index == sass::zero_register) return 0;
  const int first = operand.kind == OperandKind::uniform_register ? first_uniform : 0;
  return warp.register_value(first + operand.index)[static_cast<std::size_t>(lane)];
}

}  // namespace

BlockBarrierUse block_barrier_use(const sass::Instruction& row, const Warp& warp, int lane) {
  const auto [number, threads] = numbers_of(row);
  BlockBarrierUse use;
  if (number != nullptr) use.number = value_of(*number, warp, lane);
  if (threads == nullptr) return use;
  std::uint32_t count = value_of(*threads, warp, lane);
  // Where both are in registers, it is one register: compiled code puts the threads into 12 bits of its high half.
  if (is_register(*number) && is_register(*threads)) {
    use.number &= 0xFFFF;
    count = count >> 16 & (beyond_threads - 1);
  }
  use.threads = count;
  return use;
}

bool differs_by_lane(const Executable& executable, std::uint32_t index) {
  return !executable.instructions[index].control.literal &&
         std::ranges::any_of(numbers_of(executable.function.instructions[index]), [](const Operand* one) {
           return one != nullptr && one->kind == OperandKind::general_register;
         });
}

void bind_block_barrier(const sass::Instruction& row, DecodedInstruction& out) {
  const auto [number, threads] = numbers_of(row);
  const auto is_literal = [](const Operand* operand) { return operand == nullptr || !is_register(*operand); };
  out.control.literal = is_literal(number) && is_literal(threads);
  if (!out.control.literal) return;
  out.control.barrier = static_cast<std::uint8_t>(number != nullptr ? number->value : 0);
  out.offset = threads != nullptr ? threads->value : 0;
}

ControlFault fault_of(const BlockBarrierUse& use) {
  if (use.number >= barriers_of_block) return ControlFault::no_such_barrier;
  return use.threads % core::lane_count != 0 || use.threads >= beyond_threads ? ControlFault::parts_of_warps
                                                                              : ControlFault::none;
}

std::optional<DecodingProblem> problem_of_block_barrier(const sass::Instruction& row) {
  const auto [number, threads] = numbers_of(row);
  const auto exceeds = [](const Operand* operand, std::int64_t beyond) {
    return operand != nullptr && !is_register(*operand) && (operand->value < 0 || operand->value >= beyond);
  };
  if (exceeds(number, barriers_of_block))
    return DecodingProblem{fmt::format("{} names barrier {}, which no block has", row.mnemonic, number->text),
                           "a block has barriers 0 to 15"};
  if (exceeds(threads, beyond_threads) ||
      (threads != nullptr && !is_register(*threads) && threads->value % core::lane_count != 0))
    return DecodingProblem{
        fmt::format("{} waits for {} threads, which is not a multiple of 32", row.mnemonic, threads->text),
        "the count is a multiple of 32, below 4096"};
  return std::nullopt;
}

}  // namespace reconverge::emulator
