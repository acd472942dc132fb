// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include "study/claims/claim.hpp"
#include "study/support/walk.hpp"

/// The walk-through of section IV, n = 2, state by state.
namespace reconverge::study {
namespace {

using core::LaneMask;
using emulator::TokenKind;

struct ExpectedToken {
  TokenKind kind;
  std::uint32_t mask;
  std::uint64_t address;
};

/// The states of the text and Figure 3.
struct ExpectedState {
  std::uint64_t address;
  std::uint32_t active;
  std::vector<ExpectedToken> tokens;
};

std::vector<ExpectedState> states_of_the_paper() {
  const ExpectedToken sync{TokenKind::sync, 0xFFFF'FFFFu, 0x128};
  const ExpectedToken first{TokenKind::div, 0x8000'0000u, 0x120};
  const ExpectedToken second{TokenKind::div, 0x4000'0000u, 0x120};
  return {
      {0x60, 0xFFFF'FFFFu, {}},
      {0xe8, 0xFFFF'FFFFu, {sync}},
      {0x100, 0x7FFF'FFFFu, {sync, first}},
      {0x100, 0x3FFF'FFFFu, {sync, first, second}},
      {0x120, 0x4000'0000u, {sync, first}},
      {0x120, 0x8000'0000u, {sync}},
      {0x128, 0xFFFF'FFFFu, {}},
  };
}

bool matches(const WalkState& state, const ExpectedState& expected, const emulator::Executable& executable) {
  if (state.address != expected.address || state.active.bits() != expected.active) return false;
  if (state.tokens.size() != expected.tokens.size()) return false;
  for (std::size_t i = 0; i < state.tokens.size(); ++i)
    if (state.tokens[i].kind != expected.tokens[i].kind || state.tokens[i].mask.bits() != expected.tokens[i].mask ||
        executable.address_of(state.tokens[i].index) != expected.tokens[i].address)
      return false;
  return true;
}

std::string spelled(const ExpectedState& state) {
  return fmt::format("pc 0x{:x}, active 0x{:08x}, {} tokens", state.address, state.active, state.tokens.size());
}

}  // namespace

Claims walk_claims(const Context& context) {
  const auto states = walk_single_loop(context, 2);
  const auto expected = states_of_the_paper();
  Claims claims{checked("Walk-through, n = 2: number of states of the stack", "IV, Figure 3",
                        std::to_string(expected.size()), std::to_string(states.size()),
                        states.size() == expected.size())};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const bool present = i < states.size();
    claims.push_back(checked(fmt::format("Walk-through, n = 2: state {}", i + 1), fmt::format("IV, Figure 3.{}", i + 1),
                             spelled(expected[i]),
                             present ? fmt::format("pc 0x{:x}, active {}, {} tokens", states[i].address,
                                                   to_string(states[i].active), states[i].tokens.size())
                                     : std::string("no such state"),
                             present && matches(states[i], expected[i], context.executable(single_loop()))));
  }
  return claims;
}

}  // namespace reconverge::study
