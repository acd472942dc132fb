// SPDX-License-Identifier: MIT
#include <array>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstring>
#include <type_traits>

#include "emulator/arithmetic/rounding.hpp"
#include "emulator/opcodes/located_access.hpp"
#include "emulator/opcodes/opcode.hpp"

/// Atomic operations, one lane after the other in the order of their numbers; in which order the
/// hardware takes them is not defined.
namespace reconverge::emulator {
namespace {

using core::LaneMask;

/// The value of memory afterwards. `b` is the second operand of a compare-and-swap, else 0.
template <typename Word> using Combine = Word (*)(Word old, Word a, Word b);

template <typename Word> Word add(Word old, Word a, Word) { return old + a; }
template <typename Word> Word bit_and(Word old, Word a, Word) { return old & a; }
template <typename Word> Word bit_or(Word old, Word a, Word) { return old | a; }
template <typename Word> Word bit_xor(Word old, Word a, Word) { return old ^ a; }
template <typename Word> Word exchange(Word, Word a, Word) { return a; }
template <typename Word> Word compare_and_swap(Word old, Word a, Word b) { return old == a ? b : old; }
template <typename Word> Word increment(Word old, Word a, Word) { return old >= a ? 0 : old + 1; }
template <typename Word> Word decrement(Word old, Word a, Word) { return old == 0 || old > a ? a : old - 1; }
template <typename Word> Word count_one(Word old, Word, Word) { return old + 1; }

template <typename Word, typename Integer> Word minimum(Word old, Word a, Word) {
  return static_cast<Integer>(a) < static_cast<Integer>(old) ? a : old;
}
template <typename Word, typename Integer> Word maximum(Word old, Word a, Word) {
  return static_cast<Integer>(a) > static_cast<Integer>(old) ? a : old;
}

/// .FTZ: numbers too small to be normal count as 0 of their sign, before and after.
template <bool flush> float flushed(float value) {
  return flush && std::fpclassify(value) == FP_SUBNORMAL ? std::copysign(0.0f, value) : value;
}

template <bool flush> std::uint32_t add_single(std::uint32_t old, std::uint32_t a, std::uint32_t) {
  const float sum = flushed<flush>(flushed<flush>(std::bit_cast<float>(old)) + flushed<flush>(std::bit_cast<float>(a)));
  return std::isnan(sum) ? 0x7FFF'FFFFu : std::bit_cast<std::uint32_t>(sum);
}

/// Two floats of which each is added for itself (CUDA programming guide, atomicAdd of float2).
template <bool flush> std::uint64_t add_two_singles(std::uint64_t old, std::uint64_t a, std::uint64_t) {
  const auto part = [&](unsigned shift) {
    return std::uint64_t{
               add_single<flush>(static_cast<std::uint32_t>(old >> shift), static_cast<std::uint32_t>(a >> shift), 0)}
           << shift;
  };
  return part(32) | part(0);
}

std::uint64_t add_double(std::uint64_t old, std::uint64_t a, std::uint64_t) {
  const double sum = std::bit_cast<double>(old) + std::bit_cast<double>(a);
  return std::isnan(sum) ? 0x7FFF'FFFF'FFFF'FFFFu : std::bit_cast<std::uint64_t>(sum);
}

/// The sum of two halves is exact in double precision. That of two bfloats is not if they are far apart,
/// but then it rounds to the larger one in any case.
template <typename Format16> std::uint16_t add_part(std::uint16_t old, std::uint16_t a) {
  return Format16::round(Format16::value(old) + Format16::value(a));
}

template <typename Format16> std::uint32_t add_parts(std::uint32_t old, std::uint32_t a, std::uint32_t) {
  const auto low = add_part<Format16>(static_cast<std::uint16_t>(old), static_cast<std::uint16_t>(a));
  const auto high = add_part<Format16>(static_cast<std::uint16_t>(old >> 16), static_cast<std::uint16_t>(a >> 16));
  return std::uint32_t{high} << 16 | low;
}

template <typename Word>
Word operand(const Warp& warp, const DecodedInstruction& instruction, std::size_t i, std::size_t lane) {
  Word value = warp.values[instruction.source[i]][lane];
  if constexpr (sizeof(Word) == 8) value |= Word{warp.values[word_of_pair(instruction.source[i], 1)][lane]} << 32;
  return value;
}

template <typename Word>
void write_lane(Warp& warp, const DecodedInstruction& instruction, std::size_t lane, Word value) {
  warp.values[instruction.destination[0]][lane] = static_cast<std::uint32_t>(value);
  if constexpr (sizeof(Word) == 8)
    warp.values[word_of_pair(instruction.destination[0], 1)][lane] = static_cast<std::uint32_t>(value >> 32);
}

/// The bytes of one lane before and after.
template <typename Word> struct Change {
  Word before;
  Word after;
};

template <typename Word, Combine<Word> combine>
Change<Word> change(Warp& warp, const DecodedInstruction& instruction, std::size_t lane, std::uint8_t* bytes) {
  Change<Word> values{};
  std::memcpy(&values.before, bytes, sizeof(Word));
  values.after =
      combine(values.before, operand<Word>(warp, instruction, 0, lane), operand<Word>(warp, instruction, 1, lane));
  std::memcpy(bytes, &values.after, sizeof(Word));
  return values;
}

/// Where a generic atomic names a predicate, it works on global memory alone and says so there; the
/// code after it then deals with shared and local addresses.
LaneMask keep_global(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const std::uint8_t index = instruction.predicate_destination[0];
  if (index == sass::true_predicate) return chosen;
  const LaneMask global = lanes_in(warp, instruction, chosen, Space::global);
  warp.predicates[index] = warp.predicates[index].without(chosen) | global;
  return global;
}

/// Operations of which two in a row are one with the combined operand.
template <typename Word, Combine<Word> combine>
constexpr bool folds =
    combine == &add<Word> || combine == &bit_and<Word> || combine == &bit_or<Word> || combine == &bit_xor<Word> ||
    combine == &exchange<Word> || combine == &minimum<Word, std::make_signed_t<Word>> ||
    combine == &maximum<Word, std::make_signed_t<Word>> || combine == &minimum<Word, Word> ||
    combine == &maximum<Word, Word>;

template <typename Word, Combine<Word> combine>
constexpr Reduction reduction = {.bytes = sizeof(Word),
                                 .combine = [](std::uint64_t old, std::uint64_t operand) -> std::uint64_t {
                                   return combine(static_cast<Word>(old), static_cast<Word>(operand), 0);
                                 },
                                 .folds = folds<Word, combine>};

/// ATOM d, [a], b: d is what was there before.
template <AddressKind kind, typename Word, Combine<Word> combine>
void atomic(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  if constexpr (kind == AddressKind::generic) chosen = keep_global(warp, instruction, chosen);
  constexpr bool takes_one = combine != &compare_and_swap<Word>;
  const bool may_wait = takes_one && instruction.destination[0] == discard_slot;
  WritePlaces places;
  if (!locate_writes(warp, instruction, chosen, {kind, sizeof(Word), may_wait}, true, places)) return;
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    if ((chosen.bits() & lane_bit[lane]) == 0) continue;
    if (places[lane] == MemoryView::waits()) {
      warp.global().view()->defer(warp.access.address[lane], reduction<Word, combine>,
                                  operand<Word>(warp, instruction, 0, lane));
      continue;
    }
    const auto values = change<Word, combine>(warp, instruction, lane, places[lane]);
    write_lane(warp, instruction, lane, values.before);
  }
}

/// ATOMS.CAST d, [a], b, c: stores c where b is found; d says whether: a
/// predicate, or 1 or 0 in as many words as are compared.
template <typename Word> void compare_and_store(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  WritePlaces places;
  if (!locate_writes(warp, instruction, chosen, {AddressKind::shared, sizeof(Word)}, true, places)) return;
  LaneMask stored;
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    if ((chosen.bits() & lane_bit[lane]) == 0) continue;
    const Word wanted = operand<Word>(warp, instruction, 0, lane);
    const auto values = change<Word, compare_and_swap<Word>>(warp, instruction, lane, places[lane]);
    if (values.before == wanted) stored |= LaneMask(lane_bit[lane]);
    write_lane<Word>(warp, instruction, lane, values.before == wanted ? 1 : 0);
  }
  const std::uint8_t index = instruction.predicate_destination[0];
  if (index != sass::true_predicate) warp.predicates[index] = warp.predicates[index].without(chosen) | stored;
}

