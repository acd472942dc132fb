// SPDX-License-Identifier: MIT
#include "emulator/unknown/unknown_values.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "core/each_lane.hpp"
#include "emulator/opcodes/device_runtime.hpp"

namespace reconverge::emulator {
namespace {

using core::LaneMask;
using Kind = Mark::Kind;

constexpr std::uint64_t word_bytes = 4;
constexpr Mark not_known{Kind::unknown};

/// A register that can be marked. RZ, what goes nowhere and literals cannot.
bool can_be_marked(std::size_t slot) { return slot != zero_slot && slot != discard_slot && slot < first_literal; }

template <typename Visit> void for_each_slot(const std::vector<OperandSlots>& operands, Visit visit) {
  for (const OperandSlots& operand : operands)
    for (std::size_t slot = operand.first; slot < operand.first + std::size_t{operand.words}; ++slot)
      if (can_be_marked(slot)) visit(slot);
}

/// The data of atomics is looked at before.
RowUse row_use(const Executable& executable, std::uint32_t index, const OperandFlow& flow) {
  const DecodedInstruction& instruction = executable.instructions[index];
  const std::string_view opcode = executable.function.instructions[index].opcode();
  const bool is_plain = opcode.starts_with("LD") || opcode.starts_with("ST");
  RowUse use{.is_guarded = instruction.predicated(),
             .is_alone = prints(instruction) || (instruction.accesses_memory && !is_plain)};
  const auto read = [&](std::size_t value) { use.reads.set(value); };
  const auto predicate = [](std::uint8_t number) { return ValueSet::first_predicate + number; };
  for_each_slot(flow.sources, read);
  for_each_slot(flow.deciding, read);
  for (const std::uint8_t number : flow.predicate_sources) read(predicate(number));
  for (const std::uint8_t number : flow.deciding_predicates) read(predicate(number));
  read(predicate(instruction.guard));
  if (flow.reads_condition_code) read(ValueSet::condition_code);
  for_each_slot(flow.destinations, [&](std::size_t slot) { use.writes.set(slot); });
  for (const std::uint8_t number : flow.predicate_destinations) use.writes.set(predicate(number));
  use.writes.set(ValueSet::condition_code, flow.writes_condition_code);
  return use;
}

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

std::shared_ptr<const UnknownValues::Code> UnknownValues::code_of(const Executable& executable) {
  auto code = std::make_shared<Code>();
  code->reads_word = unknown_words_read(executable);
  code->flows = operand_flows(executable);
  for (const sass::Instruction& row : executable.function.instructions)
    code->reads_time.push_back(time_source(row) != TimeSource::none);
  code->next_read = next_rows(code->flows.size(), [&](std::size_t i) {
    return code->reads_time[i] || code->reads_word.contains(static_cast<std::uint32_t>(i));
  });
  code->place.resize(first_literal);
  for (const OperandFlow& flow : code->flows)
    for (const auto* operands : {&flow.sources, &flow.destinations, &flow.deciding})
      for_each_slot(*operands, [&](std::size_t slot) {
        if (code->place[slot] == 0) code->place[slot] = static_cast<std::uint16_t>(code->places++);
      });
  code->runs = run_uses(executable, [&](std::uint32_t i) { return row_use(executable, i, code->flows[i]); });
  return code;
}

UnknownValues::UnknownValues(const Executable& executable, std::shared_ptr<const Code> code,
                             std::shared_ptr<MarkedMemory> memory, std::string no_clock,
                             std::function<std::string()> unreliable)
    : executable_(executable),
      memory_(std::move(memory)),
      no_clock_(std::move(no_clock)),
      unreliable_(std::move(unreliable)),
      code_(std::move(code)) {}

void UnknownValues::follow() {
  if (active_) return;
  active_ = true;
  slots_.resize(code_->places);
}

std::uint32_t UnknownValues::rows_at_once(std::uint32_t first) const {
  const std::uint32_t unread = code_->next_read[first] - first;
  if (!active_ || unread == 0) return unread;
  const RunUse& run = code_->runs[first];
  return run.reads.intersects(marked_) || run.writes.intersects(marked_) ? 0 : std::min(unread, run.rows);
}

std::optional<core::Diagnostic> UnknownValues::issued(const Issued& event, const Clock* clock) {
  const std::uint32_t index = event.at.index;
  if (code_->next_read[index] == index && event.executing.any()) {
    if (const auto word = code_->reads_word.find(index); word != code_->reads_word.end())
      read_word(index, word->second);
    if (code_->reads_time[index]) {
      read_time(code_->flows[index], event, clock);
      return std::nullopt;
    }
  }
  if (!active_) return std::nullopt;
  const OperandFlow& flow = code_->flows[index];
  if (decides_where_to_go(flow, event)) return refusal(index);
  write_data(flow, event);
  note_results(flow);
  return std::nullopt;
}

void UnknownValues::mark_loaded(std::uint32_t index, LaneMask chosen) {
  follow();
  const OperandFlow& flow = code_->flows[index];
  for_each_lane(chosen, [&](std::size_t lane) {
    for_each_slot(flow.destinations, [&](std::size_t slot) { marks_at(slot)[lane] = not_known; });
    for (const std::uint8_t predicate : flow.predicate_destinations) predicates_[predicate][lane] = not_known;
  });
  note_results(flow);
}

bool UnknownValues::gave_unknown(std::uint32_t index) const {
  return active_ && any_marked(code_->flows[index].destinations, LaneMask::all());
}

/// After they were written. Whether some are marked.
bool UnknownValues::note_results(const OperandFlow& flow) {
  const auto any = [](const LaneMarks& marks) {
    return std::ranges::any_of(marks, [](Mark mark) { return !mark.known(); });
  };
  bool are_marked = false;
  const auto note = [&](std::size_t value, bool is_marked) {
    marked_.set(value, is_marked);
    are_marked |= is_marked;
  };
  for_each_slot(flow.destinations, [&](std::size_t slot) { note(slot, any(marks_at(slot))); });
  for (const std::uint8_t predicate : flow.predicate_destinations)
    note(ValueSet::first_predicate + predicate, any(predicates_[predicate]));
  if (flow.writes_condition_code) note(ValueSet::condition_code, any(condition_code_));
  return are_marked;
}

void UnknownValues::read_word(std::uint32_t index, const std::string& name) {
  follow();
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
        for_each_lane(chosen, [&](std::size_t lane) { marked = marked || !marks_at(slot)[lane].known(); });
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
  follow();
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
                      [&](std::size_t lane) { marks_at(destination.first + word)[lane] = word == 0 ? first : second; });
      }
  note_results(flow);
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
    if (word >= source.words || !can_be_marked(slot) || marks_at(slot)[lane].known()) continue;
    if (source.factor == 0) return not_known;
    marks.push_back(source.factor > 0 ? marks_at(slot)[lane] : marks_at(slot)[lane].negated());
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
    const Mark mark = can_be_marked(source.first) ? marks_at(source.first)[lane] : Mark();
    if (mark.known()) continue;
    cancels_low = cancels_low && (mark.kind() == Kind::low || mark.kind() == Kind::negative_low);
    epoch = mark.epoch();
  }
  const Mark carry = all.known() ? Mark() : cancels_low ? Mark(Kind::carry, epoch) : not_known;
  for (std::size_t word = 0; word < destination.words; ++word)
    if (can_be_marked(destination.first + word)) marks_at(destination.first + word)[lane] = words[word];
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
        for_each_lane(written(slot >= first_uniform), [&](std::size_t lane) { marks_at(slot)[lane] = result; });
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
          if (can_be_marked(slot)) marks_at(slot)[lane] = result;
      for (const std::uint8_t predicate : flow.predicate_destinations) predicates_[predicate][lane] = result;
      if (flow.writes_condition_code) condition_code_[lane] = result;
    });
  }
  for_each_lane(event.active, [&](std::size_t lane) {  // whether it is written is not known
    if (!depends_on_unknown_guard(instruction, lane)) return;
    for (const OperandSlots& destination : flow.destinations)
      for (std::size_t slot = destination.first; slot < destination.first + std::size_t{destination.words}; ++slot)
        if (can_be_marked(slot)) marks_at(slot)[lane] = not_known;
    for (const std::uint8_t predicate : flow.predicate_destinations) predicates_[predicate][lane] = not_known;
  });
}

