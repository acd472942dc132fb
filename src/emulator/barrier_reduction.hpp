// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "sass/program.hpp"

namespace reconverge::emulator {

/// Reduction by BAR.RED of a predicate of the threads that arrive at a barrier.
enum class BarrierQuestion : std::uint8_t {
  all_hold,   ///< .AND
  any_holds,  ///< .OR
  how_many,   ///< .POPC
};

/// The question of a row; nothing if it has none, or several.
inline std::optional<BarrierQuestion> barrier_question(const sass::Instruction& row) {
  constexpr std::array<std::string_view, 3> modifiers = {"AND", "OR", "POPC"};  // in the order of the questions
  std::optional<BarrierQuestion> question;
  for (std::size_t i = 0; i < modifiers.size(); ++i) {
    if (!row.has_modifier(modifiers[i])) continue;
    if (question) return std::nullopt;
    question = static_cast<BarrierQuestion>(i);
  }
  return question;
}

/// Sums over the threads at a BAR.RED, which give its result.
struct BarrierReduction {
  BarrierQuestion question = BarrierQuestion::how_many;
  std::uint32_t threads = 0;
  std::uint32_t holding = 0;  ///< of these, those whose predicate holds

  bool verdict() const { return question == BarrierQuestion::all_hold ? holding == threads : holding > 0; }
};

}  // namespace reconverge::emulator
