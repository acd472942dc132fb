// SPDX-License-Identifier: MIT
// Scoreboards: what sets one, what it signals, and what waits for it.

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "analysis/checks/checks.hpp"

namespace reconverge::analysis {
namespace {

using emulator::Slot;

constexpr unsigned scoreboards = 6;
constexpr std::size_t slot_count = emulator::first_literal;

/// Results of one register that come only where a predicate holds, or does not hold.
struct Guarded {
  static constexpr std::uint8_t changed = 0xFF;

  std::uint8_t guard = changed;             ///< of Warp::predicates; changed: it was written since
  std::array<std::uint8_t, 2> boards = {};  ///< scoreboards, where it holds and where not

  friend bool operator==(const Guarded&, const Guarded&) = default;
};

/// Pairs of scoreboards: bit 8 r + w, of r of the sources and w of the result (7: none) of one instruction. Either one
/// shows that the sources were read.
using Pairs = std::uint64_t;

/// Instructions that still have to read one register.
struct Readers {
  static constexpr std::uint8_t no_guard = 0xFF;

  Pairs any = 0;                  ///< in which any lane may read it
  std::uint8_t guard = no_guard;  ///< of Warp::predicates
  std::array<Pairs, 2> under{};   ///< that run where the guard holds, and where not; followed to the end of a block

  friend bool operator==(const Readers&, const Readers&) = default;

  Pairs all() const { return any | under[0] | under[1]; }
  void forget_guard() { *this = {.any = all()}; }
  /// @param which  1 under a guard that is negated
  void add(Pairs pairs, bool always, std::uint8_t by, std::size_t which) {
    if (always) {
      any |= pairs;
      return;
    }
    if (guard != by) forget_guard();
    guard = by;
    under[which] |= pairs;
  }
  /// Those of the lanes in which a row runs.
  Pairs beside(bool always, std::uint8_t by, std::size_t which) const {
    return always || guard != by ? all() : any | under[which];
  }
};

/// Uniform registers are read when the instruction issues: compilers overwrite them without a wait.
bool is_read_later(Slot slot) { return slot < emulator::first_uniform; }

/// Of the unit for FP64, which reads the registers of its instructions in their order: none overwrites a source of one
/// before it.
bool is_for_doubles(const sass::Instruction& row) {
  constexpr std::array<std::string_view, 5> opcodes = {"DADD", "DFMA", "DMNMX", "DMUL", "DSETP"};
  return std::ranges::find(opcodes, row.opcode()) != opcodes.end();
}

/// By what is on its way on some path here. Bit i: scoreboard i is clear only afterwards.
struct Pending {
  std::array<std::uint8_t, slot_count> results{};    ///< of registers
  std::array<std::uint8_t, 16> predicate_results{};  ///< of predicates
  /// Of registers, by a guard: followed to the end of a block, where a branch may depend on the predicate.
  std::array<Guarded, slot_count> guarded{};
  /// Who still reads registers: the unit for FP64, and all others.
  std::array<Readers, emulator::first_uniform> double_readers{}, readers{};
  std::uint8_t set = 0;  ///< scoreboards that something on some path here has set

