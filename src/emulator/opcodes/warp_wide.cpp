// SPDX-License-Identifier: MIT
#include <array>

#include "emulator/opcodes/lanewise.hpp"
#include "emulator/opcodes/opcode.hpp"
#include "emulator/opcodes/shuffle.hpp"

/// Instructions that look at other lanes. "All lanes" are those that execute the instruction.
namespace reconverge::emulator {
namespace {

using core::LaneMask;

// ---- VOTE ---------------------------------------------------------------------------------------

enum class Vote : std::uint8_t { all, any, equal };

bool outcome(Vote vote, LaneMask holding, LaneMask chosen) {
  switch (vote) {
    case Vote::all: return holding == chosen;
    case Vote::any: return holding.any();
    case Vote::equal: break;
  }
  return holding == chosen || holding.empty();
}

/// VOTE.mode {d,} p, q: d = the lanes in which q holds; p = whether all, any, or all or none do.
/// VOTEU writes a uniform register and predicate.
template <bool uniform> void vote(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  if (chosen.empty()) return;
  const LaneMask holding = read_predicate(warp, instruction, 0) & chosen;
  const LaneMask verdict =
      outcome(static_cast<Vote>(instruction.variant), holding, chosen) ? LaneMask::all() : LaneMask::none();
  const LaneMask written = uniform ? LaneMask::all() : chosen;
  write_predicate(warp, instruction.predicate_destination[0], verdict, written);
  write(warp, instruction, broadcast(holding.bits()), written);
}

template <bool uniform> DataOperation select_vote(Modifiers& modifiers, const sass::Instruction&) {
  constexpr std::array<std::string_view, 3> modes = {"ALL", "ANY", "EQ"};
  const int mode = modifiers.take_one_of(modes);
  modifiers.keep(static_cast<std::uint16_t>(std::max(mode, 0)));
  return mode < 0 ? nullptr : vote<uniform>;
}

// ---- SHFL ---------------------------------------------------------------------------------------

/// SHFL.mode p, d, a, b, c: d = a of the lane that b and c name, or of the own lane if that lies
/// outside the segment; p = whether it lies inside. From a lane that does not execute comes 0: the
/// manuals leave that open, sm_90 does so.
void shfl(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const LaneVector& a = plain_source(warp, instruction, 0);
  const LaneVector& b = plain_source(warp, instruction, 1);
  const LaneVector& c = plain_source(warp, instruction, 2);
  LaneVector result;
  LaneMask inside;
  for (std::size_t i = 0; i < lanes; ++i) {
    const int lane = static_cast<int>(i);
    const auto source = shuffle_source(static_cast<Shuffle>(instruction.variant), lane, b[i], c[i]);
    if (source.inside) inside |= LaneMask::lane(lane);
    const int from = source.inside ? source.lane : lane;
    result[i] = chosen.contains(from) ? a[static_cast<std::size_t>(from)] : 0;
  }
  write_predicate(warp, instruction.predicate_destination[0], inside, chosen);
  write(warp, instruction, result, chosen);
}

DataOperation select_shfl(Modifiers& modifiers, const sass::Instruction&) {
  constexpr std::array<std::string_view, 4> modes = {"IDX", "UP", "DOWN", "BFLY"};
  const int mode = modifiers.take_one_of(modes);
  modifiers.keep(static_cast<std::uint16_t>(std::max(mode, 0)));
  return mode < 0 ? nullptr : shfl;
}

// ---- MATCH, REDUX, ELECT ------------------------------------------------------------------------

/// The value of a lane for MATCH: a word, or a register pair.
std::uint64_t matched_value(const Warp& warp, const DecodedInstruction& instruction, std::size_t lane, bool wide) {
  return wide ? PairSource(warp, instruction, 0)[lane] : plain_source(warp, instruction, 0)[lane];
}

LaneMask lanes_like(const Warp& warp, const DecodedInstruction& instruction, std::size_t lane, LaneMask chosen,
                    bool wide) {
  const std::uint64_t value = matched_value(warp, instruction, lane, wide);
  return chosen & lanes_where([&](std::size_t i) { return matched_value(warp, instruction, i, wide) == value; });
}

/// MATCH.ANY d, a: the lanes with the same value as this one.
template <bool wide> void match_any(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  LaneVector result{};
  for (std::size_t i = 0; i < lanes; ++i)
    if (chosen.contains(static_cast<int>(i))) result[i] = lanes_like(warp, instruction, i, chosen, wide).bits();
  warp.matched_values = 0;
  for (LaneMask left = chosen; left.any();
       left = left.without(LaneMask(result[static_cast<std::size_t>(left.lowest())])))
    ++warp.matched_values;
  write(warp, instruction, result, chosen);
}

/// MATCH.ALL p, d, a: p = all lanes have one value; d = these lanes, or none.
template <bool wide> void match_all(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  if (chosen.empty()) return;
  const bool all = lanes_like(warp, instruction, static_cast<std::size_t>(chosen.lowest()), chosen, wide) == chosen;
  write_predicate(warp, instruction.predicate_destination[0], all ? LaneMask::all() : LaneMask::none(), chosen);
  write(warp, instruction, broadcast(all ? chosen.bits() : 0), chosen);
}

/// .U64: of register pairs.
template <bool wide> DataOperation select_match_any(Modifiers& modifiers, const sass::Instruction&) {
  return modifiers.take("ANY") && modifiers.take("U64") == wide ? match_any<wide> : nullptr;
}
template <bool wide> DataOperation select_match_all(Modifiers& modifiers, const sass::Instruction&) {
  return modifiers.take("ALL") && modifiers.take("U64") == wide ? match_all<wide> : nullptr;
}

std::uint32_t and_words(std::uint32_t a, std::uint32_t b) { return a & b; }
std::uint32_t or_words(std::uint32_t a, std::uint32_t b) { return a | b; }
std::uint32_t xor_words(std::uint32_t a, std::uint32_t b) { return a ^ b; }
std::uint32_t sum_words(std::uint32_t a, std::uint32_t b) { return a + b; }
std::uint32_t least_unsigned(std::uint32_t a, std::uint32_t b) { return std::min(a, b); }
std::uint32_t greatest_unsigned(std::uint32_t a, std::uint32_t b) { return std::max(a, b); }
std::uint32_t least_signed(std::uint32_t a, std::uint32_t b) { return as_signed(a) < as_signed(b) ? a : b; }
std::uint32_t greatest_signed(std::uint32_t a, std::uint32_t b) { return as_signed(a) < as_signed(b) ? b : a; }

/// REDUX.op ur, a: the values of all lanes, brought together in a uniform register.
template <std::uint32_t (*together)(std::uint32_t, std::uint32_t)>
void redux(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  if (chosen.empty()) return;
  const LaneVector& a = plain_source(warp, instruction, 0);
  const int first = chosen.lowest();
  std::uint32_t result = a[static_cast<std::size_t>(first)];
  for (int lane = first + 1; lane < core::lane_count; ++lane)
    if (chosen.contains(lane)) result = together(result, a[static_cast<std::size_t>(lane)]);
  write(warp, instruction, broadcast(result), LaneMask::all());
}

/// Without a name of an operation it is AND.
DataOperation select_redux(Modifiers& modifiers, const sass::Instruction&) {
  if (modifiers.take("OR")) return redux<or_words>;
  if (modifiers.take("XOR")) return redux<xor_words>;
  const bool is_signed = modifiers.take("S32");
  if (modifiers.take("SUM")) return redux<sum_words>;
  if (modifiers.take("MIN")) return is_signed ? redux<least_signed> : redux<least_unsigned>;
  if (modifiers.take("MAX")) return is_signed ? redux<greatest_signed> : redux<greatest_unsigned>;
  modifiers.take("AND");
  return is_signed ? nullptr : redux<and_words>;
}

/// ELECT p, ur, q: p holds in one lane, the lowest in which q does; ur is its number.
void elect(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const LaneMask candidates = read_predicate(warp, instruction, 0) & chosen;
  const LaneMask elected = candidates.any() ? LaneMask::lane(candidates.lowest()) : LaneMask::none();
  write_predicate(warp, instruction.predicate_destination[0], elected, chosen);
  if (candidates.any())
    write(warp, instruction, broadcast(static_cast<std::uint32_t>(candidates.lowest())), LaneMask::all());
}
DataOperation select_elect(Modifiers&, const sass::Instruction&) { return elect; }

constexpr std::array rows = {
    Opcode{"VOTE", "d?pq", select_vote<false>},
    Opcode{"VOTEU", "u?pq", select_vote<true>, plain, from_volta},
    Opcode{"SHFL", "pdss5s13", select_shfl},
    Opcode{"MATCH", "ds", select_match_any<false>, plain, from_volta},
    Opcode{"MATCH", "dS", select_match_any<true>, plain, from_volta},
    Opcode{"MATCH", "pds", select_match_all<false>, plain, from_volta},
    Opcode{"MATCH", "pdS", select_match_all<true>, plain, from_volta},
    Opcode{"REDUX", "us", select_redux, plain, from_volta},
    Opcode{"CREDUX", "us", select_redux, plain, from_volta},
    Opcode{"ELECT", "puq", select_elect, plain, from_volta},
};

}  // namespace

std::span<const Opcode> warp_wide_opcodes() { return rows; }

}  // namespace reconverge::emulator