enum class Type : std::uint8_t { u32, s32, u64, s64, f32, f32_ftz, f32x2, f32x2_ftz, f64, f16x2, bf16x2 };

/// One row: an operation on a type, for each AddressKind.
struct AtomicRow {
  std::string_view name;
  Type type;
  std::array<DataOperation, 4> operations;
};

template <typename Word, Combine<Word> combine>
constexpr std::array<DataOperation, 4> kinds = {
    atomic<AddressKind::global, Word, combine>, atomic<AddressKind::shared, Word, combine>,
    atomic<AddressKind::local, Word, combine>, atomic<AddressKind::generic, Word, combine>};

using U32 = std::uint32_t;
using U64 = std::uint64_t;

constexpr std::array atomic_rows = {
    AtomicRow{"ADD", Type::u32, kinds<U32, add<U32>>},
    AtomicRow{"ADD", Type::s32, kinds<U32, add<U32>>},
    AtomicRow{"ADD", Type::u64, kinds<U64, add<U64>>},
    AtomicRow{"ADD", Type::f32, kinds<U32, add_single<false>>},
    AtomicRow{"ADD", Type::f32_ftz, kinds<U32, add_single<true>>},
    AtomicRow{"ADD", Type::f32x2, kinds<U64, add_two_singles<false>>},
    AtomicRow{"ADD", Type::f32x2_ftz, kinds<U64, add_two_singles<true>>},
    AtomicRow{"ADD", Type::f64, kinds<U64, add_double>},
    AtomicRow{"ADD", Type::f16x2, kinds<U32, add_parts<Half>>},
    AtomicRow{"ADD", Type::bf16x2, kinds<U32, add_parts<Bfloat>>},
    AtomicRow{"MIN", Type::u32, kinds<U32, minimum<U32, std::uint32_t>>},
    AtomicRow{"MIN", Type::s32, kinds<U32, minimum<U32, std::int32_t>>},
    AtomicRow{"MIN", Type::u64, kinds<U64, minimum<U64, std::uint64_t>>},
    AtomicRow{"MIN", Type::s64, kinds<U64, minimum<U64, std::int64_t>>},
    AtomicRow{"MAX", Type::u32, kinds<U32, maximum<U32, std::uint32_t>>},
    AtomicRow{"MAX", Type::s32, kinds<U32, maximum<U32, std::int32_t>>},
    AtomicRow{"MAX", Type::u64, kinds<U64, maximum<U64, std::uint64_t>>},
    AtomicRow{"MAX", Type::s64, kinds<U64, maximum<U64, std::int64_t>>},
    AtomicRow{"AND", Type::u32, kinds<U32, bit_and<U32>>},
    AtomicRow{"AND", Type::u64, kinds<U64, bit_and<U64>>},
    AtomicRow{"OR", Type::u32, kinds<U32, bit_or<U32>>},
    AtomicRow{"OR", Type::u64, kinds<U64, bit_or<U64>>},
    AtomicRow{"XOR", Type::u32, kinds<U32, bit_xor<U32>>},
    AtomicRow{"XOR", Type::u64, kinds<U64, bit_xor<U64>>},
    AtomicRow{"EXCH", Type::u32, kinds<U32, exchange<U32>>},
    AtomicRow{"EXCH", Type::u64, kinds<U64, exchange<U64>>},
    AtomicRow{"CAS", Type::u32, kinds<U32, compare_and_swap<U32>>},
    AtomicRow{"CAS", Type::u64, kinds<U64, compare_and_swap<U64>>},
    AtomicRow{"INC", Type::u32, kinds<U32, increment<U32>>},
    AtomicRow{"DEC", Type::u32, kinds<U32, decrement<U32>>},
};

