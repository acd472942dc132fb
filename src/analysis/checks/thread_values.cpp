// SPDX-License-Identifier: MIT
#include "analysis/checks/thread_values.hpp"

#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

namespace reconverge::analysis {
namespace {

using sass::Operand;
using sass::OperandKind;

std::optional<emulator::Slot> register_of(const Operand& operand) {
  const bool is_plain = operand.suffix.empty() && !operand.absolute && !operand.inverted;
  if (!is_plain || operand.index == sass::zero_register) return std::nullopt;
  if (operand.kind == OperandKind::general_register) return static_cast<emulator::Slot>(operand.index);
  if (operand.kind == OperandKind::uniform_register)
    return static_cast<emulator::Slot>(emulator::first_uniform + operand.index);
  return std::nullopt;
}

std::optional<ThreadValue> by_thread(const std::vector<ThreadValue>& from, auto operation) {
  ThreadValue::Values values{};
  std::vector<std::uint32_t> of_thread(from.size());
  for (std::size_t thread = 0; thread < values.size(); ++thread) {
    for (std::size_t i = 0; i < from.size(); ++i) of_thread[i] = from[i].of(thread);
    values[thread] = operation(std::span<const std::uint32_t>(of_thread));
  }
  return ThreadValue(values);
}

std::optional<ThreadValue> value_of_operand(const Operand& operand, const ThreadValues& known) {
  if (operand.kind == OperandKind::integer_immediate) return ThreadValue(static_cast<std::uint32_t>(operand.value));
  const bool is_register =
      operand.kind == OperandKind::general_register || operand.kind == OperandKind::uniform_register;
  if (is_register && operand.index == sass::zero_register) return ThreadValue(0);
  const auto slot = register_of(operand);
  const auto found = slot ? known.find(*slot) : known.end();
  if (found == known.end()) return std::nullopt;
  if (!operand.negated) return found->second;
  return by_thread({found->second}, [](auto v) { return 0 - v[0]; });
}

/// The operands of a range, if the values of all are known.
std::optional<std::vector<ThreadValue>> values_of(std::span<const Operand> operands, const ThreadValues& known) {
  std::vector<ThreadValue> values;
  for (const Operand& operand : operands) {
    const auto value = value_of_operand(operand, known);
    if (!value) return std::nullopt;
    values.push_back(*value);
  }
  return values;
}

std::uint32_t sum(std::span<const std::uint32_t> values) {
  std::uint32_t total = 0;
  for (const std::uint32_t value : values) total += value;
  return total;
}

/// Bit i of the result is bit (4 a + 2 b + c) of the table, of bits i of the three.
std::uint32_t lop3(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t table) {
  std::uint32_t result = 0;
  for (unsigned k = 0; k < 8; ++k)
    if ((table >> k & 1) != 0) result |= ((k & 4) != 0 ? a : ~a) & ((k & 2) != 0 ? b : ~b) & ((k & 1) != 0 ? c : ~c);
  return result;
}

bool is_predicate(const Operand& operand) {
  return operand.kind == OperandKind::predicate || operand.kind == OperandKind::uniform_predicate;
}

/// LOP3.LUT [P0,] R0, a, b, c, table, !PT.
std::optional<ThreadValue> lop3_of(const sass::Instruction& row, const ThreadValues& known) {
  std::span<const Operand> operands(row.operands);
  if (!operands.empty() && is_predicate(operands.front())) operands = operands.subspan(1);
  if (!operands.empty() && is_predicate(operands.back())) {
    if (!operands.back().is_true(true)) return std::nullopt;
    operands = operands.first(operands.size() - 1);
  }
  if (operands.size() != 5 || operands[4].kind != OperandKind::integer_immediate) return std::nullopt;
  const auto from = values_of(operands.subspan(1, 3), known);
  if (!from) return std::nullopt;
  const auto table = static_cast<std::uint32_t>(operands[4].value);
  return by_thread(*from, [&](auto v) { return lop3(v[0], v[1], v[2], table); });
}

/// SHF.L.U32 R0, a, count, RZ and SHF.R.U32.HI R0, RZ, count, a, or .S32.
std::optional<ThreadValue> shift_of(const sass::Instruction& row, const ThreadValues& known) {
  if (row.operands.size() != 4 || row.has_modifier("W") || row.has_modifier("S64") || row.has_modifier("U64"))
    return std::nullopt;
  const bool left = row.has_modifier("L"), is_signed = row.has_modifier("S32");
  const Operand& other = row.operands[left ? 3 : 1];
  if (!other.is_zero() || (left ? row.has_modifier("HI") : !row.has_modifier("HI"))) return std::nullopt;
  const auto value = value_of_operand(row.operands[left ? 1 : 3], known),
             count = value_of_operand(row.operands[2], known);
  if (!value || !count) return std::nullopt;
  return by_thread({*value, *count}, [&](auto v) -> std::uint32_t {
    if (left) return v[1] < 32 ? v[0] << v[1] : 0;
    const std::uint32_t shift = std::min<std::uint32_t>(v[1], is_signed ? 31 : 32);
    if (is_signed) return static_cast<std::uint32_t>(static_cast<std::int32_t>(v[0]) >> shift);
    return shift < 32 ? v[0] >> shift : 0;
  });
}

bool compares(const sass::Instruction& row, std::uint32_t left, std::uint32_t right) {
  const bool less =
      row.has_modifier("U32") ? left < right : static_cast<std::int32_t>(left) < static_cast<std::int32_t>(right);
  if (row.has_modifier("LT")) return less;
  if (row.has_modifier("LE")) return less || left == right;
  if (row.has_modifier("GT")) return !less && left != right;
  if (row.has_modifier("GE")) return !less;
  return row.has_modifier("EQ") ? left == right : left != right;
}

/// ISETP.LT.AND P0, PT, a, b, PT.
std::optional<ThreadValue> isetp_of(const sass::Instruction& row, const ThreadValues& known) {
  constexpr std::string_view comparisons[] = {"LT", "LE", "GT", "GE", "EQ", "NE"};
  const bool is_known = std::ranges::any_of(comparisons, [&](std::string_view name) { return row.has_modifier(name); });
  if (!is_known || row.has_modifier("EX") || row.operands.size() != 5 || !row.operands[4].is_true())
    return std::nullopt;
  const auto from = values_of(std::span(row.operands).subspan(2, 2), known);
  if (!from) return std::nullopt;
  return by_thread(*from, [&](auto v) -> std::uint32_t { return compares(row, v[0], v[1]) ? 1 : 0; });
}

std::optional<ThreadValue> number_of_thread(const sass::Instruction& row) {
  if (row.operands.size() != 2) return std::nullopt;
  const std::string& name = row.operands[1].text;
  if (name != "SR_TID.X" && name != "SR_LANEID") return std::nullopt;
  ThreadValue::Values values{};
  for (std::uint32_t thread = 0; thread < values.size(); ++thread)
    values[thread] = name == "SR_TID.X" ? thread : thread % core::lane_count;
  return ThreadValue(values);
}

}  // namespace

ThreadValue::ThreadValue(const Values& values) : constant_(values.front()) {
  const bool is_constant = std::ranges::all_of(values, [&](std::uint32_t value) { return value == constant_; });
  if (!is_constant) values_ = std::make_shared<const Values>(values);
}

bool ThreadValue::differs_in_a_warp() const {
  for (std::size_t thread = 0; values_ && thread < most_threads; ++thread)
    if ((*values_)[thread] != (*values_)[thread / core::lane_count * core::lane_count]) return true;
  return false;
}

bool operator==(const ThreadValue& a, const ThreadValue& b) {
  if (a.values_ && b.values_) return a.values_ == b.values_ || *a.values_ == *b.values_;
  return !a.values_ && !b.values_ && a.constant_ == b.constant_;
}

std::optional<ThreadValue> value_of(const sass::Instruction& row, const ThreadValues& known) {
  const std::string_view opcode = row.opcode();
  if (opcode == "S2R") return number_of_thread(row);
  if (opcode == "LOP3") return lop3_of(row, known);
  if (opcode == "SHF") return shift_of(row, known);
  const bool is_wide = row.has_modifier("WIDE") || row.has_modifier("HI") || row.has_modifier("X");
  const bool has_predicates = std::ranges::any_of(row.operands, is_predicate);
  if (is_wide || has_predicates || row.operands.size() < 2) return std::nullopt;
  const auto from = values_of(std::span(row.operands).subspan(1), known);
  if (!from) return std::nullopt;
  if ((opcode == "MOV" || opcode == "UMOV") && from->size() == 1) return from->front();
  if (opcode == "IADD3" || opcode == "VIADD") return by_thread(*from, sum);
  if (opcode == "IMAD" && from->size() == 3) return by_thread(*from, [](auto v) { return v[0] * v[1] + v[2]; });
  return std::nullopt;
}

std::optional<ThreadValue> predicate_of(const sass::Instruction& row, const ThreadValues& known) {
  if (row.opcode() == "ISETP") return isetp_of(row, known);
  if (row.opcode() != "LOP3" || row.operands.empty() || !is_predicate(row.operands.front())) return std::nullopt;
  const auto value = lop3_of(row, known);
  if (!value) return std::nullopt;
  return by_thread({*value}, [](auto v) -> std::uint32_t { return v[0] != 0 ? 1 : 0; });
}

}  // namespace reconverge::analysis