  friend bool operator==(const Pending&, const Pending&) = default;
};

/// All with r or w in a set of scoreboards.
Pairs pairs_of(std::uint8_t waited) {
  Pairs pairs = 0;
  for (unsigned number = 0; number < scoreboards; ++number) {
    if ((waited >> number & 1) == 0) continue;
    pairs |= Pairs{0xFF} << (8 * number);
    for (unsigned other = 0; other < 8; ++other) pairs |= Pairs{1} << (8 * other + number);
  }
  return pairs;
}

void wait(std::uint8_t waited, Pending& pending) {
  if (waited == 0) return;
  const Pairs pairs = pairs_of(waited);
  for (auto& mask : pending.results) mask &= static_cast<std::uint8_t>(~waited);
  for (auto& mask : pending.predicate_results) mask &= static_cast<std::uint8_t>(~waited);
  for (auto* readers : {&pending.double_readers, &pending.readers})
    for (Readers& one : *readers)
      for (Pairs* some : {&one.any, &one.under[0], &one.under[1]}) *some &= ~pairs;
  for (auto& one : pending.guarded)
    for (auto& mask : one.boards) mask &= static_cast<std::uint8_t>(~waited);
}

/// DEPBAR waits for scoreboards, or for all but the last few that set one, which names nothing here.
std::uint8_t waited_by(const sass::Instruction& row) {
  return row.opcode() == "DEPBAR" ? std::uint8_t{0x3F} : row.control->wait_mask;
}

std::uint8_t bit(unsigned scoreboard) {
  return static_cast<std::uint8_t>(scoreboard < scoreboards ? 1u << scoreboard : 0);
}

void set_guarded(const sass::Instruction& row, std::uint8_t guard, std::uint8_t boards, Guarded& result) {
  if (result.guard != guard) result = {.guard = guard};
  result.boards[row.guard.negated ? 1 : 0] = boards;
}

/// What of a guarded result is on its way where a row runs.
std::uint8_t boards_for(const sass::Instruction& row, std::uint8_t guard, const Guarded& result) {
  if (row.guard.always()) return result.boards[0] | result.boards[1];
  return result.guard == guard ? result.boards[row.guard.negated ? 1 : 0] : std::uint8_t{0};
}

/// The predicates that a row writes mean another set of lanes from here on.
void change_guards(std::uint16_t written, Pending& pending) {
  if (written == 0) return;
  for (Guarded& one : pending.guarded)
    if (one.guard != Guarded::changed && (written >> one.guard & 1) != 0) one.guard = Guarded::changed;
  for (auto* readers : {&pending.double_readers, &pending.readers})
    for (Readers& one : *readers)
      if (one.guard != Readers::no_guard && (written >> one.guard & 1) != 0) one.forget_guard();
}

/// What a row overwrites is read no longer, or that has been said; but under a guard only where that holds.
void overwrite(Slot slot, const sass::Instruction& row, std::uint8_t guard, Pending& pending) {
  if (!is_read_later(slot)) return;
  for (auto* readers : {&pending.double_readers, &pending.readers}) {
    Readers& one = (*readers)[slot];
    const Pairs others = row.guard.always() || one.guard != guard ? 0 : one.under[row.guard.negated ? 0 : 1];
    one = {};
    if (others != 0) one.add(others, false, guard, row.guard.negated ? 0 : 1);
  }
}

void set_readers(const Code& code, std::size_t index, Pending& pending) {
  const sass::Instruction& row = code.row(index);
  const sass::ControlWord& word = *row.control;
  if (word.read_scoreboard >= scoreboards) return;
  const Pairs pair = Pairs{1} << (8u * word.read_scoreboard + (word.write_scoreboard & 7u));
  auto& readers = is_for_doubles(row) ? pending.double_readers : pending.readers;
  for (const auto* slots : {&code.uses[index].reads, &code.uses[index].addresses})
    for (const Slot slot : *slots)
      if (is_read_later(slot))
        readers[slot].add(pair, row.guard.always(), code.executable.instructions[index].guard, row.guard.negated);
}

void set(const Code& code, std::size_t index, Pending& pending) {
  const sass::Instruction& row = code.row(index);
  const observers::ValueUse& use = code.uses[index];
  const sass::ControlWord& word = *row.control;
  const std::uint8_t result = bit(word.write_scoreboard), guard = code.executable.instructions[index].guard;
  for (const Slot slot : use.writes) {
    // What a guard may keep from running is followed apart: code that knows that it did not run need not wait.
    if (row.guard.always()) {
      pending.results[slot] = result;
      pending.guarded[slot] = {};
    } else {
      set_guarded(row, guard, result, pending.guarded[slot]);
    }
    overwrite(slot, row, guard, pending);
  }
  for (std::size_t p = 0; p < pending.predicate_results.size(); ++p)
    if ((use.predicate_writes >> p & 1) != 0) pending.predicate_results[p] = result;
  set_readers(code, index, pending);
  change_guards(use.predicate_writes, pending);
  pending.set |= static_cast<std::uint8_t>(result | bit(word.read_scoreboard));
}

void step(const Code& code, std::size_t index, Pending& pending) {
  const sass::Instruction& row = code.row(index);
  wait(waited_by(row), pending);
  set(code, index, pending);
  // They come after earlier accesses in their queue, so that whoever has passed one has read the registers of those:
  // compilers overwrite them after it without a wait.
  const bool passes_accesses =
      row.opcode() == "MEMBAR" || (row.opcode() == "BAR" && (row.has_modifier("SYNC") || row.has_modifier("RED")));
  if (passes_accesses && row.guard.always()) pending.double_readers = pending.readers = {};
}

std::string boards_of(std::uint8_t mask) {
  std::string names;
  for (unsigned number = 0; number < scoreboards; ++number)
    if ((mask >> number & 1) != 0) names += fmt::format("{}SB{}", names.empty() ? "" : ", ", number);
  return names;
}

class Look {
 public:
  Look(const Code& code, Lint& lint) : code_(code), lint_(lint) {}