std::unordered_map<std::uint64_t, Mark>& UnknownValues::marks_of(Space space) {
  return space == Space::local ? local_ : space == Space::shared ? memory_->shared : memory_->global;
}

std::uint64_t UnknownValues::key_of(const Access& access, std::size_t lane, std::uint64_t address) {
  const std::uint64_t word = address / word_bytes;
  return access.space == Space::local ? word * lanes + lane : word;
}

void UnknownValues::mark_memory(const Access& access, std::size_t lane, std::uint64_t address, Mark mark) {
  auto& marks = marks_of(access.space);
  if (!mark.known()) marks[key_of(access, lane, address)] = mark;
  else if (!marks.empty()) marks.erase(key_of(access, lane, address));
}

Mark UnknownValues::loaded(const Access& access, std::size_t lane, std::uint64_t address) {
  if (access.space == Space::constant) return {};
  const auto& marks = marks_of(access.space);
  const auto found = marks.empty() ? marks.end() : marks.find(key_of(access, lane, address));
  const Mark mark = found == marks.end() ? Mark() : found->second;
  return access.bytes < word_bytes && !mark.known() ? not_known : mark;
}

/// Where words of one lane go to others, or come past the registers: all are unknown if any may be.
bool UnknownValues::accessed_together(const OperandFlow& flow, const Access& access, std::size_t words) {
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
    each_word([&](std::size_t lane, std::uint64_t address) { mark_memory(access, lane, address, mark); });
  for (const OperandSlots& destination : flow.destinations)
    for (std::size_t slot = destination.first; slot < destination.first + std::size_t{destination.words}; ++slot)
      if (can_be_marked(slot)) for_each_lane(access.lanes, [&](std::size_t lane) { marks_at(slot)[lane] = mark; });
  return note_results(flow);
}

