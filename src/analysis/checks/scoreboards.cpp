// SPDX-License-Identifier: MIT
// Scoreboards: what sets one, what it signals, and what waits for it.

#include <fmt/core.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "analysis/checks/checks.hpp"
#include "analysis/checks/pending.hpp"

namespace reconverge::analysis {
namespace {

using emulator::Slot;

std::string boards_of(std::uint8_t mask) {
  std::string names;
  for (unsigned number = 0; number < scoreboards; ++number)
    if ((mask >> number & 1) != 0) names += fmt::format("{}SB{}", names.empty() ? "" : ", ", number);
  return names;
}

class Look {
 public:
  Look(const Code& code, Lint& lint) : code_(code), lint_(lint) {}

  void at(std::size_t index, const Pending& pending) {
    const sass::Instruction& row = code_.row(index);
    const observers::ValueUse& use = code_.uses[index];
    const auto never_set = static_cast<std::uint8_t>(row.control->wait_mask & ~pending.set & 0x3F);
    if (never_set != 0 && code_.is_kernel && !code_.calls())
      add("scoreboard-never-set", index,
          fmt::format("{} waits for {}, which nothing on any path here sets", row.mnemonic, boards_of(never_set)));
    for (const auto* slots : {&use.reads, &use.addresses, &use.descriptors}) registers(index, *slots, pending);
    for (const Slot slot : use.writes) overwritten(index, slot, pending);
    predicates(index, pending);
  }

 private:
  std::uint8_t guard_of(std::size_t index) const { return code_.executable.instructions[index].guard; }

  /// What a row has not waited for.
  Result left(std::size_t index, Result result) const {
    result.wait(waited_by(code_.row(index)));
    return result;
  }

  /// What of a register is on its way where a row runs.
  Result result_in(std::size_t index, Slot slot, const Pending& pending) const {
    const sass::Instruction& row = code_.row(index);
    Result result = pending.results[slot];
    const Guarded& guarded = pending.guarded[slot];
    for (const std::size_t which : {0, 1})
      if (row.guard.always() || (guarded.guard == guard_of(index) && row.guard.negated == (which == 1)))
        result |= guarded.results[which];
    return left(index, result);
  }

  /// Registers that follow one another and come together, as the halves of an address, are told once.
  void registers(std::size_t index, const std::vector<Slot>& slots, const Pending& pending) {
    for (std::size_t first = 0, end = 0; first < slots.size(); first = end) {
      const Result result = result_in(index, slots[first], pending);
      for (end = first + 1; end < slots.size() && slots[end] == slots[end - 1] + 1; ++end)
        if (!(result_in(index, slots[end], pending) == result)) break;
      std::string name = observers::name_of_slot(slots[first]);
      if (end - first > 1) name += (end - first == 2 ? " and " : " to ") + observers::name_of_slot(slots[end - 1]);
      read(index, name, result);
    }
  }

  void overwritten(std::size_t index, Slot slot, const Pending& pending) {
    const Result result = result_in(index, slot, pending);
    const Latency latency = latency_of(code_.row(index), code_.architecture);
    const bool comes_first = result.queues != 0 && result.queues == queue_bit(latency.results);
    // Compilers let a load that nobody uses come at any time, also beside itself in a loop.
    const bool is_unused = (result.boards & Result::unsaid) != 0 && latency.result_varies;
    if (!comes_first && !is_unused) used(index, observers::name_of_slot(slot), result, "overwrites");
    look_at_readers(index, slot, latency, pending);
  }

  void look_at_readers(std::size_t index, Slot slot, const Latency& latency, const Pending& pending) {
    if (!is_read_later(slot)) return;
    const sass::Instruction& row = code_.row(index);
    const std::uint8_t waited = waited_by(row);
    Pairs pairs = 0;
    bool is_silent = false;
    for (std::size_t queue = 0; queue < pending.readers.size(); ++queue) {
      const bool reads_first = latency.sources != Queue::none && queue == static_cast<std::size_t>(latency.sources);
      if (reads_first) continue;
      pairs |= pending.readers[queue][slot].beside(row.guard.always(), guard_of(index), row.guard.negated);
      const std::uint8_t silent = pending.silent_readers[queue][slot];
      is_silent = is_silent || (silent != 0 && (silent & waited) == 0);
    }
    const bool is_read = (pairs & ~pairs_of(waited)) != 0;
    if (!is_read && !is_silent) return;
    const std::string name = observers::name_of_slot(slot);
    add("source-overwritten", index,
        is_silent
            ? fmt::format("{} overwrites {}, which an instruction that sets no scoreboard may still read", row.mnemonic,
                          name)
            : fmt::format("{} overwrites {} before the scoreboard of an instruction that still reads it is waited for",
                          row.mnemonic, name));
  }