  void at(std::size_t index, Pending pending) {
    const sass::Instruction& row = code_.row(index);
    const observers::ValueUse& use = code_.uses[index];
    const auto never_set = static_cast<std::uint8_t>(row.control->wait_mask & ~pending.set & 0x3F);
    if (never_set != 0 && code_.is_kernel && !code_.calls())
      add("scoreboard-never-set", index,
          fmt::format("{} waits for {}, which nothing on any path here sets", row.mnemonic, boards_of(never_set)));
    wait(waited_by(row), pending);
    const auto boards = [&](Slot slot) {
      const std::uint8_t guard = code_.executable.instructions[index].guard;
      return static_cast<std::uint8_t>(pending.results[slot] | boards_for(row, guard, pending.guarded[slot]));
    };
    for (const auto* slots : {&use.reads, &use.addresses})
      for (const Slot slot : *slots) result(index, slot, boards(slot), "reads");
    for (const Slot slot : use.writes) result(index, slot, boards(slot), "overwrites");
    for (const Slot slot : use.writes)
      if (is_still_read(index, slot, pending))
        add("source-overwritten", index,
            fmt::format("{} overwrites {} before the scoreboard of an instruction that still reads it is waited for",
                        row.mnemonic, observers::name_of_slot(slot)));
    predicates(index, pending);
  }

 private:
  bool is_still_read(std::size_t index, Slot slot, const Pending& pending) const {
    if (!is_read_later(slot)) return false;
    const sass::Instruction& row = code_.row(index);
    const auto pairs = [&](const Readers& readers) {
      return readers.beside(row.guard.always(), code_.executable.instructions[index].guard, row.guard.negated);
    };
    return pairs(pending.readers[slot]) != 0 || (!is_for_doubles(row) && pairs(pending.double_readers[slot]) != 0);
  }

  void result(std::size_t index, Slot slot, std::uint8_t boards, std::string_view what) {
    if (boards == 0) return;
    add("result-not-awaited", index,
        fmt::format("{} {} {} without a wait for {}, which says when it is there", code_.row(index).mnemonic, what,
                    observers::name_of_slot(slot), boards_of(boards)));
  }

  void predicates(std::size_t index, const Pending& pending) {
    auto read = code_.uses[index].predicate_reads;
    const auto guard = code_.executable.instructions[index].guard;
    if ((guard & sass::true_predicate) != sass::true_predicate) read |= static_cast<std::uint16_t>(1u << guard);
    for (std::size_t p = 0; p < pending.predicate_results.size(); ++p)
      if ((read >> p & 1) != 0 && pending.predicate_results[p] != 0)
        add("result-not-awaited", index,
            fmt::format("{} reads {} without a wait for {}, which says when it is there", code_.row(index).mnemonic,
                        observers::name_of_predicate(static_cast<std::uint8_t>(p)),
                        boards_of(pending.predicate_results[p])));
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
  const auto boards =
      static_cast<std::uint8_t>((bit(word.write_scoreboard) | bit(word.read_scoreboard)) & ~pending.set);
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
  const auto begin = [&](std::size_t index, Pending& pending) {
    if (!begins_block[index]) return;
    pending.guarded = {};
    for (auto* readers : {&pending.double_readers, &pending.readers})
      for (Readers& one : *readers) one.forget_guard();
  };
  const auto walk = [&](std::size_t index, Pending& pending) {
    begin(index, pending);
    step(code, index, pending);
  };
  const auto before = solve(
      code, Pending{}, walk, [](const Pending&) { return Pending{.set = 0x3F}; },
      [](Pending& into, const Pending& from) {
        const Pending old = into;
        for (std::size_t i = 0; i < slot_count; ++i) into.results[i] |= from.results[i];
        for (std::size_t i = 0; i < into.readers.size(); ++i) {
          into.double_readers[i].any |= from.double_readers[i].all();
          into.readers[i].any |= from.readers[i].all();
        }
        for (std::size_t p = 0; p < into.predicate_results.size(); ++p)
          into.predicate_results[p] |= from.predicate_results[p];
        into.set |= from.set;
        return !(old == into);
      });
  Look look(code, lint);
  visit(code, before, walk, [&](std::size_t index, Pending pending) {
    begin(index, pending);
    look.at(index, pending);
    look_at_next(code, index, pending, lint);
  });
}

}  // namespace reconverge::analysis
