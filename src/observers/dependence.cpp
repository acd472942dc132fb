// SPDX-License-Identifier: MIT
#include "observers/dependence.hpp"

#include <algorithm>

namespace reconverge::observers {
namespace {

using core::LaneMask;
using emulator::DecodedInstruction;
using emulator::LaneVector;
using emulator::Slot;

/// The values that are there, their complement, and six that have no pattern.
constexpr std::uint32_t variants = 8;

std::uint32_t mixed(std::uint32_t value) {
  value = (value ^ value >> 16) * 0x7FEB'352Du;
  value = (value ^ value >> 15) * 0x846C'A68Bu;
  return value ^ value >> 16;
}

/// Substitutes for undefined bits.
std::uint32_t substitute(std::uint32_t variant, std::uint32_t number, std::size_t lane, std::uint32_t value) {
  if (variant == 0) return value;
  if (variant == 1) return ~value;
  return mixed(variant * 0x9E37'79B9u + number * 0x85EB'CA6Bu + static_cast<std::uint32_t>(lane) * 0xC2B2'AE35u);
}

/// The lanes for which the predicate that a comparison is combined with decides alone.
LaneMask decided(const sass::Instruction& row, const DecodedInstruction& instruction, const emulator::Warp& warp,
                 const UndefinedValues& undefined) {
  const auto& [index, negated] = instruction.predicate_source[0];
  const LaneMask holds = warp.predicate(index, negated), known = ~undefined.predicate_lanes(index);
  if (row.has_modifier("AND")) return known.without(holds);
  return row.has_modifier("OR") ? known & holds : LaneMask::none();
}

bool compares(const sass::Instruction& row) {
  for (const char* ending : {"SETP", "SETP2", "SET", "SET2"})
    if (row.opcode().ends_with(ending)) return true;
  return false;
}

/// Whether the predicate that a row writes says whether its result is 0.
bool tests_for_zero(const sass::Instruction& row) {
  return row.opcode() == "LOP3" || row.opcode() == "ULOP3" || row.opcode() == "LOP";
}

/// The bits of a register that a row reads: of a half or a byte these.
std::uint32_t read_bits(const DecodedInstruction& instruction, Slot slot) {
  std::uint32_t bits = 0;
  bool is_whole = true;
  for (std::size_t i = 0; i < instruction.source.size(); ++i) {
    if (instruction.source[i] != slot) continue;
    const unsigned modifier = instruction.source_modifier[i], halves = modifier & emulator::crossed_part;
    is_whole = false;
    if ((modifier & emulator::byte_part) != 0) bits |= 0xFFu << 8 * (modifier >> emulator::byte_shift & 3);
    else bits |= halves == emulator::low_half ? 0xFFFFu : halves == emulator::high_half ? 0xFFFF'0000u : ~0u;
  }
  return is_whole ? ~0u : bits;
}

/// Which results of a row change from one execution to the next.
class Differences {
 public:
  explicit Differences(const ValueUse& use) : use_(use), written_(use.writes) {
    written_.push_back(emulator::discard_slot);  // a result that only sets a predicate
    differing_.resize(written_.size());
  }

  void add(const emulator::Warp& after) {
    if (first_.empty()) {
      for (const Slot slot : written_) first_.push_back(after.values[slot]);
      first_predicates_ = after.predicates;
      return;
    }
    for (std::size_t i = 0; i < written_.size(); ++i)
      for (std::size_t lane = 0; lane < emulator::lanes; ++lane)
        differing_[i][lane] |= after.values[written_[i]][lane] ^ first_[i][lane];
    for_written_predicates(
        [&](std::size_t k) { predicates_[k] |= LaneMask(after.predicates[k].bits() ^ first_predicates_[k].bits()); });
  }

  /// @param tested  lanes whose predicate says whether the result is 0: that is known only if a known bit of
  ///                it is set, or all are known
  DependentResult result(LaneMask tested) && {
    const std::size_t i = use_.writes.empty() ? differing_.size() - 1 : 0;
    const LaneMask open = tested & emulator::lanes_where([&](std::size_t lane) {
                            return differing_[i][lane] != 0 && (first_[i][lane] & ~differing_[i][lane]) == 0;
                          });
    for_written_predicates([&](std::size_t k) { predicates_[k] |= open; });
    differing_.pop_back();
    return {std::move(differing_), predicates_};
  }

 private:
  template <typename Function> void for_written_predicates(Function function) {
    for (std::size_t k = 0; k < predicates_.size(); ++k)
      if ((use_.predicate_writes >> k & 1) != 0) function(k);
  }

  const ValueUse& use_;
  std::vector<Slot> written_;
  std::vector<LaneVector> first_, differing_;
  std::array<LaneMask, 16> first_predicates_{}, predicates_{};
};

}  // namespace

LaneMask DependentResult::lanes() const {
  LaneMask lanes;
  for (const LaneMask predicate : predicates) lanes |= predicate;
  for (const LaneVector& vector : bits)
    lanes |= emulator::lanes_where([&](std::size_t lane) { return vector[lane] != 0; });
  return lanes;
}

/// The state in which a variant is executed. A uniform register has one value.
void Dependence::prepare(const ValueUse& use, const emulator::Warp& warp, const UndefinedValues& undefined,
                         std::uint32_t variant) {
  emulator::Warp& scratch = *scratch_;
  for (const Slot slot : use.writes) scratch.values[slot] = warp.values[slot];
  for (const Slot slot : use.reads) {
    LaneVector& values = scratch.values[slot] = warp.values[slot];
    const bool uniform = slot >= emulator::first_uniform;
    for (std::size_t lane = 0; lane < emulator::lanes; ++lane) {
      const std::uint32_t bits = undefined.bits(slot, lane);
      values[lane] = (values[lane] & ~bits) | (substitute(variant, slot, uniform ? 0 : lane, values[lane]) & bits);
    }
  }
  scratch.values[emulator::discard_slot] = {};
  scratch.predicates = warp.predicates;
  for (std::uint8_t index = 0; index < scratch.predicates.size(); ++index) {
    if ((use.predicate_reads >> index & 1) == 0) continue;
    const LaneMask lanes = undefined.predicate_lanes(index);
    const LaneMask given = scratch.predicates[index];
    LaneMask other(substitute(variant, 0x1000u + index, 0, given.bits()));
    if (index >= emulator::first_uniform_predicate && variant > 1)
      other = (other.bits() & 1) != 0 ? LaneMask::all() : LaneMask::none();
    scratch.predicates[index] = given.without(lanes) | (other & lanes);
  }
  scratch.code = warp.code;
  scratch.reduction = warp.reduction;
}

/// Substitutes are equal to the compared value too seldom: a comparison of undefined bits is always undefined, unless
/// the predicate that it is combined with decides.
void Dependence::add_comparison(std::uint32_t row, const ValueUse& use, const emulator::Warp& warp,
                                const UndefinedValues& undefined, LaneMask chosen, DependentResult& result) const {
  LaneMask lanes;
  for (const Slot slot : use.reads) {
    const std::uint32_t read = read_bits(executable_.instructions[row], slot);
    lanes |= undefined.lanes(slot) &
             emulator::lanes_where([&](std::size_t lane) { return (undefined.bits(slot, lane) & read) != 0; });
  }
  lanes &= chosen;
  lanes =
      lanes.without(decided(executable_.function.instructions[row], executable_.instructions[row], warp, undefined));
  for (std::uint8_t index = 0; index < result.predicates.size(); ++index)
    if ((use.predicate_writes >> index & 1) != 0) result.predicates[index] |= lanes;
  for (LaneVector& bits : result.bits) emulator::assign(bits, emulator::broadcast(0xFFFF'FFFFu), lanes);
}

void Dependence::start(const emulator::Warp& warp) {
  if (!scratch_) {
    scratch_ = std::make_unique<emulator::Warp>();
    scratch_->values.resize(emulator::first_literal + executable_.literals.size());
    std::ranges::copy(executable_.literals, scratch_->values.begin() + emulator::first_literal);
  }
  scratch_->windows = warp.windows;
  scratch_->first_thread = warp.first_thread;
  scratch_->constants = warp.constants;
  scratch_->clock = warp.clock;
}

DependentResult Dependence::of(std::uint32_t row, const ValueUse& use, const emulator::Warp& warp,
                               const UndefinedValues& undefined, LaneMask chosen) {
  start(warp);
  const DecodedInstruction& instruction = executable_.instructions[row];
  Differences differences(use);
  for (std::uint32_t variant = 0; variant < variants; ++variant) {
    prepare(use, warp, undefined, variant);
    instruction.execute(*scratch_, instruction, chosen);
    differences.add(*scratch_);
  }
  const sass::Instruction& text = executable_.function.instructions[row];
  DependentResult result = std::move(differences).result(tests_for_zero(text) ? chosen : LaneMask::none());
  if (compares(text) && !use.reads.empty()) add_comparison(row, use, warp, undefined, chosen, result);
  return result;
}

}  // namespace reconverge::observers