void UnknownValues::accessed(const Accessed& event) {
  if (!active_) return;
  const Access& access = event.access;
  const OperandFlow& flow = code_->flows[event.at.index];
  const std::size_t words = std::max<std::size_t>(access.bytes / word_bytes, 1);
  if (flow.copies_memory || flow.crosses_lanes) {
    if (accessed_together(flow, access, words)) event.end_run();
    return;
  }
  for_each_lane(access.lanes, [&](std::size_t lane) {
    const bool is_atomic = access.reads && access.writes;
    bool unknown = is_atomic && atomic_data_[lane];
    for (std::size_t word = 0; word < words; ++word) {
      const std::uint64_t address = access.address[lane] + word * word_bytes;
      if (is_atomic) {
        unknown = unknown || !loaded(access, lane, address).known();
        if (unknown) mark_memory(access, lane, address, not_known);
      } else if (access.writes) {
        const std::size_t slot = flow.sources.empty() ? std::size_t{zero_slot} : flow.sources.front().first + word;
        const Mark data = can_be_marked(slot) ? marks_at(slot)[lane] : Mark();
        if (access.bytes >= word_bytes) mark_memory(access, lane, address, data);
        else if (!data.known()) mark_memory(access, lane, address, not_known);
      }
    }
    for (const OperandSlots& destination : flow.destinations)
      for (std::size_t word = 0; word < destination.words; ++word) {
        if (!can_be_marked(destination.first + word)) continue;
        const std::size_t at = std::min(word, words - 1);
        const Mark mark = is_atomic                    ? (unknown ? not_known : Mark())
                          : !flow.unknown_word.empty() ? not_known
                                                       : loaded(access, lane, access.address[lane] + at * word_bytes);
        marks_at(destination.first + word)[lane] = mark;
      }
    for (const std::uint8_t predicate : flow.predicate_destinations)
      predicates_[predicate][lane] = unknown ? not_known : Mark();
  });
  if (note_results(flow)) event.end_run();
}

std::map<int, LaneMask> UnknownValues::unknown_registers() const {
  std::map<int, LaneMask> unknown;
  if (!active_) return unknown;
  for (int index = 0; index < sass::zero_register; ++index)
    for (std::size_t lane = 0; lane < lanes; ++lane)
      if (!marks_at(static_cast<std::size_t>(index))[lane].known())
        unknown[index] |= LaneMask::lane(static_cast<int>(lane));
  return unknown;
}

}  // namespace reconverge::emulator
