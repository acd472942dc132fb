// SPDX-License-Identifier: MIT
#include <array>

#include "emulator/opcodes/compiled.hpp"
#include "emulator/opcodes/lanewise.hpp"
#include "emulator/opcodes/opcode.hpp"
#include "emulator/opcodes/relations.hpp"
#include "emulator/opcodes/row_form.hpp"
#include "emulator/opcodes/rows.hpp"

/// Comparisons of integers, and predicate logic.
namespace reconverge::emulator {
namespace {

using core::LaneMask;

template <typename Integer>
LaneMask compare_words(const Warp& warp, const DecodedInstruction& instruction, Relation relation) {
  const IntegerSource a(warp, instruction, 0), b(warp, instruction, 1);
  return related(
      relation, [&](std::size_t i) { return static_cast<Integer>(a[i]); },
      [&](std::size_t i) { return static_cast<Integer>(b[i]); });
}

template <typename Integer>
LaneMask compare_pairs(const Warp& warp, const DecodedInstruction& instruction, Relation relation) {
  const PairSource a(warp, instruction, 0), b(warp, instruction, 1);
  return related(
      relation, [&](std::size_t i) { return static_cast<Integer>(a[i]); },
      [&](std::size_t i) { return static_cast<Integer>(b[i]); });
}

/// The lanes in which a and b, the high words of two numbers, are related as the numbers are, for .X
/// before sm_70. CC holds the flags of the difference of the low words.
template <typename Integer>
LaneMask compare_high_words(const Warp& warp, const DecodedInstruction& instruction, Relation relation) {
  const LaneMask equal = compare_words<Integer>(warp, instruction, Relation::eq);
  const LaneMask high = compare_words<Integer>(warp, instruction, relation).without(equal);
  const LaneMask less = ~warp.code.carry, same = warp.code.zero;
  switch (relation) {
    case Relation::f: return LaneMask::none();
    case Relation::lt: return high | (equal & less);
    case Relation::eq: return equal & same;
    case Relation::le: return high | (equal & (less | same));
    case Relation::gt: return high | equal.without(less | same);
    case Relation::ne: return high | equal.without(same);
    case Relation::ge: return high | equal.without(less);
    case Relation::t: break;
  }
  return LaneMask::all();
}

/// ISETP.rel{.X}.comb p, q, a, b, r.
template <auto compare> void isetp(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  write_comparison(warp, instruction, compare(warp, instruction, relation_of(instruction)), chosen);
}

/// ISETP.rel.comb.EX p, q, a, b, r, l: a and b are high words; l is the relation of the low ones,
/// which counts where the high ones are equal.
template <typename Integer> void isetp_extended(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const Relation relation = relation_of(instruction);
  const LaneMask low = read_predicate(warp, instruction, 1);
  const LaneMask equal = compare_words<Integer>(warp, instruction, Relation::eq);
  const LaneMask high = compare_words<Integer>(warp, instruction, relation);
  const bool constant = relation == Relation::f || relation == Relation::t;
  write_comparison(warp, instruction, constant ? high : (equal & low) | high.without(equal), chosen);
}

/// Takes `rel`, type and `comb`, in the orders of all generations. The types are those of a table.
struct TakenComparison {
  int relation = -1;
  int combine = -1;
  int type = -1;