Type take_type(Modifiers& modifiers) {
  const bool rounds = modifiers.take("RN");
  if (modifiers.take("F32")) return modifiers.take("FTZ") ? Type::f32_ftz : Type::f32;
  if (rounds && modifiers.take("F32x2")) return modifiers.take("FTZ") ? Type::f32x2_ftz : Type::f32x2;
  if (rounds && modifiers.take("F64")) return Type::f64;
  if (rounds && modifiers.take("F16x2")) return Type::f16x2;
  if (rounds && modifiers.take("BF16x2")) return Type::bf16x2;
  if (modifiers.take("S64")) return Type::s64;
  if (modifiers.take("U64") || modifiers.take("64")) return modifiers.take("S32") ? Type::s64 : Type::u64;
  modifiers.take("U32");
  return modifiers.take("S32") ? Type::s32 : Type::u32;
}

/// Shared memory for ATOMS; what is global for ATOMG and RED is generic for ATOM.
AddressKind kind_of(std::string_view opcode) {
  return opcode.starts_with("RED") ? AddressKind::generic : kind_of_opcode(opcode);
}

/// Without .E addresses have 32 bits, which ends with sm_70.
template <bool may_be_narrow> DataOperation select_atomic(Modifiers& modifiers, const sass::Instruction& instruction) {
  const AddressKind kind = kind_of(instruction.opcode());
  const bool can_be_wide = kind != AddressKind::shared;
  const bool wide = modifiers.take("E");
  if (wide ? !can_be_wide : can_be_wide && !may_be_narrow) return nullptr;
  take_cache_modifiers(modifiers);
  const Type type = take_type(modifiers);
  for (const AtomicRow& row : atomic_rows)
    if (row.type == type && modifiers.take(row.name)) return row.operations[static_cast<std::size_t>(kind)];
  return nullptr;
}

