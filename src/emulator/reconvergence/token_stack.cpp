// SPDX-License-Identifier: MIT
#include "emulator/reconvergence/token_stack.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cassert>

namespace reconverge::emulator {
namespace {

using core::LaneMask;

enum Operation : std::uint8_t {
  op_none,
  op_push,
  op_leave,
  op_branch,
  op_branch_indirect,
  op_jump_indirect,
  op_call,
  op_exit,
  op_trap
};

/// A control opcode: what it does and on which kind of token.
struct ControlOpcode {
  std::string_view name;
  Operation operation;
  TokenKind kind = TokenKind::div;
};

constexpr std::array opcodes = {
    ControlOpcode{"SSY", op_push, TokenKind::sync},
    ControlOpcode{"PBK", op_push, TokenKind::brk},
    ControlOpcode{"PCNT", op_push, TokenKind::cont},
    ControlOpcode{"PRET", op_push, TokenKind::ret},
    ControlOpcode{"PLONGJMP", op_push, TokenKind::longjmp},
    ControlOpcode{"SYNC", op_leave, TokenKind::sync},
    ControlOpcode{"BRK", op_leave, TokenKind::brk},
    ControlOpcode{"CONT", op_leave, TokenKind::cont},
    ControlOpcode{"RET", op_leave, TokenKind::ret},
    ControlOpcode{"LONGJMP", op_leave, TokenKind::longjmp},
    ControlOpcode{"BRA", op_branch},
    ControlOpcode{"JMP", op_branch},
    ControlOpcode{"BRX", op_branch_indirect},
    ControlOpcode{"JMX", op_jump_indirect},
    ControlOpcode{"CAL", op_call},
    ControlOpcode{"JCAL", op_call},
    ControlOpcode{"EXIT", op_exit},
    ControlOpcode{"KIL", op_exit},
    ControlOpcode{"BPT", op_trap},
};

/// Operation in the low bits, token kind above.
constexpr std::uint8_t encode(Operation operation, TokenKind kind) {
  return static_cast<std::uint8_t>(operation | (static_cast<unsigned>(kind) << 4));
}
constexpr Operation operation_of(std::uint8_t code) { return static_cast<Operation>(code & 0xF); }
constexpr TokenKind kind_of(std::uint8_t code) { return static_cast<TokenKind>(code >> 4); }

/// Whether no modifier changes what lanes do: .U, the compiler knows the branch to be uniform; .LMT and .NOINC,
/// bookkeeping of the call depth. With any other one the instruction cannot be executed, so that none is ever
/// ignored.
bool only_hints(const sass::Instruction& instruction) {
  constexpr std::array<std::string_view, 3> hints = {"U", "LMT", "NOINC"};
  std::string_view text = instruction.mnemonic;
  for (auto dot = text.find('.'); dot != std::string_view::npos; dot = text.find('.')) {
    text.remove_prefix(dot + 1);
    if (std::ranges::find(hints, text.substr(0, text.find('.'))) == hints.end()) return false;
  }
  return true;
}

constexpr std::array orders = {
    CarrierOrder{"carrier-first", "the carrier executes under the current mask, then its lanes leave (US8850436)",
                 false},
    CarrierOrder{"pop-first", "the token is popped, then the carrier executes under the restored mask (the paper)",
                 true},
};

}  // namespace

std::span<const CarrierOrder> carrier_orders() { return orders; }

const CarrierOrder* find_carrier_order(std::string_view name) {
  const auto order = std::ranges::find(orders, name, &CarrierOrder::name);
  return order == orders.end() ? nullptr : &*order;
}

std::optional<ControlPart> TokenStack::control_part(const sass::Instruction& instruction) const {
  const auto opcode = std::ranges::find(opcodes, instruction.opcode(), &ControlOpcode::name);
  if (opcode != opcodes.end()) {
    if (opcode->operation == op_trap && instruction.mnemonic == "BPT.TRAP")
      return ControlPart{.operation = op_trap, .binds_operands = true};  // its number says nothing here
    if (opcode->operation == op_trap || !only_hints(instruction)) return std::nullopt;
    return ControlPart{
        .operation = encode(opcode->operation, opcode->kind),
        .needs_target = opcode->operation == op_push || opcode->operation == op_branch || opcode->operation == op_call,
        .never_predicated = opcode->operation == op_push,
        .reads_register = opcode->operation == op_branch_indirect || opcode->operation == op_jump_indirect,
        .plain_branch = opcode->operation == op_branch};
  }
  if (instruction.has_modifier("S"))
    return ControlPart{
        .operation = encode(op_leave, TokenKind::sync), .carrier = true, .before_data = order_->pop_first};
  return std::nullopt;
}

Flow TokenStack::start(const Executable& executable, LaneMask live, std::uint32_t entry) {
  executable_ = &executable;
  constexpr std::size_t usual_depth = 64;
  tokens_.clear();
  tokens_.reserve(usual_depth);
  others_.clear();
  spill_.clear();
  live_ = live;
  return {.active = live, .index = entry, .done = live.empty()};
}

ControlFault TokenStack::execute(const DecodedInstruction& instruction, LaneMask executing, Warp& warp, Moment at,
                                 Flow& flow, const Events& events) {
  if (instruction.control.condition != 0) executing = executing & lanes_with(warp.code, instruction.control.condition);
  const Step step{instruction, executing, at, flow, events};
  const TokenKind kind = kind_of(instruction.control.operation);
  switch (operation_of(instruction.control.operation)) {
    case op_push: flow.index = instruction.next; return push(kind, flow.active, instruction.control.target, step);
    case op_leave: return leave(kind, step);
    case op_branch: return branch(step);
    case op_branch_indirect:
    case op_jump_indirect: return branch_indirect(warp, step);
    case op_call: return call(step);
    case op_exit: return exit(step);
    case op_trap: flow.index = instruction.next; return executing.any() ? ControlFault::trap : ControlFault::none;
    case op_none: break;
  }
  return ControlFault::none;
}

inline ControlFault TokenStack::push(TokenKind kind, LaneMask mask, std::uint32_t index, const Step& step) {
  if (tokens_.size() == max_depth) return ControlFault::overflow;
  const auto movement = spill_.push();
  if (movement.spilled > 0) step.events.spilled({step.at, static_cast<std::uint32_t>(movement.spilled)});
  if (kind != TokenKind::div) others_.push_back(static_cast<std::uint32_t>(tokens_.size()));
  tokens_.push_back({kind, mask, index});
  step.events.pushed({step.at, kind, mask, static_cast<std::uint32_t>(tokens_.size())});
  return ControlFault::none;
}

/// Algorithm 1 of the paper; its `&&` and `!` are bitwise, and the predicate counts for active lanes
/// only. The taken side runs first, the others wait in a DIV token.
inline ControlFault TokenStack::branch(const Step& step) {
  const LaneMask taken = step.executing;
  const LaneMask not_taken = step.flow.active.without(taken);
  if (step.instruction.predicated() || step.instruction.control.condition != 0)
    step.events.branched({step.at, taken, not_taken});
  if (taken.empty()) {
    step.flow.index = step.instruction.next;
    return ControlFault::none;
  }
  if (not_taken.any()) {
    const auto fault = push(TokenKind::div, not_taken, step.instruction.next, step);
    if (fault != ControlFault::none) return fault;
  }
  step.flow.active = taken;
  step.flow.index = step.instruction.control.target;
  return ControlFault::none;
}

void TokenStack::loop(const DecodedInstruction& last, const LoopPasses& passes, std::uint32_t most, IssuedRun& pass,
                      Flow& flow, const Events& events) {
  const auto step_behind = [&](std::uint64_t made) { return pass.first.step + made * pass.count - 1; };
  const auto repeat = [&](std::uint32_t made) {
    if (made == 0) return;
    pass.times = made;
    events.issued_run(pass);
    pass.times = 1;
    events.branched({{step_behind(made), pass.last()}, pass.active, LaneMask::none(), made});
    pass.first.step = step_behind(made) + 1;
  };
  std::uint32_t made = 0;
  for (const auto& [left, taken] : std::span(passes.split).first(passes.splits)) {
    repeat(most - left - 1 - made);
    made = most - left;
    if (events.tell_runs()) {
      const IssuedRun::Guarded guarded[] = {{pass.last(), taken}};
      pass.guarded = guarded;
      events.issued_run(pass);
      pass.guarded = {};
    }
    const Moment at{step_behind(1), pass.last()};
    [[maybe_unused]] const auto fault = branch(Step{last, taken, at, flow, events});
    assert(fault == ControlFault::none);
    pass.active = taken;
    pass.first.step = at.step + 1;
  }
  repeat(most - passes.left - 1 - made);
}

bool TokenStack::only_leaves(const DecodedInstruction& instruction) {
  return operation_of(instruction.control.operation) == op_leave && instruction.execute == nullptr &&
         instruction.control.condition == 0 && !instruction.predicated();
}

ControlFault TokenStack::leave_again(const DecodedInstruction& instruction, std::uint64_t most, Moment& last,
                                     Flow& flow, const Events& events) {
  const TokenKind kind = kind_of(instruction.control.operation);
  const bool tells_runs = events.tell_runs();
  for (; most > 0 && flow.index == last.index && !flow.done; --most) {
    ++last.step;
    if (tells_runs) events.issued_run({.first = last, .active = flow.active});
    const auto fault = leave(kind, Step{instruction, flow.active, last, flow, events});
    if (fault != ControlFault::none) return fault;
  }
  return ControlFault::none;
}

/// Where an indirect branch goes. JMX has the address; BRX counts from its own end, so a table of plain addresses
/// comes with minus that as offset. Tables also hold addresses of control words, before the instruction that is
/// meant.
std::uint32_t TokenStack::indirect_target(std::uint32_t held, const Step& step) const {
  const int architecture = sass::arch_number(executable_->function.arch).value_or(0);
  std::uint32_t address = held + static_cast<std::uint32_t>(step.instruction.offset);
  if (operation_of(step.instruction.control.operation) == op_branch_indirect)
    address += static_cast<std::uint32_t>(executable_->address_of(step.at.index)) +
               static_cast<std::uint32_t>(sass::instruction_bytes(architecture));
  if (sass::is_place_of_control_word(architecture, address)) address += 8;
  return executable_->index_of(address);
}

/// US8312254: the distinct targets are served one after another. The lanes with the lowest lane's target jump; the rest
/// wait in a DIV token at the branch itself, which they re-execute.
ControlFault TokenStack::branch_indirect(const Warp& warp, const Step& step) {
  if (step.executing.empty()) {
    step.flow.index = step.instruction.next;
    return ControlFault::none;
  }
  const LaneVector& base = warp.values[step.instruction.source[0]];
  const std::uint32_t chosen = base[static_cast<std::size_t>(step.executing.lowest())];
  const LaneMask taken = lanes_where([&](std::size_t lane) { return base[lane] == chosen; }) & step.executing;
  const LaneMask rest = step.flow.active.without(taken);
  const std::uint32_t target = indirect_target(chosen, step);
  if (target == no_index) return ControlFault::bad_target;
  step.events.branched({step.at, taken, rest});
  if (rest.any()) {
    const auto fault = push(TokenKind::div, rest, step.at.index, step);
    if (fault != ControlFault::none) return fault;
  }
  step.flow.active = taken;
  step.flow.index = target;
  return ControlFault::none;
}

/// The calling lanes return to the next instruction; lanes whose guard is false wait there.
ControlFault TokenStack::call(const Step& step) {
  const LaneMask calling = step.executing;
  const auto fault = branch(step);
  if (fault != ControlFault::none || calling.empty()) return fault;
  return push(TokenKind::ret, calling, step.instruction.next, step);
}

/// SYNC, `.S`, BRK, CONT, RET: the executing lanes wait in the nearest token of that kind. Tokens
/// above it must not resume them: DIV tokens do not, since the lanes of one are parted from all that were pushed above
/// it and so from the active ones. Algorithm 2 has the case of an unpredicated `.S` only.
inline ControlFault TokenStack::leave(TokenKind kind, const Step& step) {
  if (step.executing.empty()) {  // no lane leaves, so no token is needed
    step.flow.index = step.instruction.next;
    return ControlFault::none;
  }
  const auto nearest =
      std::find_if(others_.rbegin(), others_.rend(), [&](std::uint32_t at) { return tokens_[at].kind == kind; });
  if (nearest == others_.rend()) return ControlFault::underflow;
  for (auto above = others_.rbegin(); above != nearest; ++above)
    tokens_[*above].mask = tokens_[*above].mask.without(step.executing);
  step.flow.active = step.flow.active.without(step.executing);
  if (step.flow.active.any()) step.flow.index = step.instruction.next;
  else unwind(step);
  return ControlFault::none;
}

ControlFault TokenStack::exit(const Step& step) {
  const LaneMask leaving = step.executing;
  if (leaving.any()) step.events.lanes_exited({step.at, leaving});
  live_ = live_.without(leaving);
  for (Token& token : tokens_) token.mask = token.mask.without(leaving);
  step.flow.active = step.flow.active.without(leaving);
  if (step.flow.active.any()) step.flow.index = step.instruction.next;
  else unwind(step);
  return ControlFault::none;
}

/// Pops until a token has a live lane to resume.
inline void TokenStack::unwind(const Step& step) {
  while (!tokens_.empty()) {
    const Token& top = tokens_.back();
    const Token token{top.kind, top.mask, top.index};  // part by part, as they were written
    const auto movement = spill_.pop();
    tokens_.pop_back();
    if (token.kind != TokenKind::div) others_.pop_back();
    if (movement.reloaded > 0) step.events.reloaded({step.at, static_cast<std::uint32_t>(movement.reloaded)});
    step.events.popped({step.at, token.kind, token.mask, static_cast<std::uint32_t>(tokens_.size())});
    if (token.mask.intersects(live_)) {
      step.flow.active = token.mask & live_;
      step.flow.index = token.index;
      return;
    }
  }
  step.flow.done = true;
}

std::string TokenStack::describe() const {
  // Endless recursion ends with a million tokens: then the two ends of the stack must do.
  constexpr std::size_t shown_below = 8, shown_above = 56;
  std::string text;
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    if (!text.empty()) text += " | ";
    if (i == shown_below && tokens_.size() > shown_below + shown_above) {
      const std::size_t left_out = tokens_.size() - shown_below - shown_above;
      text += fmt::format("({} more) | ", left_out);
      i += left_out;
    }
    const Token& token = tokens_[i];
    text +=
        fmt::format("{} {} 0x{:x}", to_string(token.kind), to_string(token.mask), executable_->address_of(token.index));
  }
  return text;
}

}  // namespace reconverge::emulator
