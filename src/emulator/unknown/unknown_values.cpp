// SPDX-License-Identifier: MIT
#include "emulator/unknown/unknown_values.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "core/each_lane.hpp"

namespace reconverge::emulator {
namespace {

using core::LaneMask;
using Kind = Mark::Kind;

constexpr std::uint64_t word_bytes = 4;
constexpr Mark not_known{Kind::unknown};

/// A register that can be marked. RZ, what goes nowhere and literals cannot.
bool can_be_marked(std::size_t slot) { return slot != zero_slot && slot != discard_slot && slot < first_literal; }

}  // namespace

Mark Mark::negated() const {
  switch (kind()) {
    case Kind::low: return {Kind::negative_low, epoch()};
    case Kind::negative_low: return {Kind::low, epoch()};
    case Kind::high: return {Kind::negative_high, epoch()};
    case Kind::negative_high: return {Kind::high, epoch()};
    default: return known() ? Mark() : not_known;
  }
}

bool Mark::cancels(Mark other) const {
  const bool is_clock = kind() >= Kind::low && kind() <= Kind::negative_high;
  return is_clock && other.bits_ == negated().bits_;
}

std::unordered_set<std::uint64_t> MarkedMemory::unknown_global_words() const {
  std::unordered_set<std::uint64_t> words;
  for (const auto& [word, mark] : global)
    if (!mark.known()) words.insert(word);
  return words;
}

UnknownValues::UnknownValues(const Executable& executable, std::shared_ptr<MarkedMemory> memory, std::string no_clock,
                             std::function<std::string()> unreliable)
    : executable_(executable),
      memory_(std::move(memory)),
      no_clock_(std::move(no_clock)),
      unreliable_(std::move(unreliable)) {
  for (const auto& row : executable.function.instructions) reads_time_.push_back(time_source(row) != TimeSource::none);
  reads_word_ = unknown_words_read(executable);
}

void UnknownValues::activate() {
  if (active_) return;
  active_ = true;
  slots_.resize(first_literal);
  for (std::uint32_t i = 0; i < executable_.instructions.size(); ++i) flows_.push_back(operand_flow(executable_, i));
}

std::optional<core::Diagnostic> UnknownValues::issued(const Issued& event, const Clock* clock) {
  const std::uint32_t index = event.at.index;
  if (!reads_word_.empty() && event.executing.any())
    if (const auto word = reads_word_.find(index); word != reads_word_.end()) read_word(index, word->second);
  if (!active_ && !reads_time_[index]) return std::nullopt;
  if (reads_time_[index] && event.executing.any()) {
    read_time(active_ ? flows_[index] : operand_flow(executable_, index), event, clock);
    return std::nullopt;
  }
  if (!active_) return std::nullopt;
  const OperandFlow& flow = flows_[index];
  if (decides_where_to_go(flow, event)) return refusal(index);
  write_data(flow, event);
  return std::nullopt;
}

void UnknownValues::read_word(std::uint32_t index, const std::string& name) {
  activate();
  if (first_because_.empty())
    first_because_ = fmt::format("{} of {} was measured on no card (0x{:x} reads it)", name, executable_.function.arch,
                                 executable_.address_of(index));
}

/// Control, and memory: where they go must be known.
bool UnknownValues::decides_where_to_go(const OperandFlow& flow, const Issued& event) const {
  const DecodedInstruction& instruction = executable_.instructions[event.at.index];
  const bool controls = instruction.control.operation != 0;
  if (any_marked(flow.deciding, event.executing)) return true;
  if (!controls && !instruction.accesses_memory) return false;
  bool marked = any_marked(flow.deciding_predicates, event.active);
  for_each_lane(event.active, [&](std::size_t lane) {
    marked = marked || depends_on_unknown_guard(instruction, lane) ||
             (controls && flow.reads_condition_code && !condition_code_[lane].known());
  });
  return marked;
}

std::optional<core::Diagnostic> UnknownValues::reads_local(std::uint32_t index, LaneMask chosen,
                                                           const std::array<std::uint64_t, lanes>& address,
                                                           std::uint64_t bytes) const {
  bool marked = false;
  for_each_lane(chosen, [&](std::size_t lane) {
    for (std::uint64_t word = address[lane] / 4; word * 4 < address[lane] + bytes; ++word) {
      const auto found = local_.find(word * lanes + lane);
      marked = marked || (found != local_.end() && !found->second.known());
    }
  });
  return marked ? std::optional(refusal(index)) : std::nullopt;
}

core::Diagnostic UnknownValues::refusal(std::uint32_t index) const {
  return {
      .failure = core::Failure::emulation,
      .message = fmt::format("{} depends on a value that is not known: {}",
                             executable_.function.instructions[index].mnemonic, first_because_),
      .hint =
          "where control goes, which lanes take part and which address is used must not depend on an unknown value; "
          "cycles are known for one warp on sm_90, and a word of the driver can be given by --const"};
}

bool UnknownValues::depends_on_unknown_guard(const DecodedInstruction& instruction, std::size_t lane) const {
  return !predicates_[instruction.guard][lane].known();
}

bool UnknownValues::any_marked(const std::vector<OperandSlots>& operands, LaneMask chosen) const {
  return std::ranges::any_of(operands, [&](const OperandSlots& operand) {
    bool marked = false;
    for (std::size_t slot = operand.first; slot < operand.first + std::size_t{operand.words}; ++slot)
      if (can_be_marked(slot))
        for_each_lane(chosen, [&](std::size_t lane) { marked = marked || !slots_[slot][lane].known(); });
    return marked;
  });
}

bool UnknownValues::any_marked(const std::vector<std::uint8_t>& predicates, LaneMask chosen) const {
  return std::ranges::any_of(predicates, [&](std::uint8_t predicate) {
    bool marked = false;
    for_each_lane(chosen, [&](std::size_t lane) { marked = marked || !predicates_[predicate][lane].known(); });
    return marked;
  });
}

/// A value of the first epoch is known. Of a later one only differences are; of none at all, nothing.
void UnknownValues::read_time(const OperandFlow& flow, const Issued& event, const Clock* clock) {
  const bool has_clock = clock != nullptr && no_clock_.empty();
  ClockReading reading = has_clock ? clock->reading(event.at.index) : ClockReading{std::nullopt, no_clock_};
  if (flow.time == TimeSource::timer)
    reading = {std::nullopt, "the timer counts nanoseconds, and how long a cycle takes is not known"};
  if (const std::string why = unreliable_ ? unreliable_() : ""; !why.empty()) reading = {std::nullopt, why};
  const bool is_known = reading.epoch == std::uint64_t{0};
  if (is_known && !active_) return;
  activate();
  if (!is_known) {
    Read& read = reads_[event.at.index];
    if (read.times++ == 0) read = {1, event.executing, reading.because};
    if (first_because_.empty()) first_because_ = reading.because;
  }
  const auto marked = [&](Kind kind) {
    return is_known ? Mark() : reading.epoch ? Mark(kind, *reading.epoch) : not_known;
  };
  const Mark first = marked(flow.time == TimeSource::clock_high ? Kind::high : Kind::low);
  const Mark second = flow.time == TimeSource::clock_high ? Mark() : marked(Kind::high);
  const LaneMask written = executable_.instructions[event.at.index].uniform ? LaneMask::all() : event.executing;
  for (const OperandSlots& destination : flow.destinations)
    for (std::size_t word = 0; word < destination.words; ++word)
      if (can_be_marked(destination.first + word)) {
        const bool is_uniform = destination.first >= first_uniform;
        for_each_lane(is_uniform ? LaneMask::all() : written,
                      [&](std::size_t lane) { slots_[destination.first + word][lane] = word == 0 ? first : second; });
      }
}

/// The unknown values among those that an instruction reads in a lane.
Mark UnknownValues::joined(const OperandFlow& flow, std::size_t lane) const {
  const LaneMask one = LaneMask::lane(static_cast<int>(lane));
  const bool marked = !flow.unknown_word.empty() || any_marked(flow.sources, one) ||
                      any_marked(flow.predicate_sources, one) ||
                      (flow.reads_condition_code && !condition_code_[lane].known());
  return marked ? not_known : Mark();
}

/// One word of a sum. Two clock values that cancel leave a known word, in the upper half also with the carry of their
/// lower halves.
Mark UnknownValues::sum(const OperandFlow& flow, std::size_t word, std::size_t lane) const {
  if (!flow.unknown_word.empty()) return not_known;
  std::vector<Mark> marks;
  for (const OperandSlots& source : flow.sources) {
    const std::size_t slot = source.first + word;
    if (word >= source.words || !can_be_marked(slot) || slots_[slot][lane].known()) continue;
    if (source.factor == 0) return not_known;
    marks.push_back(source.factor > 0 ? slots_[slot][lane] : slots_[slot][lane].negated());
  }
  const bool cancels = marks.size() == 2 && marks[0].cancels(marks[1]);
  const bool is_high = cancels && (marks[0].kind() == Kind::high || marks[0].kind() == Kind::negative_high);
  for (const std::uint8_t predicate : flow.predicate_sources) {
    const Mark carry = predicates_[predicate][lane];
    const bool belongs = carry.kind() == Kind::carry && is_high && carry.epoch() == marks[0].epoch();
    if (!carry.known() && !belongs) return not_known;
  }
  if (flow.reads_condition_code && !condition_code_[lane].known()) return not_known;
  if (marks.empty() || cancels) return {};
  return marks.size() == 1 && word == 0 && flow.destinations.front().words == 1 ? marks[0] : not_known;
}

void UnknownValues::write_sum(const OperandFlow& flow, std::size_t lane) {
  const OperandSlots& destination = flow.destinations.front();
  const Mark all = joined(flow, lane);
  std::array<Mark, 4> words{};
  for (std::size_t word = 0; word < destination.words; ++word) words[word] = sum(flow, word, lane);
  std::uint64_t epoch = 0;
  bool cancels_low = words[0].known() && destination.words == 1;
  for (const OperandSlots& source : flow.sources) {
    const Mark mark = can_be_marked(source.first) ? slots_[source.first][lane] : Mark();
    if (mark.known()) continue;
    cancels_low = cancels_low && (mark.kind() == Kind::low || mark.kind() == Kind::negative_low);
    epoch = mark.epoch();
  }
  const Mark carry = all.known() ? Mark() : cancels_low ? Mark(Kind::carry, epoch) : not_known;
  for (std::size_t word = 0; word < destination.words; ++word)
    if (can_be_marked(destination.first + word)) slots_[destination.first + word][lane] = words[word];
  for (const std::uint8_t predicate : flow.predicate_destinations) predicates_[predicate][lane] = carry;
  if (flow.writes_condition_code) condition_code_[lane] = all;
}

void UnknownValues::write_across_lanes(const OperandFlow& flow, LaneMask chosen, bool uniform) {
  Mark result;
  for_each_lane(chosen, [&](std::size_t lane) { result = joined(flow, lane).known() ? result : not_known; });
  const auto written = [&](bool is_uniform) { return uniform || is_uniform ? LaneMask::all() : chosen; };
  for (const OperandSlots& destination : flow.destinations)
    for (std::size_t slot = destination.first; slot < destination.first + std::size_t{destination.words}; ++slot)
      if (can_be_marked(slot))
        for_each_lane(written(slot >= first_uniform), [&](std::size_t lane) { slots_[slot][lane] = result; });
  for (const std::uint8_t predicate : flow.predicate_destinations)
    for_each_lane(written(predicate >= first_uniform_predicate),
                  [&](std::size_t lane) { predicates_[predicate][lane] = result; });
}

void UnknownValues::write_data(const OperandFlow& flow, const Issued& event) {
  const DecodedInstruction& instruction = executable_.instructions[event.at.index];
  if (instruction.accesses_memory) {
    for (std::size_t lane = 0; lane < lanes; ++lane) atomic_data_[lane] = !joined(flow, lane).known();
    return;  // the rest once it is known where
  }
  const LaneMask all_if_uniform = instruction.uniform && event.executing.any() ? LaneMask::all() : event.executing;
  if (flow.crosses_lanes) {
    if (event.executing.any()) write_across_lanes(flow, all_if_uniform, instruction.uniform);
  } else {
    for_each_lane(event.executing, [&](std::size_t lane) {
      if (flow.is_sum) return write_sum(flow, lane);
      const Mark result = joined(flow, lane);
      for (const OperandSlots& destination : flow.destinations)
        for (std::size_t slot = destination.first; slot < destination.first + std::size_t{destination.words}; ++slot)
          if (can_be_marked(slot)) slots_[slot][lane] = result;
      for (const std::uint8_t predicate : flow.predicate_destinations) predicates_[predicate][lane] = result;
      if (flow.writes_condition_code) condition_code_[lane] = result;
    });
  }
  for_each_lane(event.active, [&](std::size_t lane) {  // whether it is written is not known
    if (!depends_on_unknown_guard(instruction, lane)) return;
    for (const OperandSlots& destination : flow.destinations)
      for (std::size_t slot = destination.first; slot < destination.first + std::size_t{destination.words}; ++slot)
        if (can_be_marked(slot)) slots_[slot][lane] = not_known;
    for (const std::uint8_t predicate : flow.predicate_destinations) predicates_[predicate][lane] = not_known;
  });
}

Mark& UnknownValues::memory_mark(const Access& access, std::size_t lane, std::uint64_t address) {
  const std::uint64_t word = address / word_bytes;
  if (access.space == Space::local) return local_[word * lanes + lane];
  return (access.space == Space::shared ? memory_->shared : memory_->global)[word];
}

Mark UnknownValues::loaded(const Access& access, std::size_t lane, std::uint64_t address) {
  if (access.space == Space::constant) return {};
  const Mark mark = memory_mark(access, lane, address);
  return access.bytes < word_bytes && !mark.known() ? not_known : mark;
}

/// Where words of one lane go to others, or come past the registers: all are unknown if any may be.
void UnknownValues::accessed_together(const OperandFlow& flow, const Access& access, std::size_t words) {
  bool unknown = any_marked(flow.sources, access.lanes) || !flow.unknown_word.empty();
  if (flow.copies_memory) unknown = unknown || !memory_->unknown_global_words().empty();
  const auto each_word = [&](auto visit) {
    for_each_lane(access.lanes, [&](std::size_t lane) {
      for (std::size_t word = 0; word < words; ++word) visit(lane, access.address[lane] + word * word_bytes);
    });
  };
  if (!access.writes)
    each_word(
        [&](std::size_t lane, std::uint64_t address) { unknown = unknown || !loaded(access, lane, address).known(); });
  const Mark mark = unknown ? not_known : Mark();
  if (access.writes)
    each_word([&](std::size_t lane, std::uint64_t address) { memory_mark(access, lane, address) = mark; });
  for (const OperandSlots& destination : flow.destinations)
    for (std::size_t slot = destination.first; slot < destination.first + std::size_t{destination.words}; ++slot)
      if (can_be_marked(slot)) for_each_lane(access.lanes, [&](std::size_t lane) { slots_[slot][lane] = mark; });
}

void UnknownValues::accessed(std::uint32_t index, const Access& access) {
  if (!active_) return;
  const OperandFlow& flow = flows_[index];
  const std::size_t words = std::max<std::size_t>(access.bytes / word_bytes, 1);
  if (flow.copies_memory || flow.crosses_lanes) return accessed_together(flow, access, words);
  for_each_lane(access.lanes, [&](std::size_t lane) {
    const bool is_atomic = access.reads && access.writes;
    bool unknown = is_atomic && atomic_data_[lane];
    for (std::size_t word = 0; word < words; ++word) {
      const std::uint64_t address = access.address[lane] + word * word_bytes;
      if (is_atomic) {
        unknown = unknown || !loaded(access, lane, address).known();
        if (unknown) memory_mark(access, lane, address) = not_known;
      } else if (access.writes) {
        const std::size_t slot = flow.sources.empty() ? std::size_t{zero_slot} : flow.sources.front().first + word;
        const Mark data = can_be_marked(slot) ? slots_[slot][lane] : Mark();
        Mark& held = memory_mark(access, lane, address);
        held = access.bytes >= word_bytes ? data : data.known() ? held : not_known;
      }
    }
    for (const OperandSlots& destination : flow.destinations)
      for (std::size_t word = 0; word < destination.words; ++word) {
        if (!can_be_marked(destination.first + word)) continue;
        const std::size_t at = std::min(word, words - 1);
        const Mark mark = is_atomic                    ? (unknown ? not_known : Mark())
                          : !flow.unknown_word.empty() ? not_known
                                                       : loaded(access, lane, access.address[lane] + at * word_bytes);
        slots_[destination.first + word][lane] = mark;
      }
    for (const std::uint8_t predicate : flow.predicate_destinations)
      predicates_[predicate][lane] = unknown ? not_known : Mark();
  });
}

std::map<int, LaneMask> UnknownValues::unknown_registers() const {
  std::map<int, LaneMask> unknown;
  if (!active_) return unknown;
  for (int index = 0; index < sass::zero_register; ++index)
    for (std::size_t lane = 0; lane < lanes; ++lane)
      if (!slots_[static_cast<std::size_t>(index)][lane].known())
        unknown[index] |= LaneMask::lane(static_cast<int>(lane));
  return unknown;
}

}  // namespace reconverge::emulator
