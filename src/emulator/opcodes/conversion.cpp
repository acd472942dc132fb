// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "emulator/arithmetic/rounding.hpp"
#include "emulator/opcodes/conversion_form.hpp"
#include "emulator/opcodes/lanewise.hpp"
#include "emulator/opcodes/opcode.hpp"
#include "emulator/opcodes/rows.hpp"

/// Conversions between number types.
namespace reconverge::emulator {
namespace {

using core::LaneMask;
using namespace conversion;  // NOLINT(google-build-using-namespace): its own words

/// The words of a source, with the part that its suffix names at the bottom. Behind an immediate may be no other word.
class ConvertedSource {
 public:
  ConvertedSource(const Warp& warp, const DecodedInstruction& instruction) : warp_(warp), instruction_(instruction) {}

  std::uint8_t modifier() const { return instruction_.source_modifier[0]; }
  std::uint64_t pair(std::size_t lane) const { return PairSource(warp_, instruction_, 0)[lane]; }
  std::uint32_t word(std::size_t lane) const {
    const std::uint32_t whole = plain_source(warp_, instruction_, 0)[lane];
    if ((modifier() & byte_part) != 0) return whole >> (8u * (modifier() >> byte_shift));
    return (modifier() & high_half) != 0 ? whole >> 16 : whole;
  }

