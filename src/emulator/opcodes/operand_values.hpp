// SPDX-License-Identifier: MIT
#pragma once

#include <bit>

#include "emulator/executable.hpp"

/// Operands of data operations: those of a decoded instruction as values of 32 lanes.
namespace reconverge::emulator {

/// Register `word` of the pair that starts at a slot. RZ is a pair of zeroes.
constexpr Slot word_of_pair(Slot first, unsigned word) {
  return first == zero_slot || first == discard_slot ? first : static_cast<Slot>(first + word);
}

/// A source operand with its modifiers applied. Without any, as nearly always, it is the register
/// itself and nothing is copied.
class Source {
 public:
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;

  operator const LaneVector&() const { return *values_; }  // NOLINT(google-explicit-constructor)
  const std::uint32_t& operator[](std::size_t lane) const { return (*values_)[lane]; }

 protected:
  explicit Source(const LaneVector& values) : values_(&values) {}

  template <typename Change> void apply(Change change) {
    for (std::size_t lane = 0; lane < lanes; ++lane) changed_[lane] = change((*values_)[lane]);
    values_ = &changed_;
  }

 private:
  const LaneVector* values_;
  LaneVector changed_;
};

/// Operand `i` as its register holds it; for those whose modifiers mean something special.
inline const LaneVector& plain_source(const Warp& warp, const DecodedInstruction& instruction, std::size_t i) {
  return warp.values[instruction.source[i]];
}

/// Operand `i` as 32-bit integers: `|x|`, `~` and `-` applied.
class IntegerSource : public Source {
 public:
  IntegerSource(const Warp& warp, const DecodedInstruction& instruction, std::size_t i)
      : Source(plain_source(warp, instruction, i)) {
    const auto modifier = instruction.source_modifier[i];
    if (modifier == 0) return;
    if ((modifier & absolute) != 0) apply([](std::uint32_t value) { return (value >> 31) != 0 ? 0u - value : value; });
    if ((modifier & invert) != 0) apply([](std::uint32_t value) { return ~value; });
    if ((modifier & negate) != 0) apply([](std::uint32_t value) { return 0u - value; });
  }
};

/// Operand `i` as the bits of single-precision floats: `|x|` and `-` applied. That is two operations on vectors, which
/// cost less than a look whether they are needed.
class FloatSource {
 public:
  FloatSource(const Warp& warp, const DecodedInstruction& instruction, std::size_t i)
      : values_(plain_source(warp, instruction, i)),
        kept_((instruction.source_modifier[i] & absolute) != 0 ? ~sign : ~0u),
        flipped_((instruction.source_modifier[i] & negate) != 0 ? sign : 0u) {}

  std::uint32_t operator[](std::size_t lane) const { return (values_[lane] & kept_) ^ flipped_; }
  LaneVector all() const {
    LaneVector values;
    for (std::size_t lane = 0; lane < lanes; ++lane) values[lane] = (*this)[lane];
    return values;
  }

 private:
  static constexpr std::uint32_t sign = 0x8000'0000u;
  const LaneVector& values_;
  std::uint32_t kept_, flipped_;
};

/// Operand `i` as the 64 bits of a register pair, without modifiers.
class PairSource {
 public:
  PairSource(const Warp& warp, const DecodedInstruction& instruction, std::size_t i)
      : low_(warp.values[instruction.source[i]]), high_(warp.values[word_of_pair(instruction.source[i], 1)]) {}

  std::uint64_t operator[](std::size_t lane) const { return low_[lane] | std::uint64_t{high_[lane]} << 32; }

 private:
  const LaneVector& low_;
  const LaneVector& high_;
};

/// Operand `i` as doubles: `|x|` and `-` applied.
class DoubleSource {
 public:
  DoubleSource(const Warp& warp, const DecodedInstruction& instruction, std::size_t i)
      : pair_(warp, instruction, i), modifier_(instruction.source_modifier[i]) {}

  /// As the register holds it.
  std::uint64_t bits(std::size_t lane) const { return pair_[lane]; }
  double operator[](std::size_t lane) const {
    constexpr std::uint64_t sign = std::uint64_t{1} << 63;
    std::uint64_t bits = pair_[lane];
    if ((modifier_ & absolute) != 0) bits &= ~sign;
    if ((modifier_ & negate) != 0) bits ^= sign;
    return std::bit_cast<double>(bits);
  }

 private:
  PairSource pair_;
  std::uint8_t modifier_;
};

/// 64 bits of each lane.
struct LanePair {
  LaneVector low;
  LaneVector high;

  void set(std::size_t lane, std::uint64_t value) {
    low[lane] = static_cast<std::uint32_t>(value);
    high[lane] = static_cast<std::uint32_t>(value >> 32);
  }
};

inline void write(Warp& warp, const DecodedInstruction& instruction, const LaneVector& value, core::LaneMask chosen) {
  assign(warp.values[instruction.destination[0]], value, chosen);
}

/// An operation that leaves the flags of its result in CC, for rows that ask for that. A result written to RZ can be
/// read from the discard slot.
template <DataOperation operation>
void coded(Warp& warp, const DecodedInstruction& instruction, core::LaneMask chosen) {
  operation(warp, instruction, chosen);
  warp.code.set(warp.values[instruction.destination[0]], core::LaneMask::none(), core::LaneMask::none(), chosen);
}

inline void write_pair(Warp& warp, const DecodedInstruction& instruction, const LanePair& value,
                       core::LaneMask chosen) {
  assign(warp.values[instruction.destination[0]], value.low, chosen);
  assign(warp.values[word_of_pair(instruction.destination[0], 1)], value.high, chosen);
}

/// Writes to PT and UPT are lost.
inline void write_predicate(Warp& warp, std::uint8_t index, core::LaneMask value, core::LaneMask chosen) {
  if ((index & sass::true_predicate) == sass::true_predicate) return;
  core::LaneMask& predicate = warp.predicates[index];
  predicate = predicate.without(chosen) | (value & chosen);
}

/// Predicate operand `i`, with its negation applied.
inline core::LaneMask read_predicate(const Warp& warp, const DecodedInstruction& instruction, std::size_t i) {
  const PredicateSource& source = instruction.predicate_source[i];
  return warp.predicate(source.index, source.negated);
}

}  // namespace reconverge::emulator
