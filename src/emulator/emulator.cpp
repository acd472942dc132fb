// SPDX-License-Identifier: MIT
#include "emulator/emulator.hpp"

#include <algorithm>
#include <utility>

#include "emulator/opcodes/device_runtime.hpp"
#include "emulator/reconvergence/control_recall.hpp"
#include "emulator/reconvergence/token_stack.hpp"
#include "emulator/spin_watch.hpp"
#include "emulator/unknown/unknown_values.hpp"

namespace reconverge::emulator {
namespace {

using core::Diagnostic;
using core::LaneMask;

LaneMask executing_lanes(const Warp& warp, const DecodedInstruction& instruction, LaneMask active) {
  return active & warp.predicate(instruction.guard, instruction.guard_negated);
}

/// An instruction that no lane executes changes nothing, whatever its operation. One of the uniform datapath writes the
/// value of the warp: all elements.
void perform(Warp& warp, const DecodedInstruction& instruction, LaneMask executing) {
  if (executing.empty()) warp.access.lanes = LaneMask::none();
  else instruction.execute(warp, instruction, instruction.uniform ? LaneMask::all() : executing);
}

/// Whether something is to be told of what an instruction has just done.
bool has_effects(const Warp& warp, const DecodedInstruction& instruction) {
  return instruction.accesses_memory || warp.matched_values > 0;
}

/// Looking at the limits costs nothing if it is done this rarely, and is prompt all the same.
constexpr std::uint64_t steps_between_looks = 4096;

Fault fault_of(ControlFault fault) {
  switch (fault) {
    case ControlFault::none: break;
    case ControlFault::underflow: return Fault::stack_underflow;
    case ControlFault::bad_target: return Fault::bad_target;
    case ControlFault::overflow: return Fault::stack_overflow;
    case ControlFault::trap: return Fault::trap;
    case ControlFault::no_such_barrier:
    case ControlFault::parts_of_warps: return Fault::bad_block_barrier;
    case ControlFault::deadlock: return Fault::deadlock;
  }
  return Fault::none;
}

Fault fault_of(const Access& access) {
  return access.fault == AccessFault::misaligned ? Fault::access_misaligned : Fault::access_outside;
}

}  // namespace

Run::Run(RunSetup setup, core::LaneMask live) : setup_(std::move(setup)) {
  const Executable& executable = setup_.executable;
  setup_.warp.values.resize(first_literal + executable.literals.size());
  std::ranges::copy(executable.literals, setup_.warp.values.begin() + first_literal);
  way_ = by(setup_.events.hears_of_shared() || setup_.unknown != nullptr ? SharedAccesses::heard
                                                                         : SharedAccesses::unheard);
  if (setup_.recall == nullptr && setup_.unknown == nullptr && setup_.events.sum_up())
    stack_ = dynamic_cast<TokenStack*>(&setup_.mechanism);
  restart(live);
}

void Run::restart(core::LaneMask live) {
  const Executable& executable = setup_.executable;
  setup_.warp.constants = &executable.constants;
  step_ = 0;
  index_ = no_index;
  active_ = {};
  ends_run_ = false;
  if (search_) search_->restart(0);
  if (setup_.recall != nullptr)
    if (const std::optional<Flow> known = setup_.recall->begin_again(live)) {
      flow_ = *known;
      return;
    }
  flow_ = setup_.mechanism.start(executable, live, executable.instructions.empty() ? past_the_end : 0);
  if (setup_.recall != nullptr) setup_.recall->begin(flow_);
}

const Mechanism& Run::mechanism() const {
  if (setup_.recall != nullptr) setup_.recall->catch_up();
  return setup_.mechanism;
}

void Run::go_on(const RunLimits& limits, bool stops_at_block_barrier, RunResult& result) {
  const auto size = static_cast<std::uint32_t>(setup_.executable.instructions.size());
  std::uint64_t next_look = step_;
  SpinSearch& search = new_search();
  find_shared_words();
  while (!flow_.done) {
    if (flow_.index >= size) {
      result = leave_rows();
      return;
    }
    if (search.is_watching())
      if (auto spins = search.executed(index_, active_, step_, flow_)) {
        spins->where = place();
        result = {Ending::step_limit, step_, std::move(spins), Fault::no_end, index_};
        return;
      }
    index_ = flow_.index;
    if (step_ == next_look) {
      if (must_end(limits)) {
        result = ended_by(limits);
        return;
      }
      if (setup_.recall != nullptr && search.is_due(step_)) setup_.recall->catch_up();
      search.look(step_, flow_);
      next_look = std::min(limits.steps, step_ + steps_between_looks);
    }
    const std::uint64_t rows = search.is_watching() ? 0 : rows_at_once(next_look - step_);
    const bool goes_on =
        rows > 0 ? execute_run(rows, stops_at_block_barrier, result) : execute_next(stops_at_block_barrier, result);
    if (!goes_on) return;
  }
  result = {Ending::exited, step_, {}};
}

std::optional<RunResult> Run::step(const RunLimits& limits) {
  const auto ended = [&]() -> std::optional<RunResult> {
    if (!flow_.done) return std::nullopt;
    return RunResult{Ending::exited, step_, {}};
  };
  if (flow_.done) return ended();
  if (!next_row()) return leave_rows();
  index_ = flow_.index;
  if ((step_ >= limits.steps || step_ % steps_between_looks == 0) && must_end(limits)) return ended_by(limits);
  RunResult result;
  if (!execute_next(true, result)) return result;
  if (is_watched()) search_->executed(index_, active_, step_, flow_);
  return ended();
}

IssuedRun Run::execute_ahead() {
  IssuedRun run{.first = {step_ + 1, flow_.index}, .count = 0, .active = flow_.active};
  const std::uint64_t since_look = step_ % steps_between_looks;
  if (!next_row() || since_look == 0) return run;
  const DecodedInstruction& first = setup_.executable.instructions[flow_.index];
  std::uint64_t most = std::min(steps_between_looks - since_look, std::uint64_t{first.silent});
  if (is_watched()) most = std::min(most, search_->rows_to_begin(flow_.index));
  most = unheard_rows(most);
  if (most == 0) return run;
  active_ = flow_.active;
  run.count = static_cast<std::uint32_t>(most);
  execute_silent(&first, run.count);
  step_ += run.count;
  index_ = run.last();
  flow_.index = setup_.executable.instructions[index_].next;
  setup_.warp.clock = step_;
  setup_.events.issued_run(run);
  if (is_watched()) {
    search_->passed({.first = run.first, .count = run.count - 1, .active = run.active});
    search_->executed(index_, active_, step_, flow_);
  }
  return run;
}

void Run::find_shared_words() {
  if (!setup_.executable.compiles_accesses || way_ != by(SharedAccesses::unheard)) return;
  SharedMemory& shared = setup_.warp.shared();
  context_.shared = shared.all();
  context_.shared_first = static_cast<std::uint32_t>(shared.first());
  context_.shared_words = static_cast<std::uint32_t>((shared.end() - shared.first()) / sizeof(std::uint32_t));
}

void Run::watch() { new_search().watch(flow_); }

SpinSearch& Run::new_search() {
  if (search_) search_->restart(step_);
  else search_ = std::make_shared<SpinSearch>(setup_.executable, setup_.warp, setup_.mechanism, step_);
  return *search_;
}

void Run::end_watch() {
  if (search_) search_->give_up();
}

bool Run::is_watched() const { return search_ && search_->is_watching(); }

std::optional<Spin> Run::spin() const { return search_ ? search_->proved() : std::nullopt; }

bool Run::still_spins() const { return search_ && search_->still_holds(); }

std::optional<std::uint32_t> Run::next_row() const {
  if (flow_.done || flow_.index >= setup_.executable.instructions.size()) return std::nullopt;
  return flow_.index;
}

/// How many of the next rows may execute as a run.
std::uint64_t Run::rows_at_once(std::uint64_t most) const { return setup_.clock != nullptr ? 0 : unheard_rows(most); }

/// How many of them nobody has to hear of before they execute.
inline std::uint64_t Run::unheard_rows(std::uint64_t most) const {
  if (setup_.unknown != nullptr) most = std::min<std::uint64_t>(most, setup_.unknown->rows_at_once(flow_.index));
  return setup_.events.rows_at_once(flow_.index, flow_.active, most);
}

inline bool Run::execute_next(bool stops_at_block_barrier, RunResult& result) {
  Warp& warp = setup_.warp;
  if (setup_.recall != nullptr) setup_.recall->leave();
  const auto stop = [&](Fault fault, Diagnostic diagnostic) {
    result = stopped(fault, std::move(diagnostic));
    return false;
  };
  const DecodedInstruction& instruction = setup_.executable.instructions[index_];
  if (instruction.stops) return stop(Fault::unsupported_instruction, setup_.executable.problems.at(index_));

  const Moment at{++step_, index_};
  const LaneMask executing = executing_lanes(warp, instruction, flow_.active);
  warp.clock = setup_.clock != nullptr ? setup_.clock->issue({at, flow_.active, executing}) : step_;
  setup_.events.issued({at, flow_.active, executing});
  const IssuedRun::Guarded guarded[] = {{index_, executing}};
  setup_.events.issued_run(
      {.first = at, .active = flow_.active, .guarded = std::span(guarded).first(executing == flow_.active ? 0 : 1)});
  active_ = flow_.active;
  if (setup_.unknown != nullptr) {
    auto refused = setup_.unknown->issued({at, flow_.active, executing}, setup_.clock);
    if (const auto printed = printed_arguments(warp, instruction, executing); printed && !refused)
      refused = setup_.unknown->reads_local(index_, executing, printed->address, printed->bytes);
    if (refused) return stop(Fault::unknown_value, at_place(*std::move(refused)));
  }
  if (instruction.control.operation != 0)
    return execute_control(instruction, at, executing, result) && moved_on(stops_at_block_barrier, result);
  if (!execute_data(instruction, at, executing, result)) return false;
  flow_.index = instruction.next;
  return true;
}

/// Whether somebody is to be told of what an instruction has just done, or of why it could not.
inline bool Run::is_told(const DecodedInstruction& instruction) const {
  const Warp& warp = setup_.warp;
  if (warp.matched_values > 0) return true;
  const bool is_of_shared = warp.access.space == Space::shared && warp.access.fault == AccessFault::none;
  return instruction.accesses_memory && (!is_of_shared || setup_.events.hears_of_shared() || setup_.unknown != nullptr);
}

/// The active lanes that execute a row of a run; noted if those are not all.
inline LaneMask Run::executing_in_run(const DecodedInstruction& instruction, std::uint32_t index) {
  if (!instruction.predicated()) return active_;
  const LaneMask executing = executing_lanes(setup_.warp, instruction, active_);
  if (executing != active_) guarded_.push_back({index, executing});
  return executing;
}

/// Of a run whose control part does not act.
void Run::tell_run(IssuedRun& run) {
  if (setup_.recall != nullptr) setup_.recall->leave();
  run.guarded = guarded_;
  if (run.count > 0) setup_.events.issued_run(run);
}

/// How many of the rows have executed.
inline std::uint32_t Run::execute_group(CompiledRows rows) {
  Warp& warp = setup_.warp;
  const std::uint32_t count = rows(warp.values.data(), warp.predicates.data(), active_.bits(), &context_);
  if (context_.guarded_count > 0) take_guarded();
  return count;
}

/// The rows with a guard of the group that has executed.
void Run::take_guarded() {
  const std::uint32_t count = std::exchange(context_.guarded_count, 0);
  guarded_.insert(guarded_.end(), context_.guarded.begin(), context_.guarded.begin() + count);
}

/// Rows that need no look at guards and effects.
inline void Run::execute_silent(const DecodedInstruction* first, std::uint32_t count) {
  for (const DecodedInstruction* const end = first + count; first != end;) {
    const CompiledGroup& group = first->compiled[way_];
    if (group.rows > 0 && group.rows <= end - first) {
      first += execute_group(group.execute);
    } else {
      first->execute(setup_.warp, *first, first->uniform ? LaneMask::all() : active_);
      ++first;
    }
  }
}

/// Those of a run that have not executed yet.
/// @param most  rows; fewer afterwards if a listener has ended the run
bool Run::execute_rows(IssuedRun& run, std::uint64_t& most, RunResult& result) {
  Warp& warp = setup_.warp;
  ends_run_ = false;
  const DecodedInstruction* const begin = &setup_.executable.instructions[flow_.index];
  auto count = static_cast<std::uint32_t>(std::min<std::uint64_t>(begin->straight, most));
  while (run.count < count) {
    const CompiledGroup& group = begin[run.count].compiled[way_];
    if (group.rows > 0 && group.rows <= count - run.count) {
      const std::uint32_t executed = execute_group(group.execute);
      run.count += executed;
      if (executed == group.rows) continue;
    }
    const Moment at{run.first.step + run.count, run.first.index + run.count};
    const DecodedInstruction& row = begin[run.count++];
    if (row.silent > 0) {
      row.execute(warp, row, row.uniform ? LaneMask::all() : active_);
      continue;
    }
    warp.clock = at.step;
    perform(warp, row, executing_in_run(row, at.index));
    if (!is_told(row)) continue;
    step_ = at.step;
    index_ = at.index;
    if (!tell_effects(row, at, result)) {
      tell_run(run);
      return false;
    }
    if (ends_run_) most = count = run.count;
  }
  warp.clock = run.first.step + run.count - 1;
  return true;
}

inline bool Run::execute_run(std::uint64_t most, bool stops_at_block_barrier, RunResult& result) {
  const auto& code = setup_.executable.instructions;
  Warp& warp = setup_.warp;
  std::optional<std::uint32_t> executed;  // rows of this run
  guarded_.clear();
  if (setup_.recall != nullptr && setup_.executable.plain_legs[way_][flow_.index].count > 0 &&
      setup_.recall->is_somewhere()) {
    const std::uint64_t before = step_;
    executed = follow_plain_legs(most);
    if (!executed && step_ != before) return moved_on(stops_at_block_barrier, result);
  }
  const DecodedInstruction& begin = code[flow_.index];
  IssuedRun run{.first = {step_ + 1, flow_.index}, .count = 0, .active = flow_.active};
  active_ = flow_.active;
  if (executed) {
    run.count = *executed;
  } else if (const CompiledGroup& group = begin.compiled[way_];
             group.rows == begin.straight && begin.straight <= most) {  // all of them, or there are none
    const bool has_looped = begin.loop != nullptr && stack_ != nullptr && execute_loop(begin, most, run);
    run.count = has_looped || group.rows == 0 ? group.rows : execute_group(group.execute);
  }
  if (run.count > 0) warp.clock = step_ + run.count;
  if (run.count < begin.straight && run.count < most && !execute_rows(run, most, result)) return false;
  const std::uint32_t count = run.count;
  step_ = run.first.step + count - 1;
  if (count > 0) {
    index_ = run.first.index + count - 1;
    flow_.index = code[index_].next;
  }
  const bool control_follows =
      count < most && flow_.index == run.first.index + count && flow_.index < code.size() && !code[flow_.index].stops;
  if (!control_follows) {
    tell_run(run);
    return count > 0 || execute_next(stops_at_block_barrier, result);
  }
  const DecodedInstruction& control = code[flow_.index];
  index_ = flow_.index;
  ++run.count;
  warp.clock = ++step_;
  const LaneMask executing = executing_in_run(control, index_);
  run.guarded = guarded_;
  if (setup_.recall != nullptr && setup_.recall->follow(run, control, executing, warp, flow_))
    return moved_on(stops_at_block_barrier, result);
  setup_.events.issued_run(run);
  if (!execute_control(control, {step_, index_}, executing, result)) return false;
  if (setup_.recall != nullptr) setup_.recall->arrive(flow_);
  if (stack_ != nullptr && flow_.index == index_ && !goes_on(leave_again(control, most - count - 1), result))
    return false;
  return moved_on(stops_at_block_barrier, result);
}

inline bool Run::goes_on(ControlFault fault, RunResult& result) const {
  if (fault != ControlFault::none) result = stopped(fault_of(fault), fault_diagnostic(fault));
  return fault == ControlFault::none;
}

inline bool Run::execute_control(const DecodedInstruction& instruction, Moment at, LaneMask executing,
                                 RunResult& result) {
  const bool has_data = instruction.execute != nullptr;
  if (has_data && !instruction.control.before_data && !execute_data(instruction, at, executing, result)) return false;
  const Events& events = setup_.recall != nullptr ? setup_.recall->listeners() : setup_.events;
  if (!goes_on(setup_.mechanism.execute(instruction, executing, setup_.warp, at, flow_, events), result)) return false;
  if (has_data && instruction.control.before_data &&
      !execute_data(instruction, at, executing_lanes(setup_.warp, instruction, flow_.active), result))
    return false;
  return true;
}

inline bool Run::moved_on(bool stops_at_block_barrier, RunResult& result) {
  if (!std::exchange(flow_.block_barrier, false) || !stops_at_block_barrier) return true;
  result.ending = Ending::at_block_barrier;
  result.steps = step_;
  result.diagnostic.reset();
  result.fault = Fault::none;
  result.row = index_;
  return false;
}

inline bool Run::execute_data(const DecodedInstruction& instruction, Moment at, LaneMask executing, RunResult& result) {
  perform(setup_.warp, instruction, executing);
  return !has_effects(setup_.warp, instruction) || tell_effects(instruction, at, result);
}

/// Tells of what an instruction has just found or accessed; false if the access could not be made.
bool Run::tell_effects(const DecodedInstruction& instruction, Moment at, RunResult& result) {
  Warp& warp = setup_.warp;
  if (warp.matched_values > 0) setup_.events.matched({at, std::exchange(warp.matched_values, 0)});
  if (!instruction.accesses_memory) return true;
  if (warp.access.fault != AccessFault::none) {
    result = stopped(fault_of(warp.access), access_diagnostic(at));
    return false;
  }
  if (warp.access.lanes.empty()) return true;
  const Accessed accessed{at, warp.access, &ends_run_};
  setup_.events.accessed(accessed);
  if (setup_.unknown != nullptr) setup_.unknown->accessed(accessed);
  return true;
}

RunResult run(const Executable& executable, Warp& warp, Mechanism& mechanism, const Events& events,
              const RunLimits& limits, core::LaneMask live, const std::string& source_name) {
  return Run({executable, warp, mechanism, events, nullptr, source_name}, live).go_on(limits);
}

}  // namespace reconverge::emulator
