// SPDX-License-Identifier: MIT
#include <array>
#include <bit>

#include "emulator/arithmetic/rounding.hpp"
#include "emulator/opcodes/compiled.hpp"
#include "emulator/opcodes/lanewise.hpp"
#include "emulator/opcodes/opcode.hpp"
#include "emulator/opcodes/relations.hpp"
#include "emulator/opcodes/row_form.hpp"
#include "emulator/opcodes/rows.hpp"

/// Comparisons of single and double precision.
namespace reconverge::emulator {
namespace {

using core::LaneMask;

enum CompareForm : unsigned { compare_flush = 1, compare_as_float = 2 };

LaneMask compare_singles(const Warp& warp, const DecodedInstruction& instruction) {
  const FloatSource a(warp, instruction, 0), b(warp, instruction, 1);
  const bool flush = has_more(instruction, compare_flush);
  const auto value = [flush](const FloatSource& source) {
    return [&source, flush](std::size_t i) {
      return std::bit_cast<float>(flush ? Single::flushed(source[i]) : source[i]);
    };
  };
  return float_related(float_relation_of(instruction), value(a), value(b));
}

/// FSETP.rel.comb p, q, a, b, r.
void fsetp(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  write_comparison(warp, instruction, compare_singles(warp, instruction), chosen);
}

/// FSET.rel.comb d, a, b, r: all ones, or with .BF 1.0, if (a rel b) comb r, else 0.
void fset(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const LaneMask holds =
      combined(combine_of(instruction), compare_singles(warp, instruction), read_predicate(warp, instruction, 0));
  const std::uint32_t one = has_more(instruction, compare_as_float) ? std::uint32_t{Single::one} : 0xFFFF'FFFFu;
  write(warp, instruction, choose(holds, broadcast(one), broadcast(0)), chosen);
}

/// FCMP{.rel} d, a, b, c before sm_70: d = (c rel 0) ? a : b; nothing written is GT.
void fcmp(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const FloatSource a(warp, instruction, 0), b(warp, instruction, 1), c(warp, instruction, 2);
  const bool flush = has_more(instruction, compare_flush);
  const LaneMask holds = float_related(
      float_relation_of(instruction),
      [&](std::size_t i) { return std::bit_cast<float>(flush ? Single::flushed(c[i]) : c[i]); },
      [](std::size_t) { return 0.0f; });
  write(warp, instruction, choose(holds, a.all(), b.all()), chosen);
}

DataOperation select_fcmp(Modifiers& modifiers, const sass::Instruction&) {
  constexpr int greater = 4;
  const unsigned form = modifiers.take_as("FTZ", compare_flush);
  const int relation = modifiers.take_one_of(float_relation_names);
  modifiers.keep(comparison(relation < 0 ? greater : relation, 0, form));
  return fcmp;
}

template <DataOperation operation> DataOperation select_compare(Modifiers& modifiers, const sass::Instruction&) {
  const unsigned form = modifiers.take_as("BF", compare_as_float) | modifiers.take_as("FTZ", compare_flush);
  const int relation = modifiers.take_one_of(float_relation_names);
  const int combine = modifiers.take_one_of(combine_names);
  if (relation < 0 || combine < 0) return nullptr;
  modifiers.keep(comparison(relation, combine, form));
  return operation;
}

template <DataOperation operation> DataOperation select_set(Modifiers& modifiers, const sass::Instruction& row) {
  return select_compare<operation>(modifiers, row) == nullptr ? nullptr : coded_if_asked<operation>(row);
}

template <DataOperation operation> DataOperation select_setp(Modifiers& modifiers, const sass::Instruction& row) {
  return row.has_modifier("BF") ? nullptr : select_compare<operation>(modifiers, row);
}

// ---- double precision ---------------------------------------------------------------------------

LaneMask compare_doubles(const Warp& warp, const DecodedInstruction& instruction) {
  const DoubleSource a(warp, instruction, 0), b(warp, instruction, 1);
  return float_related(
      float_relation_of(instruction), [&](std::size_t i) { return a[i]; }, [&](std::size_t i) { return b[i]; });
}

/// DSETP.rel.comb p, q, a, b, r.
void dsetp(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  write_comparison(warp, instruction, compare_doubles(warp, instruction), chosen);
}

/// DSET.rel.comb d, a, b, r before sm_70.
void dset(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const LaneMask holds =
      combined(combine_of(instruction), compare_doubles(warp, instruction), read_predicate(warp, instruction, 0));
  const std::uint32_t one = has_more(instruction, compare_as_float) ? std::uint32_t{Single::one} : 0xFFFF'FFFFu;
  write(warp, instruction, choose(holds, broadcast(one), broadcast(0)), chosen);
}

/// Whether a is the lesser (greater) of the two, or the only number.
bool takes_first(double a, double b, bool least) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(b) && !std::isnan(a);
  if (a == b) return std::signbit(a) == least;
  return (a < b) == least;
}

/// DSETP.MIN.AND p, q, a, b, PT: p = the result of the minimum is a; q = both are NaN. Compilers
/// select by p and make the NaN of q a quiet one.
void dsetp_minmax(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const DoubleSource a(warp, instruction, 0), b(warp, instruction, 1);
  const bool least = instruction.variant != 0;
  const LaneMask other = read_predicate(warp, instruction, 0);
  const LaneMask first = lanes_where([&](std::size_t i) { return takes_first(a[i], b[i], least); });
  const LaneMask neither = lanes_where([&](std::size_t i) { return std::isnan(a[i]) && std::isnan(b[i]); });
  write_predicate(warp, instruction.predicate_destination[0], first & other, chosen);
  write_predicate(warp, instruction.predicate_destination[1], neither & other, chosen);
}

DataOperation select_dsetp(Modifiers& modifiers, const sass::Instruction& row) {
  const bool least = modifiers.take("MIN");
  if (!least && !modifiers.take("MAX")) return row.has_modifier("FTZ") ? nullptr : select_setp<dsetp>(modifiers, row);
  modifiers.keep(least ? 1 : 0);
  return modifiers.take("AND") ? dsetp_minmax : nullptr;
}

constexpr std::array rows = {
    Opcode{"FSETP", "ppffq", select_setp<fsetp>},
    Opcode{"UFSETP", "ppffq", select_setp<fsetp>, uniform_datapath, from_volta},
    Opcode{"FSET", "cffq", select_set<fset>},
    Opcode{"UFSET", "dffq", select_compare<fset>, uniform_datapath, from_volta},
    Opcode{"FCMP", "dfff", select_fcmp, plain, before_volta},
    Opcode{"DSETP", "ppFFq", select_dsetp},
    Opcode{"DSET", "cFFq", select_set<dset>, plain, before_volta},
};

/// Compiled for all vectors.
constexpr Compiled vectorised[] = {compiled<fsetp>};

/// Can be compiled with the rows around them.
constexpr FormOfOperation forms[] = {{fsetp, RowForm::compare_floats}};

}  // namespace

std::span<const Opcode> float_compare_opcodes() { return rows; }

std::span<const Compiled> compiled_float_comparisons() { return vectorised; }

std::span<const FormOfOperation> forms_of_float_comparisons() { return forms; }

}  // namespace reconverge::emulator