 private:
  const Warp& warp_;
  const DecodedInstruction& instruction_;
};

/// A source of a float type, with |x| and - applied; exact.
double float_input(const ConvertedSource& source, std::size_t lane, const Conversion& conversion) {
  double value = 0;
  switch (conversion.from) {
    case Type::f64: value = std::bit_cast<double>(source.pair(lane)); break;
    case Type::f16: value = Half::value(static_cast<std::uint16_t>(source.word(lane))); break;
    case Type::bf16: value = Bfloat::value(static_cast<std::uint16_t>(source.word(lane))); break;
    default: value = Single::value(conversion.flush ? Single::flushed(source.word(lane)) : source.word(lane)); break;
  }
  if ((source.modifier() & absolute) != 0) value = std::fabs(value);
  return (source.modifier() & negate) != 0 ? -value : value;
}

/// A source of an integer type as a sign and a magnitude.
struct Integer {
  bool negative;
  std::uint64_t magnitude;
};

Integer integer_input(const ConvertedSource& source, std::size_t lane, Type type) {
  const unsigned bits = bits_of_integer(type);
  const std::uint64_t raw = bits == 64 ? source.pair(lane) : source.word(lane) & (~std::uint64_t{0} >> (64 - bits));
  Integer value{is_signed(type) && (raw >> (bits - 1)) != 0, raw};
  if (value.negative) value.magnitude = (0 - raw) & (~std::uint64_t{0} >> (64 - bits));
  if ((source.modifier() & absolute) != 0) value.negative = false;
  if ((source.modifier() & negate) != 0) value.negative = !value.negative;
  return value;
}

/// The bits of a double, exact or odd, in a narrower type.
std::uint32_t narrow_float(double value, const Conversion& conversion) {
  if (conversion.to == Type::f16) return Half::round(value, conversion.rounding);
  if (conversion.to == Type::bf16) return Bfloat::round(value, conversion.rounding);
  const std::uint32_t bits = Single::round(value, conversion.rounding);
  return conversion.flush ? Single::flushed(bits) : bits;
}

std::uint32_t saturated_float(std::uint32_t bits, Type type) {
  if (type == Type::f16) return Half::saturated(static_cast<std::uint16_t>(bits));
  return type == Type::bf16 ? Bfloat::saturated(static_cast<std::uint16_t>(bits)) : Single::saturated(bits);
}

template <typename Convert>
void convert_lanes(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen, Convert convert) {
  const ConvertedSource source(warp, instruction);
  const Conversion conversion = Conversion::of(instruction);
  LanePair result{};
  for (std::size_t i = 0; i < lanes; ++i)
    if (chosen.contains(static_cast<int>(i))) result.set(i, convert(source, i, conversion));
  if (is_pair(conversion.to)) write_pair(warp, instruction, result, chosen);
  else write(warp, instruction, result.low, chosen);
}

// ---- integers to floats -------------------------------------------------------------------------

/// A magnitude of 64 bits, rounded to the 53 of a double.
double rounded_double(const Integer& integer, Rounding rounding) {
  const int dropped = static_cast<int>(std::bit_width(integer.magnitude)) - 53;
  if (dropped <= 0) return static_cast<double>(integer.magnitude);
  std::uint64_t kept = integer.magnitude >> dropped;
  const std::uint64_t rest = integer.magnitude & ((std::uint64_t{1} << dropped) - 1);
  const std::uint64_t half = std::uint64_t{1} << (dropped - 1);
  const bool to_nearest = rounding == Rounding::nearest && (rest > half || (rest == half && (kept & 1) != 0));
  const bool outward = rest != 0 && rounding == (integer.negative ? Rounding::down : Rounding::up);
  if (to_nearest || outward) ++kept;
  return std::ldexp(static_cast<double>(kept), dropped);
}

std::uint32_t single_of_word(std::uint32_t word) {
  return std::bit_cast<std::uint32_t>(static_cast<float>(as_signed(word)));
}

void integer_to_float(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  if (instruction.variant == Conversion{Type::f32, Type::s32}.packed() && instruction.source_modifier[0] == 0)
    return unary<single_of_word>(warp, instruction, chosen);  // as nearly always: the machine's own conversion
  convert_lanes(warp, instruction, chosen, [](const auto& source, auto i, const auto& conversion) -> std::uint64_t {
    const Integer integer = integer_input(source, i, conversion.from);
    const bool wide = is_pair(conversion.to);
    const double magnitude = wide ? rounded_double(integer, conversion.rounding) : odd_double(integer.magnitude);
    const double value = integer.negative && integer.magnitude != 0 ? -magnitude : magnitude;
    return wide ? std::bit_cast<std::uint64_t>(value) : narrow_float(value, conversion);
  });
}

/// Whether the part of a register that a row names is of the type that is read, and |x| means something of it.
bool suits_source(const sass::Instruction& row, Type from) {
  constexpr std::array<unsigned, 4> float_bits = {16, 16, 32, 64};
  const bool is_float = from >= Type::f16;
  const auto format = static_cast<std::size_t>(from);
  const unsigned bits = is_float ? float_bits[format - static_cast<std::size_t>(Type::f16)] : bits_of_integer(from);
  const sass::Operand& source = row.operands.back();
  if (source.absolute && !is_float && !is_signed(from)) return false;
  if (is_float && bits == 16 && has_immediates(row)) return false;  // what is printed for them has not been seen
  if (source.suffix.starts_with('H')) return bits == 16;
  return !source.suffix.starts_with('B') || bits == 8;
}

/// The operation if a row's operands are of the widths of its types.
template <bool to_pair, bool from_pair>
DataOperation keep(Modifiers& modifiers, const Conversion& all, DataOperation operation, const sass::Instruction& row) {
  if (is_pair(all.to) != to_pair || is_pair(all.from) != from_pair) return nullptr;
  modifiers.keep(all.packed());
  return row.operands.empty() || !suits_source(row, all.from) ? nullptr : operation;
}

Rounding take_rounding(Modifiers& all) { return static_cast<Rounding>(std::max(0, all.take_one_of(rounding_names))); }

/// I2F{.to}{.from}{.rounding} d, a.
template <bool to_pair, bool from_pair> DataOperation select_i2f(Modifiers& modifiers, const sass::Instruction& row) {
  const Type to = take_float(modifiers).value_or(Type::f32);
  const Type from = take_integer(modifiers).value_or(Type::s32);
  return keep<to_pair, from_pair>(modifiers, {to, from, take_rounding(modifiers)}, integer_to_float, row);
}

// ---- floats to integers -------------------------------------------------------------------------

constexpr std::array<std::string_view, 4> integral_names = {"ROUND", "FLOOR", "CEIL", "TRUNC"};  // as Rounding

/// A NaN becomes 0 between 32-bit types and with .NTZ, else the number with the top bit alone.
std::uint64_t integer_of_nan(const Conversion& conversion) {
  const bool wide = is_pair(conversion.from) || is_pair(conversion.to);
  return conversion.nan_to_zero || !wide ? 0 : std::uint64_t{1} << (bits_of_integer(conversion.to) - 1);
}

/// An integral value in the range of its type, beyond it the end of the range.
std::uint64_t clamped(double value, Type type) {
  const unsigned bits = bits_of_integer(type);
  const double end = std::ldexp(1.0, static_cast<int>(is_signed(type) ? bits - 1 : bits));  // one past the greatest
  const std::uint64_t greatest = ~std::uint64_t{0} >> (is_signed(type) ? 65 - bits : 64 - bits);
  if (value >= end) return greatest;
  if (!is_signed(type)) return value <= 0 ? 0 : static_cast<std::uint64_t>(value);
  return value < -end ? ~greatest : static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
}

void float_to_integer(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  convert_lanes(warp, instruction, chosen, [](const auto& source, auto i, const auto& conversion) {
    const double value = float_input(source, i, conversion);
    if (std::isnan(value)) return integer_of_nan(conversion);
    return clamped(to_integral(value, conversion.rounding), conversion.to);
  });
}

/// F2I{.FTZ}{.to}{.from}{.rounding}{.NTZ} d, a.
template <bool to_pair, bool from_pair> DataOperation select_f2i(Modifiers& modifiers, const sass::Instruction& row) {
  const bool flush = modifiers.take("FTZ");
  const bool nan_to_zero = modifiers.take("NTZ");
  const Type to = take_integer(modifiers).value_or(Type::s32);
  const Type from = take_float(modifiers).value_or(Type::f32);
  const int rounding = modifiers.take_one_of(integral_names);
  const Conversion conversion{to, from, static_cast<Rounding>(std::max(0, rounding)), flush, nan_to_zero};
  return keep<to_pair, from_pair>(modifiers, conversion, float_to_integer, row);
}

// ---- floats to floats ---------------------------------------------------------------------------

/// The fraction of a type's NaN, moved up against the sign bit of 64.
std::uint64_t nan_fraction(const ConvertedSource& source, std::size_t i, Type type) {
  switch (type) {
    case Type::f64: return source.pair(i) << 12;
    case Type::f32: return std::uint64_t{source.word(i)} << 41;
    case Type::f16: return std::uint64_t{source.word(i)} << 54;
    default: return std::uint64_t{source.word(i)} << 57;
  }
}

/// A NaN from or to double precision keeps its sign and what of its fraction fits, and is made quiet;
/// a modifier leaves it alone. (Between narrower types a NaN becomes that of the type.)
std::uint64_t converted_nan(const ConvertedSource& source, std::size_t i, const Conversion& conversion) {
  constexpr std::uint64_t quiet = std::uint64_t{1} << 63;
  const std::uint64_t fraction = nan_fraction(source, i, conversion.from) | quiet;
  const int top = conversion.from == Type::f32 ? 31 : 15;
  const std::uint64_t sign = (conversion.from == Type::f64 ? source.pair(i) >> 63 : source.word(i) >> top) & 1;
  switch (conversion.to) {
    case Type::f64: return sign << 63 | std::uint64_t{0x7FF} << 52 | fraction >> 12;
    case Type::f32: return sign << 31 | std::uint64_t{0xFF} << 23 | fraction >> 41;
    case Type::f16: return sign << 15 | std::uint64_t{0x1F} << 10 | fraction >> 54;
    default: return sign << 15 | std::uint64_t{0xFF} << 7 | fraction >> 57;
  }
}

void float_to_float(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  convert_lanes(warp, instruction, chosen, [](const auto& source, auto i, const auto& conversion) -> std::uint64_t {
    double value = float_input(source, i, conversion);
    if (conversion.integral) value = to_integral(value, conversion.rounding);
    const bool has_double = is_pair(conversion.to) || is_pair(conversion.from);
    if (std::isnan(value) && has_double) return converted_nan(source, i, conversion);
    if (conversion.to == Type::f64) return std::bit_cast<std::uint64_t>(value);
    const auto bits = narrow_float(value, conversion);
    return conversion.saturate ? saturated_float(bits, conversion.to) : bits;
  });
}

/// F2F{.FTZ}.to.from{.rounding}{.SAT} d, a; with ROUND, FLOOR, CEIL or TRUNC before sm_70 the value
/// becomes integral.
template <bool to_pair, bool from_pair> DataOperation select_f2f(Modifiers& modifiers, const sass::Instruction& row) {
  const bool flush = modifiers.take("FTZ");
  const bool saturate = modifiers.take("SAT");
  const auto to = take_float(modifiers);
  const auto from = take_float(modifiers);
  if (!to || !from || (saturate && to_pair)) return nullptr;
  const int integral = modifiers.take_one_of(integral_names);
  const Rounding rounding = integral >= 0 ? static_cast<Rounding>(integral) : take_rounding(modifiers);
  return keep<to_pair, from_pair>(modifiers, {*to, *from, rounding, flush, false, saturate, integral >= 0},
                                  float_to_float, row);
}

/// FRND{.FTZ}{.type}{.rounding} d, a: the integral value nearest to a, or as the rounding says.
template <bool pair> DataOperation select_frnd(Modifiers& modifiers, const sass::Instruction& row) {
  const bool flush = modifiers.take("FTZ");
  const Type type = take_float(modifiers).value_or(Type::f32);
  const int rounding = modifiers.take_one_of(integral_names);
  return keep<pair, pair>(modifiers,
                          {type, type, static_cast<Rounding>(std::max(0, rounding)), flush, false, false, true},
                          float_to_float, row);
}

/// A float as a number of 16 bits; .RELU: no less than 0.
template <typename Number> std::uint32_t narrowed(std::uint32_t bits, std::uint16_t variant) {
  const std::uint16_t number = Number::round(Single::value(bits), static_cast<Rounding>(variant & 3));
  return (variant & 4) != 0 && !Number::is_nan(number) && (number & Number::sign) != 0 ? 0u : number;
}

/// F2FP{.to}{.F32}.PACK_AB{.rounding} d, a, b: two floats as numbers of 16 bits, a in the high half.
template <typename Number> void pack_floats(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const FloatSource a(warp, instruction, 0), b(warp, instruction, 1);
  LaneVector result;
  for (std::size_t i = 0; i < lanes; ++i)
    result[i] = narrowed<Number>(a[i], instruction.variant) << 16 | narrowed<Number>(b[i], instruction.variant);
  write(warp, instruction, result, chosen);
}

/// F2FP{.to}{.F32}.MERGE_C{.rounding} d, a, c: one float in the low half, below the high half of c.
template <typename Number> void merge_float(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const FloatSource a(warp, instruction, 0);
  const LaneVector& c = plain_source(warp, instruction, 1);
  LaneVector result;
  for (std::size_t i = 0; i < lanes; ++i)
    result[i] = (c[i] & 0xFFFF'0000u) | narrowed<Number>(a[i], instruction.variant);
  write(warp, instruction, result, chosen);
}

template <DataOperation of_halves, DataOperation of_bfloats>
DataOperation select_f2fp(Modifiers& modifiers, std::string_view form) {
  const unsigned relu = modifiers.take_as("RELU", 4);
  const bool bfloat = modifiers.take("BF16");
  if (!bfloat) modifiers.take("F16");
  modifiers.take("F32");
  if (!modifiers.take(form)) return nullptr;
  modifiers.keep(static_cast<std::uint16_t>(static_cast<unsigned>(take_rounding(modifiers)) | relu));
  return bfloat ? of_bfloats : of_halves;
}

DataOperation select_pack(Modifiers& modifiers, const sass::Instruction&) {
  return select_f2fp<pack_floats<Half>, pack_floats<Bfloat>>(modifiers, "PACK_AB");
}
DataOperation select_merge(Modifiers& modifiers, const sass::Instruction&) {
  return select_f2fp<merge_float<Half>, merge_float<Bfloat>>(modifiers, "MERGE_C");
}

// ---- integers to integers -----------------------------------------------------------------------

/// An integer in the range of a type, as the low bits of a word.
std::uint64_t fitted(const Integer& integer, Type type, bool saturate) {
  const unsigned bits = bits_of_integer(type);
  const std::uint64_t value = integer.negative ? 0 - integer.magnitude : integer.magnitude;
  const std::uint64_t mask = ~std::uint64_t{0} >> (64 - bits);
  const std::uint64_t greatest = is_signed(type) ? mask >> 1 : mask;
  std::uint64_t kept = value & mask;
  if (saturate && !integer.negative && integer.magnitude > greatest) kept = greatest;
  const std::uint64_t least = is_signed(type) ? greatest + 1 : 0;  // its magnitude
  if (saturate && integer.negative && integer.magnitude > least) kept = (0 - least) & mask;
  // Narrow signed results fill the register with their sign.
  return is_signed(type) && (kept >> (bits - 1)) != 0 ? kept | ~mask : kept;
}

void integer_to_integer(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  convert_lanes(warp, instruction, chosen, [](const auto& source, auto i, const auto& conversion) {
    const std::uint64_t result = fitted(integer_input(source, i, conversion.from), conversion.to, conversion.saturate);
    // Compilers before sm_70 store what I2I.S16.S8 leaves as 16 bits without a sign.
    return conversion.to == Type::s16 ? result & 0xFFFF : result;
  });
}

/// I2I.to.from{.SAT} d, a.
DataOperation select_i2i(Modifiers& modifiers, const sass::Instruction& row) {
  const bool saturate = modifiers.take("SAT");
  const auto to = take_integer(modifiers);
  const auto from = take_integer(modifiers);
  if (!to || !from) return nullptr;
  const DataOperation operation = coded_if_asked<integer_to_integer>(row);
  return keep<false, false>(modifiers, {*to, *from, Rounding::nearest, false, false, saturate}, operation, row);
}

/// The low bits of a and b packed below what of c fits above.
template <typename First, typename Pack>
void pack_words(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen, Pack pack) {
  const First a(warp, instruction, 0), b(warp, instruction, 1);
  const LaneVector& c = plain_source(warp, instruction, 2);
  const Conversion conversion = Conversion::of(instruction);
  const unsigned bits = bits_of_integer(conversion.to);
  const std::uint64_t mask = ~std::uint64_t{0} >> (64 - bits);
  const auto packed = [&](std::uint32_t word) { return static_cast<std::uint32_t>(pack(word, conversion) & mask); };
  LaneVector result;
  for (std::size_t i = 0; i < lanes; ++i)
    result[i] = (bits == 8 ? c[i] << 16 : 0) | packed(a[i]) << bits | packed(b[i]);
  write(warp, instruction, result, chosen);
}

/// I2IP.type.S32.SAT d, a, b, c.
void pack_integers(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  pack_words<IntegerSource>(warp, instruction, chosen, [](std::uint32_t word, const Conversion& conversion) {
    const bool negative = as_signed(word) < 0;
    return fitted({negative, negative ? 0u - word : word}, conversion.to, true);
  });
}

DataOperation select_i2ip(Modifiers& modifiers, const sass::Instruction& row) {
  const auto to = take_integer(modifiers);
  const auto from = take_integer(modifiers);
  if (!to || from != Type::s32 || bits_of_integer(*to) > 16 || !modifiers.take("SAT")) return nullptr;
  return keep<false, false>(modifiers, {*to, *from}, pack_integers, row);
}

/// F2IP.type.F32{.rounding}.NTZ d, a, b, c.
void pack_rounded(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  pack_words<FloatSource>(warp, instruction, chosen, [](std::uint32_t word, const Conversion& conversion) {
    const double value = Single::value(conversion.flush ? Single::flushed(word) : word);
    if (std::isnan(value)) return integer_of_nan(conversion);
    return clamped(to_integral(value, conversion.rounding), conversion.to);
  });
}

DataOperation select_f2ip(Modifiers& modifiers, const sass::Instruction& row) {
  const bool flush = modifiers.take("FTZ");
  const bool nan_to_zero = modifiers.take("NTZ");
  const auto to = take_integer(modifiers);
  const auto from = take_float(modifiers);
  const int rounding = modifiers.take_one_of(integral_names);
  if (!to || from != Type::f32 || bits_of_integer(*to) > 16) return nullptr;
  return keep<false, false>(modifiers, {*to, *from, static_cast<Rounding>(std::max(0, rounding)), flush, nan_to_zero},
                            pack_rounded, row);
}

constexpr std::array rows = {
    Opcode{"I2F", "dx-|", select_i2f<false, false>},
    Opcode{"I2F", "Dx-|", select_i2f<true, false>},
    Opcode{"I2F", "dS-|", select_i2f<false, true>},
    Opcode{"I2F", "DS-|", select_i2f<true, true>},
    Opcode{"I2FP", "dx-|", select_i2f<false, false>, plain, from_volta},
    Opcode{"UI2FP", "dx-|", select_i2f<false, false>, uniform_datapath, from_volta},
    Opcode{"UI2F", "dx-|", select_i2f<false, false>, uniform_datapath, from_volta},
    Opcode{"F2I", "dy", select_f2i<false, false>},
    Opcode{"F2I", "Dy", select_f2i<true, false>},
    Opcode{"F2I", "dF", select_f2i<false, true>},
    Opcode{"F2I", "DF", select_f2i<true, true>},
    Opcode{"UF2I", "dy", select_f2i<false, false>, uniform_datapath, from_volta},
    Opcode{"F2F", "dy", select_f2f<false, false>},
    Opcode{"F2F", "Dy", select_f2f<true, false>},
    Opcode{"F2F", "dF", select_f2f<false, true>},
    Opcode{"F2F", "DF", select_f2f<true, true>, plain, before_volta},
    Opcode{"FRND", "dy", select_frnd<false>, plain, from_volta},
    Opcode{"FRND", "DF", select_frnd<true>, plain, from_volta},
    Opcode{"UFRND", "dy", select_frnd<false>, uniform_datapath, from_volta},
    Opcode{"F2FP", "dff", select_pack, plain, from_volta},
    Opcode{"F2FP", "dfs", select_merge, plain, from_volta},
    Opcode{"I2I", "cx-|", select_i2i},
    Opcode{"I2IP", "dsss", select_i2ip, plain, from_volta},
    Opcode{"F2IP", "dffs", select_f2ip, plain, from_volta},
};

}  // namespace

std::span<const Opcode> conversion_opcodes() { return rows; }

}  // namespace reconverge::emulator
