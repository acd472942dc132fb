#include <array>

#include "emulator/opcodes/opcode.hpp"
#include "emulator/opcodes/operand_values.hpp"

/// Comparisons, and selection by comparison.
namespace reconverge::emulator {
namespace {

using core::LaneMask;

enum Relation : int { rel_f, rel_lt, rel_eq, rel_le, rel_gt, rel_ne, rel_ge, rel_t };
constexpr std::array<std::string_view, 8> relations = {"F", "LT", "EQ", "LE", "GT", "NE", "GE", "T"};

template <Relation relation, typename Integer>
bool holds(Integer a, Integer b) {
  if constexpr (relation == rel_lt) return a < b;
  if constexpr (relation == rel_eq) return a == b;
  if constexpr (relation == rel_le) return a <= b;
  if constexpr (relation == rel_gt) return a > b;
  if constexpr (relation == rel_ne) return a != b;
  if constexpr (relation == rel_ge) return a >= b;
  return relation == rel_t;
}

enum Combine : int { combine_and, combine_or, combine_xor };
constexpr std::array<std::string_view, 3> combines = {"AND", "OR", "XOR"};

template <Combine combine>
LaneMask combined(LaneMask a, LaneMask b) {
  if constexpr (combine == combine_and) return a & b;
  if constexpr (combine == combine_or) return a | b;
  return LaneMask(a.bits() ^ b.bits());
}

/// ISETP.rel.comb p, q, a, b, r: p = (a rel b) comb r; q = !(a rel b) comb r.
template <Relation relation, Combine combine, typename Integer>
void isetp(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const IntegerSource a(warp, instruction, 0);
  const IntegerSource b(warp, instruction, 1);
  const LaneMask related = lanes_where([&](std::size_t i) {
    return holds<relation>(static_cast<Integer>(a[i]), static_cast<Integer>(b[i]));
  });
  const LaneMask other = read_predicate(warp, instruction, 0);
  write_predicate(warp, instruction.predicate_destination[0], combined<combine>(related, other), chosen);
  write_predicate(warp, instruction.predicate_destination[1], combined<combine>(~related, other), chosen);
}

template <Relation relation, typename Integer>
constexpr std::array<DataOperation, 3> isetp_combines = {isetp<relation, combine_and, Integer>,
                                                         isetp<relation, combine_or, Integer>,
                                                         isetp<relation, combine_xor, Integer>};

template <typename Integer>
constexpr std::array<std::array<DataOperation, 3>, 8> isetp_table = {
    isetp_combines<rel_f, Integer>,  isetp_combines<rel_lt, Integer>, isetp_combines<rel_eq, Integer>,
    isetp_combines<rel_le, Integer>, isetp_combines<rel_gt, Integer>, isetp_combines<rel_ne, Integer>,
    isetp_combines<rel_ge, Integer>, isetp_combines<rel_t, Integer>};

DataOperation select_isetp(Modifiers& modifiers, const sass::Instruction&) {
  const bool is_unsigned = modifiers.take("U32");
  const int relation = modifiers.take_one_of(relations);
  const int combine = modifiers.take_one_of(combines);
  if (relation < 0 || combine < 0) return nullptr;
  const auto row = static_cast<std::size_t>(relation);
  const auto column = static_cast<std::size_t>(combine);
  return is_unsigned ? isetp_table<std::uint32_t>[row][column] : isetp_table<std::int32_t>[row][column];
}

/// ICMP.rel d, a, b, c: d = (c rel 0) ? a : b.
template <Relation relation>
void icmp(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const IntegerSource a(warp, instruction, 0);
  const IntegerSource b(warp, instruction, 1);
  const IntegerSource c(warp, instruction, 2);
  LaneVector result;
  for (std::size_t i = 0; i < lanes; ++i)
    result[i] = holds<relation>(static_cast<std::int32_t>(c[i]), 0) ? a[i] : b[i];
  write(warp, instruction, result, chosen);
}

DataOperation select_icmp(Modifiers& modifiers, const sass::Instruction&) {
  constexpr std::array<DataOperation, 8> table = {icmp<rel_f>,  icmp<rel_lt>, icmp<rel_eq>,
                                                  icmp<rel_le>, icmp<rel_gt>, icmp<rel_ne>,
                                                  icmp<rel_ge>, icmp<rel_t>};
  const int relation = modifiers.take_one_of(relations);
  return relation < 0 ? nullptr : table[static_cast<std::size_t>(relation)];
}

constexpr std::array rows = {
    Opcode{"ISETP", "ppssq", select_isetp},
    Opcode{"ICMP", "dsss", select_icmp},
};

}  // namespace

std::span<const Opcode> predicate_opcodes() { return rows; }

}  // namespace reconverge::emulator
