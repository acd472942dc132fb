// SPDX-License-Identifier: MIT
#include "run/plan.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "emulator/unknown/operand_flow.hpp"
#include "run/barrier_visits.hpp"
#include "run/timing_premises.hpp"

namespace reconverge::run {
namespace {

bool reads_clock(const sass::Function& function) {
  return std::ranges::any_of(function.instructions, [](const sass::Instruction& row) {
    return emulator::time_source(row) != emulator::TimeSource::none;
  });
}

bool calls_functions(const sass::Function& function) {
  return std::ranges::any_of(function.instructions,
                             [](const sass::Instruction& row) { return row.opcode() == "CALL"; });
}

bool calls_driver(const KernelSpec& spec) {
  constexpr std::string_view opcodes[] = {"VPRINTF", "ASSERTFAIL", "MALLOC",
                                          "FREE"};  // of launch/runtime_functions.cpp
  return spec.launch.runtime && std::ranges::any_of(spec.executable->function.instructions, [&](const auto& row) {
           return std::ranges::find(opcodes, row.opcode()) != std::end(opcodes);
         });
}

emulator::Abi abi_of(const KernelSpec& spec) {
  emulator::Abi abi = *emulator::abi_of(sass::arch_number(spec.executable->function.arch).value_or(0));
  abi.windows = emulator::windows_of(spec.launch, abi);
  return abi;
}

emulator::BarrierPolicy policy_of(const timing::Generation* generation) {
  return generation != nullptr && generation->barriers ? generation->barriers->policy : emulator::BarrierPolicy{};
}

}  // namespace

KernelPlan::KernelPlan(const KernelSpec& specification)
    : spec(specification),
      abi(abi_of(spec)),
      policy(policy_of(generation_of(*spec.executable))),
      warps_of_block(warps_of(spec.launch.block)),
      blocks(spec.launch.grid.count()),
      arrives(BarrierVisits::arrive_in(spec.executable->function)),
      reads_time(reads_clock(spec.executable->function)),
      reads_unknown_words(!emulator::unknown_words_read(*spec.executable).empty()),
      calls_runtime(calls_driver(spec)),
      registers(std::make_shared<RegisterFiles>(*spec.executable)),
      no_cycles_because(why_not_timed(spec)),
      no_warp_cycles_because(why_warps_not_timed(spec)) {
  const sass::Function& function = spec.executable->function;
  if (spec.remembers) memos = std::make_shared<BlockMemos>();
  if (calls_functions(function)) {
    depths = observers::CallDepths::changes_of(function);
    callers = CallerRows::of(function);
  }
  if (reads_unknown_words || (spec.looks_for_faults && reads_time))
    unknown = emulator::UnknownValues::code_of(*spec.executable);
  if (spec.looks_for_faults) {
    values = observers::UninitialisedReads::code_of(*spec.executable);
    groups = observers::PartialGroups::rows_of(function);
    copies = observers::UnfinishedCopies::code_of(*spec.executable);
    absent = observers::AbsentLanes::rows_of(*spec.executable);
    if (warps_of_block > 1) races = observers::SharedRaces::code_of(function);
  }
  const timing::CycleRecord* record = record_of(spec);
  if (!no_warp_cycles_because.empty()) return;
  setters = timing::CycleAccountant::setters_of(callers ? callers->function() : function);
  clock.emplace(*spec.executable, *record);
  if (is_timed_together()) order = observers::ForeignReads::code_of(*spec.executable);
  if (spec.follows_cold_code && is_one_warp()) cold_clock.emplace(*clock, timing::CodeAtStart::cold);
}

KernelPlan KernelPlan::under(const std::vector<timing::MemoryPremise>& premises) const {
  KernelPlan plan = *this;
  plan.band_clocks.reserve(premises.size());
  for (const timing::MemoryPremise& premise : premises) plan.band_clocks.emplace_back(*clock, premise);
  return plan;
}

emulator::GlobalMemory KernelPlan::memory() const {
  emulator::Warp warp;
  emulator::prepare(spec.launch, abi, warp, spec.is_bounded());
  return std::move(warp.global());
}

void KernelPlan::begin_with(std::vector<timing::HeldLines> code) {
  if (!is_timed_together()) clock->code_cache().begin_with(code.front());
  code_left = std::move(code);
  if (memos) memos = std::make_shared<BlockMemos>();  // a memo is of clocks that begin alike
}

bool KernelPlan::is_timed_together() const {
  const timing::CycleRecord* record = record_of(spec);
  return is_timed() && blocks == 1 && warps_of_block > 1 && !spec.blocks && !record->absent.contains("multiprocessor");
}

bool KernelPlan::reads_own_cycles() const {
  if (is_one_warp()) return is_timed();
  return is_timed_together() &&
         !timing::Multiprocessor::is_crowded(*record_of(spec), static_cast<std::size_t>(warps_of_block));
}

}  // namespace reconverge::run