template <bool may_be_narrow>
DataOperation select_one_operand(Modifiers& modifiers, const sass::Instruction& instruction) {
  return instruction.has_modifier("CAS") || instruction.has_modifier("CAST")
             ? nullptr
             : select_atomic<may_be_narrow>(modifiers, instruction);
}

DataOperation select_cast(Modifiers& modifiers, const sass::Instruction&) {
  if (!modifiers.take("CAST") || !modifiers.take("SPIN")) return nullptr;
  return modifiers.take("64") ? compare_and_store<U64> : compare_and_store<U32>;
}

template <bool may_be_narrow> DataOperation select_swap(Modifiers& modifiers, const sass::Instruction& instruction) {
  if (instruction.has_modifier("CAS")) return select_atomic<may_be_narrow>(modifiers, instruction);
  return instruction.opcode() == "ATOMS" ? select_cast(modifiers, instruction) : nullptr;
}

/// ATOMS.POPC.INC.32 RZ, [a]: each lane adds 1; the hardware counts the lanes that share a word and adds
/// their number. Compilers use it where the previous value is not read (`atomicAdd(&x, 1)`), and
/// what another register than RZ would get is not known.
DataOperation select_count(Modifiers& modifiers, const sass::Instruction& instruction) {
  if (instruction.operands.empty() || !instruction.operands.front().is_zero()) return nullptr;
  if (!modifiers.take("POPC") || !modifiers.take("INC") || !modifiers.take("32")) return nullptr;
  return atomic<AddressKind::shared, U32, count_one<U32>>;
}

/// QSPC.E.D p, RZ, [a]: whether it is in the shared memory of another block, of which there is none.
void query_other_block(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  write_predicate(warp, instruction.predicate_destination[0], LaneMask::none(), chosen);
}

/// QSPC.E.S p, RZ, [a]: whether a generic address is in shared memory (.G, .L: global, local).
template <Space space> void query_space(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const std::uint8_t index = instruction.predicate_destination[0];
  if (index == sass::true_predicate) return;
  warp.predicates[index] = warp.predicates[index].without(chosen) | lanes_in(warp, instruction, chosen, space);
}

DataOperation select_qspc(Modifiers& modifiers, const sass::Instruction& instruction) {
  if (!modifiers.take("E") || instruction.operands.size() < 2 || !instruction.operands[1].is_zero()) return nullptr;
  if (modifiers.take("L")) return query_space<Space::local>;
  if (modifiers.take("G")) return query_space<Space::global>;
  if (modifiers.take("D")) return query_other_block;
  modifiers.take("S");  // it may have been taken for the mark of Fermi's carriers already
  return query_space<Space::shared>;
}

constexpr std::array rows = {
    Opcode{"ATOM", "p?dms", select_one_operand<true>, plain, before_volta},
    Opcode{"ATOM", "p?dms", select_one_operand<false>, plain, from_volta},
    Opcode{"ATOM", "p?dmss", select_swap<true>, plain, before_volta},
    Opcode{"ATOM", "p?dmss", select_swap<false>, plain, from_volta},
    Opcode{"ATOMG", "p?dms", select_one_operand<false>},
    Opcode{"ATOMG", "p?dmss", select_swap<false>},
    Opcode{"ATOMS", "dms", select_one_operand<false>},
    Opcode{"ATOMS", "dmss", select_swap<false>},
    Opcode{"ATOMS", "pmss", select_cast},
    Opcode{"ATOMS", "dm", select_count, plain, from_volta},
    Opcode{"RED", "ms", select_one_operand<true>, plain, before_volta},
    Opcode{"RED", "ms", select_one_operand<false>, plain, from_volta},
    Opcode{"REDG", "ms", select_one_operand<false>},
    Opcode{"QSPC", "pda", select_qspc},
};

}  // namespace

std::span<const Opcode> atomic_opcodes() { return rows; }

}  // namespace reconverge::emulator