  bool complete() const { return relation >= 0 && combine >= 0; }
};

TakenComparison take_comparison(Modifiers& modifiers) {
  constexpr std::array<std::string_view, 4> types = {"U32", "S32", "U64", "S64"};
  TakenComparison taken;
  taken.type = modifiers.take_any_of(types);
  taken.relation = modifiers.take_one_of(relation_names);
  taken.combine = modifiers.take_one_of(combine_names);
  return taken;
}

DataOperation select_isetp(Modifiers& modifiers, const sass::Instruction&) {
  const bool high = modifiers.take("X");
  const auto taken = take_comparison(modifiers);
  if (!taken.complete() || taken.type >= 2) return nullptr;
  modifiers.keep(comparison(taken.relation, taken.combine));
  if (high) return taken.type == 0 ? isetp<compare_high_words<std::uint32_t>> : isetp<compare_high_words<std::int32_t>>;
  return taken.type == 0 ? isetp<compare_words<std::uint32_t>> : isetp<compare_words<std::int32_t>>;
}

/// Without .EX the relation of low words is not read. The disassembler of CUDA 9 writes it then too, as !PT.
DataOperation select_isetp_extended(Modifiers& modifiers, const sass::Instruction& row) {
  if (!row.has_modifier("EX")) return row.operands.back().is_true(true) ? select_isetp(modifiers, row) : nullptr;
  const auto taken = take_comparison(modifiers);
  if (!taken.complete() || taken.type >= 2 || !modifiers.take("EX")) return nullptr;
  modifiers.keep(comparison(taken.relation, taken.combine));
  return taken.type == 0 ? isetp_extended<std::uint32_t> : isetp_extended<std::int32_t>;
}

DataOperation select_isetp_wide(Modifiers& modifiers, const sass::Instruction& row) {
  const auto taken = take_comparison(modifiers);
  const auto modified = modified_sources(row);
  if (!taken.complete() || taken.type < 2 || modified.negated + modified.inverted + modified.absolute > 0)
    return nullptr;
  modifiers.keep(comparison(taken.relation, taken.combine));
  return taken.type == 2 ? isetp<compare_pairs<std::uint64_t>> : isetp<compare_pairs<std::int64_t>>;
}

// ---- before sm_70 -------------------------------------------------------------------------------

/// ISET.rel{.X}.comb d, a, b, r: all ones (.BF: 1.0) if (a rel b) comb r, else 0.
template <auto compare> void iset(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const LaneMask holds = compare(warp, instruction, relation_of(instruction));
  const LaneMask result = combined(combine_of(instruction), holds, read_predicate(warp, instruction, 0));
  const std::uint32_t one = has_more(instruction, 1) ? 0x3F80'0000u : 0xFFFF'FFFFu;
  write(warp, instruction, choose(result, broadcast(one), broadcast(0)), chosen);
}

DataOperation select_iset(Modifiers& modifiers, const sass::Instruction& row) {
  const bool as_float = modifiers.take("BF"), high = modifiers.take("X");
  const auto taken = take_comparison(modifiers);
  if (!taken.complete() || taken.type >= 2) return nullptr;
  modifiers.keep(comparison(taken.relation, taken.combine, as_float ? 1 : 0));
  if (high)
    return taken.type == 0 ? coded_if_asked<iset<compare_high_words<std::uint32_t>>>(row)
                           : coded_if_asked<iset<compare_high_words<std::int32_t>>>(row);
  return taken.type == 0 ? coded_if_asked<iset<compare_words<std::uint32_t>>>(row)
                         : coded_if_asked<iset<compare_words<std::int32_t>>>(row);
}

/// ICMP.rel d, a, b, c: d = (c rel 0) ? a : b.
template <typename Integer> void icmp(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const IntegerSource a(warp, instruction, 0), b(warp, instruction, 1), c(warp, instruction, 2);
  const LaneMask holds = related(
      relation_of(instruction), [&](std::size_t i) { return static_cast<Integer>(c[i]); },
      [](std::size_t) { return Integer{0}; });
  write(warp, instruction, choose(holds, a, b), chosen);
}

DataOperation select_icmp(Modifiers& modifiers, const sass::Instruction&) {
  const bool is_unsigned = modifiers.take("U32");
  const int relation = modifiers.take_one_of(relation_names);
  if (relation < 0) return nullptr;
  modifiers.keep(comparison(relation, 0));
  return is_unsigned ? icmp<std::uint32_t> : icmp<std::int32_t>;
}

/// Of PSETP and PSET: the two combinations in bits 0..1 and 2..3 of the variant.
LaneMask combined_predicates(const Warp& warp, const DecodedInstruction& instruction, bool contrary) {
  const auto first = static_cast<Combine>(instruction.variant & 3);
  const auto second = static_cast<Combine>(instruction.variant >> 2 & 3);
  const LaneMask inner = combined(first, read_predicate(warp, instruction, 0), read_predicate(warp, instruction, 1));
  return combined(second, contrary ? ~inner : inner, read_predicate(warp, instruction, 2));
}

/// PSETP.c1.c2 p, q, a, b, r: p = (a c1 b) c2 r; q = !(a c1 b) c2 r.
void psetp(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const LaneMask p = combined_predicates(warp, instruction, false);
  const LaneMask q = combined_predicates(warp, instruction, true);
  write_predicate(warp, instruction.predicate_destination[0], p, chosen);
  write_predicate(warp, instruction.predicate_destination[1], q, chosen);
}

/// PSET.c1.c2 d, a, b, r: all ones (.BF: 1.0) where it holds.
void pset(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const std::uint32_t one = (instruction.variant & 16) != 0 ? 0x3F80'0000u : 0xFFFF'FFFFu;
  write(warp, instruction, choose(combined_predicates(warp, instruction, false), broadcast(one), broadcast(0)), chosen);
}

template <DataOperation operation> DataOperation select_predicates(Modifiers& modifiers, const sass::Instruction&) {
  const bool as_float = modifiers.take("BF");
  const int first = modifiers.take_one_of(combine_names);
  const int second = modifiers.take_one_of(combine_names);
  if (first < 0 || second < 0) return nullptr;
  modifiers.keep(static_cast<std::uint16_t>(first | second << 2 | (as_float ? 16 : 0)));
  return operation;
}

/// CSETP.cond.comb p, q, CC, r: p = the condition code fulfils cond, combined with r; q: does not.
void csetp(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  write_comparison(warp, instruction,
                   lanes_with(warp.code, static_cast<std::uint8_t>(instruction.variant >> first_free_bit)), chosen);
}

DataOperation select_csetp(Modifiers& modifiers, const sass::Instruction&) {
  const auto condition = find_condition(modifiers.take_first());
  const int combine = modifiers.take_one_of(combine_names);
  if (!condition || combine < 0) return nullptr;
  modifiers.keep(comparison(0, combine, *condition));
  return csetp;
}

constexpr std::array rows = {
    Opcode{"ISETP", "ppssq", select_isetp},
    Opcode{"ISETP", "ppssqq", select_isetp_extended, plain, from_volta},
    Opcode{"ISETP", "ppSSq", select_isetp_wide, plain, from_volta},
    Opcode{"UISETP", "ppssq", select_isetp, uniform_datapath, from_volta},
    Opcode{"UISETP", "ppssqq", select_isetp_extended, uniform_datapath, from_volta},
    Opcode{"UISETP", "ppSSq", select_isetp_wide, uniform_datapath, from_volta},
    Opcode{"ISET", "cssq", select_iset, plain, before_volta},
    Opcode{"CSETP", "ppCq", select_csetp, plain, before_volta},
    Opcode{"ICMP", "dsss", select_icmp, plain, before_volta},
    Opcode{"PSETP", "ppqqq", select_predicates<psetp>, plain, before_volta},
    Opcode{"PSET", "dqqq", select_predicates<pset>, plain, before_volta},
};

/// Compiled for all vectors.
constexpr Compiled vectorised[] = {
    compiled<isetp<compare_words<std::uint32_t>>>, compiled<isetp<compare_words<std::int32_t>>>,
    compiled<isetp<compare_pairs<std::uint64_t>>>, compiled<isetp<compare_pairs<std::int64_t>>>,
    compiled<isetp_extended<std::uint32_t>>,       compiled<isetp_extended<std::int32_t>>};

/// Can be compiled with the rows around them.
constexpr FormOfOperation forms[] = {{isetp<compare_words<std::uint32_t>>, RowForm::compare_unsigned},
                                     {isetp<compare_words<std::int32_t>>, RowForm::compare_signed}};

}  // namespace

std::span<const Opcode> integer_compare_opcodes() { return rows; }

std::span<const Compiled> compiled_integer_comparisons() { return vectorised; }

std::span<const FormOfOperation> forms_of_integer_comparisons() { return forms; }

}  // namespace reconverge::emulator
