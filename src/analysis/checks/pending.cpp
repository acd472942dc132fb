// SPDX-License-Identifier: MIT
#include "analysis/checks/pending.hpp"

#include <algorithm>
#include <string_view>

#include "analysis/checks/checks.hpp"

namespace reconverge::analysis {
namespace {

using emulator::Slot;

struct LatencyRow {
  std::string_view opcode;
  Latency latency;
  int last_architecture = 999;  ///< on later ones the latency is fixed
};

constexpr Latency load = {true, true, Queue::none, Queue::memory};
constexpr Latency shared_load = {true, true, Queue::shared_loads, Queue::memory};
constexpr Latency store = {false, true, Queue::none, Queue::memory};
constexpr Latency conversion = {true, true, Queue::conversions, Queue::conversions};
constexpr Latency result_alone = {true, false, Queue::addresses, Queue::none};

// From sm_75 on: every row of these that a compiler makes, and whose result is used, sets a scoreboard, or a later one
// of its queue does.
constexpr LatencyRow latencies[] = {
    {"LDG", load},           {"LD", load},
    {"LDL", load},           {"ATOM", load},
    {"ATOMG", load},         {"ATOMS", shared_load},
    {"SHFL", shared_load},   {"STG", store},
    {"ST", store},           {"STL", store},
    {"STS", store},          {"RED", store},
    {"REDG", store},         {"S2R", {true, false, Queue::shared_loads, Queue::none}},
    {"S2UR", result_alone},  {"LDC", result_alone},
    {"LDCU", result_alone},  {"MATCH", result_alone},
    {"REDUX", result_alone}, {"R2UR", result_alone, 89},
    {"MUFU", conversion},    {"I2F", conversion},
    {"F2I", conversion},     {"F2F", conversion},
    {"FRND", conversion},    {"POPC", conversion},
    {"FLO", conversion},     {"BREV", conversion},
    {"LDS", shared_load},
};

/// Of the unit for FP64, which reads the registers of its instructions in their order, and writes its results so: none
/// overwrites what one before it reads or writes too early.
constexpr std::string_view doubles[] = {"DADD", "DFMA", "DMNMX", "DMUL", "DSETP"};
/// Where it is narrow, so that its latency varies.
constexpr int narrow_doubles[] = {75, 80, 86, 89, 120};

void set_guarded(const sass::Instruction& row, std::uint8_t guard, const Result& result, Guarded& guarded) {
  if (guarded.guard != guard) guarded = {.guard = guard};
  guarded.results[row.guard.negated ? 1 : 0] = result;
}

/// The predicates that a row writes mean another set of lanes from here on.
void change_guards(std::uint16_t written, Pending& pending) {
  if (written == 0) return;
  for (Guarded& one : pending.guarded)
    if (one.guard != Guarded::changed && (written >> one.guard & 1) != 0) one.guard = Guarded::changed;
  for (auto& readers : pending.readers)
    for (Readers& one : readers)
      if (one.guard != Readers::no_guard && (written >> one.guard & 1) != 0) one.forget_guard();
}

/// What a row overwrites is read no longer, or that has been said; but under a guard only where that holds.
void overwrite(Slot slot, const sass::Instruction& row, std::uint8_t guard, Pending& pending) {
  if (!is_read_later(slot)) return;
  for (auto& readers : pending.silent_readers) readers[slot] = 0;
  for (auto& readers : pending.readers) {
    Readers& one = readers[slot];
    const Pairs others = row.guard.always() || one.guard != guard ? 0 : one.under[row.guard.negated ? 0 : 1];
    one = {};
    if (others != 0) one.add(others, false, guard, row.guard.negated ? 0 : 1);
  }
}

/// A row of a queue sets scoreboards, which tell of earlier rows of it too.
void follow(const Latency& latency, const sass::ControlWord& word, Pending& pending) {
  const std::uint8_t result = scoreboard_bit(word.write_scoreboard);
  if ((pending.unsaid & queue_bit(latency.results)) != 0 && result != 0) {
    for (Result& one : pending.results) one.follow(latency.results, result);
    for (Result& one : pending.predicate_results) one.follow(latency.results, result);
    for (Guarded& guarded : pending.guarded)
      for (Result& one : guarded.results) one.follow(latency.results, result);
  }
  const auto set = static_cast<std::uint8_t>(result | scoreboard_bit(word.read_scoreboard));
  if ((pending.unread & queue_bit(latency.sources)) == 0 || set == 0) return;
  for (std::uint8_t& one : pending.silent_readers[static_cast<std::size_t>(latency.sources)])
    if (one != 0) one |= set;
}

/// A result that no scoreboard tells of is found where it is first used, and not again.
void take(const observers::ValueUse& use, Pending& pending) {
  for (const auto* slots : {&use.reads, &use.addresses})
    for (const Slot slot : *slots) {
      pending.results[slot].wait(Result::unsaid);
      for (Result& one : pending.guarded[slot].results) one.wait(Result::unsaid);
    }
}

void set_readers(const Code& code, std::size_t index, const Latency& latency, Pending& pending) {
  const sass::Instruction& row = code.row(index);
  const sass::ControlWord& word = *row.control;
  const bool is_silent = word.read_scoreboard >= scoreboards;
  // Whoever overwrites may know that a guard kept the row from running.
  if (is_silent && (!latency.sources_vary || !row.guard.always())) return;
  const Pairs pair = Pairs{1} << (8u * (word.read_scoreboard & 7u) + (word.write_scoreboard & 7u));
  const auto queue = static_cast<std::size_t>(latency.sources);
  for (const auto* slots : {&code.uses[index].reads, &code.uses[index].addresses})
    for (const Slot slot : *slots) {
      if (!is_read_later(slot)) continue;
      if (is_silent) pending.silent_readers[queue][slot] = Result::unsaid | scoreboard_bit(word.write_scoreboard);
      else
        pending.readers[queue][slot].add(pair, row.guard.always(), code.executable.instructions[index].guard,
                                         row.guard.negated);
    }
  if (is_silent) pending.unread |= queue_bit(latency.sources);
}

void set_results(const Code& code, std::size_t index, const Latency& latency, Pending& pending) {
  const sass::Instruction& row = code.row(index);
  const observers::ValueUse& use = code.uses[index];
  Result result{.boards = scoreboard_bit(row.control->write_scoreboard), .queues = queue_bit(latency.results)};
  if (result.boards == 0 && latency.result_varies) {
    result.boards = Result::unsaid;
    pending.unsaid |= queue_bit(latency.results);
  }
  const std::uint8_t guard = code.executable.instructions[index].guard;
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
  // That of an atomic without another result is there when its sources were read.
  Result predicate = result;
  if (const std::uint8_t read = scoreboard_bit(row.control->read_scoreboard);
      result.boards == Result::unsaid && read != 0)
    predicate.boards = read;
  for (std::size_t p = 0; p < pending.predicate_results.size(); ++p)
    if ((use.predicate_writes >> p & 1) != 0) pending.predicate_results[p] = predicate;
}

}  // namespace

Latency latency_of(const sass::Instruction& row, int architecture) {
  if (std::ranges::find(doubles, row.opcode()) != std::end(doubles)) {
    const bool varies = std::ranges::find(narrow_doubles, architecture) != std::end(narrow_doubles);
    return {varies, varies, Queue::doubles, Queue::doubles};
  }
  if (architecture < 75) return {};
  const auto found = std::ranges::find(latencies, row.opcode(), &LatencyRow::opcode);
  return found == std::end(latencies) || architecture > found->last_architecture ? Latency{} : found->latency;
}

Pairs pairs_of(std::uint8_t waited) {
  Pairs pairs = 0;
  for (unsigned number = 0; number < scoreboards; ++number) {
    if ((waited >> number & 1) == 0) continue;
    pairs |= Pairs{0xFF} << (8 * number);
    for (unsigned other = 0; other < 8; ++other) pairs |= Pairs{1} << (8 * other + number);
  }
  return pairs;
}

Result& Result::operator|=(const Result& other) {
  boards |= other.boards;
  queues |= other.queues;
  return *this;
}

void Result::wait(std::uint8_t waited) {
  boards &= static_cast<std::uint8_t>(~waited);
  if (boards == 0) queues = 0;
}

void Result::follow(Queue queue, std::uint8_t set) {
  if ((boards & unsaid) == 0 || (queues & queue_bit(queue)) == 0) return;
  boards |= set;
  if (queues == queue_bit(queue)) boards &= static_cast<std::uint8_t>(~unsaid);
}

void Readers::add(Pairs pairs, bool always, std::uint8_t by, std::size_t which) {
  if (always) {
    any |= pairs;
    return;
  }
  if (guard != by) forget_guard();
  guard = by;
  under[which] |= pairs;
}

Pairs Readers::beside(bool always, std::uint8_t by, std::size_t which) const {
  return always || guard != by ? all() : any | under[which];
}

void Pending::begin_block() {
  guarded = {};
  for (auto& some : readers)
    for (Readers& one : some) one.forget_guard();
}

void Pending::wait(std::uint8_t waited) {
  if (waited == 0) return;
  const Pairs pairs = pairs_of(waited);
  for (Result& one : results) one.wait(waited);
  for (Result& one : predicate_results) one.wait(waited);
  for (auto& some : readers)
    for (Readers& one : some)
      for (Pairs* pair : {&one.any, &one.under[0], &one.under[1]}) *pair &= ~pairs;
  for (auto& some : silent_readers)
    for (std::uint8_t& one : some)
      if ((one & waited) != 0) one = 0;
  for (Guarded& one : guarded)
    for (Result& result : one.results) result.wait(waited);
}

void Pending::step(const Code& code, std::size_t index) {
  const sass::Instruction& row = code.row(index);
  const Latency latency = latency_of(row, code.architecture);
  wait(waited_by(row));
  take(code.uses[index], *this);
  follow(latency, *row.control, *this);
  set_results(code, index, latency, *this);
  set_readers(code, index, latency, *this);
  change_guards(code.uses[index].predicate_writes, *this);
  set |= static_cast<std::uint8_t>(scoreboard_bit(row.control->write_scoreboard) |
                                   scoreboard_bit(row.control->read_scoreboard));
  // They come after earlier accesses in their queue, so that whoever has passed one has read the registers of those:
  // compilers overwrite them after it without a wait.
  const bool passes_accesses =
      row.opcode() == "MEMBAR" || (row.opcode() == "BAR" && (row.has_modifier("SYNC") || row.has_modifier("RED")));
  if (!passes_accesses || !row.guard.always()) return;
  readers = {};
  silent_readers = {};
}

bool Pending::join(const Pending& from) {
  const Pending old = *this;
  for (std::size_t i = 0; i < slot_count; ++i) results[i] |= from.results[i];
  for (std::size_t q = 0; q < source_queues; ++q)
    for (std::size_t i = 0; i < readers[q].size(); ++i) readers[q][i].any |= from.readers[q][i].all();
  for (std::size_t q = 0; q < source_queues; ++q)
    for (std::size_t i = 0; i < silent_readers[q].size(); ++i) silent_readers[q][i] |= from.silent_readers[q][i];
  for (std::size_t p = 0; p < predicate_results.size(); ++p) predicate_results[p] |= from.predicate_results[p];
  set |= from.set;
  unsaid |= from.unsaid;
  unread |= from.unread;
  return !(old == *this);
}

std::uint8_t waited_by(const sass::Instruction& row) {
  return row.opcode() == "DEPBAR" ? std::uint8_t{0x3F} : row.control->wait_mask;
}

std::uint8_t scoreboard_bit(unsigned scoreboard) {
  return static_cast<std::uint8_t>(scoreboard < scoreboards ? 1u << scoreboard : 0);
}

}  // namespace reconverge::analysis