  void used(std::size_t index, const std::string& name, const Result& result, std::string_view what) {
    if (result.boards == 0) return;
    const std::string& mnemonic = code_.row(index).mnemonic;
    add("result-not-awaited", index,
        (result.boards & Result::unsaid) != 0
            ? fmt::format("{} {} {}, and no scoreboard says when it is there", mnemonic, what, name)
            : fmt::format("{} {} {} without a wait for {}, which says when it is there", mnemonic, what, name,
                          boards_of(result.boards)));
  }

  void read(std::size_t index, const std::string& name, const Result& result) { used(index, name, result, "reads"); }

  void predicates(std::size_t index, const Pending& pending) {
    auto reads = code_.uses[index].predicate_reads;
    const auto guard = guard_of(index);
    if ((guard & sass::true_predicate) != sass::true_predicate) reads |= static_cast<std::uint16_t>(1u << guard);
    for (std::size_t p = 0; p < pending.predicate_results.size(); ++p)
      if ((reads >> p & 1) != 0)
        read(index, observers::name_of_predicate(static_cast<std::uint8_t>(p)),
             left(index, pending.predicate_results[p]));
  }

  void add(std::string_view rule, std::size_t index, std::string message) {
    lint_.remarks.push_back({rule, index, std::move(message)});
  }

  const Code& code_;
  Lint& lint_;
};

/// A scoreboard is not seen in the cycle after it was set: what waits for it then continues at once.
void look_at_next(const Code& code, std::size_t index, const Pending& pending, Lint& lint) {
  if (code.record == nullptr || code.record->absent.contains("issue") || index + 1 >= code.size()) return;
  const sass::ControlWord& word = *code.row(index).control;
  const sass::Instruction& next = code.row(index + 1);
  const auto boards = static_cast<std::uint8_t>(
      (scoreboard_bit(word.write_scoreboard) | scoreboard_bit(word.read_scoreboard)) & ~pending.set);
  const int stall =
      word.stall == 0 && !word.yield ? code.record->issue.yield_without_stall : std::max<int>(word.stall, 1);
  const bool follows = code.roles[index] == sass::ControlRole::none && code.row(index).gap_after == sass::Gap::none;
  if (!follows || stall > code.record->issue.unseen_scoreboard || (boards & next.control->wait_mask) == 0) return;
  lint.remarks.push_back(
      {"scoreboard-not-seen", index + 1,
       fmt::format("{} waits for {} a cycle after {} sets it, which is too early to see it", next.mnemonic,
                   boards_of(static_cast<std::uint8_t>(boards & next.control->wait_mask)), code.row(index).mnemonic)});
}

}  // namespace

void check_scoreboards(const Code& code, Lint& lint) {
  if (code.architecture < 50 || !code.has_control_words()) return;
  std::vector<bool> begins_block(code.size(), false);
  for (const sass::Block& block : code.flow.blocks) begins_block[block.first] = true;
  const auto walk = [&](std::size_t index, Pending& pending) {
    if (begins_block[index]) pending.begin_block();
    pending.step(code, index);
  };
  const auto before = solve(
      code, Pending{}, walk, [](const Pending&) { return Pending{.set = 0x3F}; },
      [](Pending& into, const Pending& from) { return into.join(from); });
  Look look(code, lint);
  visit(code, before, walk, [&](std::size_t index, const Pending& pending) {
    if (begins_block[index]) {
      Pending begun = pending;
      begun.begin_block();
      look.at(index, begun);
    } else {
      look.at(index, pending);
    }
    look_at_next(code, index, pending, lint);
  });
}

}  // namespace reconverge::analysis
