// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/reconvergence/mechanism.hpp"
#include "emulator/reconvergence/spill_policy.hpp"

namespace reconverge::emulator {

/// One entry of the re-convergence stack.
struct Token {
  TokenKind kind{};
  core::LaneMask mask;
  std::uint32_t index = 0;  ///< row at which its lanes resume
};

/// When a `.S` carrier does its own work, relative to leaving the SYNC token.
struct CarrierOrder {
  std::string_view name;
  std::string_view description;
  bool pop_first = false;
};

/// Every order; the first is the default.
std::span<const CarrierOrder> carrier_orders();
const CarrierOrder* find_carrier_order(std::string_view name);

/// Re-convergence by a stack of tokens, sm_20 to sm_62.
/// Sources: the paper, Algorithms 1 and 2; US7353369; US8312254; US8850436 for the carrier.
class TokenStack final : public Mechanism {
 public:
  /// Deeper than any structured program gets; endless recursion ends here.
  static constexpr std::size_t max_depth = 1u << 20;

  explicit TokenStack(SpillSettings spill = {}, const CarrierOrder* order = carrier_orders().data())
      : spill_(spill), order_(order) {}

  std::string_view name() const override { return "token-stack"; }
  std::optional<ControlPart> control_part(const sass::Instruction& instruction) const override;
  Flow start(const Executable& executable, core::LaneMask live, std::uint32_t entry) override;
  ControlFault execute(const DecodedInstruction& instruction, core::LaneMask executing, Warp& warp, Moment at,
                       Flow& flow, const Events& events) override;
  bool has_waiting() const override { return !tokens_.empty(); }
  std::string describe() const override;

  /// Whether so many plain branches, one after another, can each part lanes.
  bool can_part(std::size_t times) const { return tokens_.size() + times <= max_depth; }
  /// Of passes through a loop, all but the last: executes their branches, and tells of them.
  /// @param most  passes that were allowed
  /// @param pass  the first of them, the last one afterwards
  void loop(const DecodedInstruction& last, const LoopPasses& passes, std::uint32_t most, IssuedRun& pass, Flow& flow,
            const Events& events);
  /// After an instruction that leaves, without a guard, has led back to itself: executes it again and again until it
  /// leads elsewhere, and tells of that.
  /// @param most  times
  /// @param last  the last of them
  ControlFault leave_again(const DecodedInstruction& instruction, std::uint64_t most, Moment& last, Flow& flow,
                           const Events& events);
  /// Whether it is one.
  static bool only_leaves(const DecodedInstruction& instruction);

  /// Bottom first.
  std::span<const Token> tokens() const { return tokens_; }
  core::LaneMask live() const { return live_; }
  int resident() const { return spill_.resident(); }

 private:
  /// Everything one control instruction works with.
  struct Step {
    const DecodedInstruction& instruction;
    core::LaneMask executing;
    Moment at;
    Flow& flow;
    const Events& events;
  };

  ControlFault push(TokenKind kind, core::LaneMask mask, std::uint32_t index, const Step& step);
  ControlFault branch(const Step& step);
  ControlFault branch_indirect(const Warp& warp, const Step& step);
  std::uint32_t indirect_target(std::uint32_t held, const Step& step) const;
  ControlFault call(const Step& step);
  ControlFault leave(TokenKind kind, const Step& step);
  ControlFault exit(const Step& step);
  void unwind(const Step& step);

  SpillPolicy spill_;
  const CarrierOrder* order_;
  const Executable* executable_ = nullptr;
  std::vector<Token> tokens_;
  std::vector<std::uint32_t> others_;  ///< where the tokens are that are not DIV, bottom first
  core::LaneMask live_;
};

}  // namespace reconverge::emulator
