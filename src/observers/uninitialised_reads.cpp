// SPDX-License-Identifier: MIT
#include "observers/uninitialised_reads.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "core/each_lane.hpp"
#include "emulator/opcodes/located_access.hpp"

namespace reconverge::observers {
namespace {

using core::LaneMask;
using emulator::LaneVector;
using emulator::Slot;

/// Predicates are numbered after the slots in findings.
constexpr std::uint16_t first_predicate_number = 0x8000;

/// Instructions that fill shared memory in ways that are not followed.
bool fills_shared(const sass::Instruction& row) {
  for (const char* opcode : {"LDGSTS", "STSM", "STAS", "SYNCS", "UBLKCP", "UTMALDG", "UTMASTG", "UTMAREDG", "REDAS"})
    if (row.opcode() == opcode) return true;
  return false;
}

/// Instructions of the uniform datapath write for all lanes.
LaneMask written_lanes(Slot slot, LaneMask executing) {
  return slot >= emulator::first_uniform && executing.any() ? LaneMask::all() : executing;
}

LaneMask written_predicate_lanes(std::uint8_t index, LaneMask executing) {
  return index >= emulator::first_uniform_predicate && executing.any() ? LaneMask::all() : executing;
}

template <typename Function> void for_each_predicate(std::uint16_t predicates, Function function) {
  for (; predicates != 0; predicates = static_cast<std::uint16_t>(predicates & (predicates - 1)))
    function(static_cast<std::uint8_t>(std::countr_zero(predicates)));
}

std::string comes_from(const Origin& origin) {
  return origin.kind == Origin::Kind::slot ? name_of_slot(origin.number)
                                           : name_of_predicate(static_cast<std::uint8_t>(origin.number));
}

}  // namespace

/// ValueUse as the common case needs it.
struct UninitialisedReads::Row {
  std::uint32_t first_read = 0, first_write = 0, end = 0;  ///< in Code::slots: sources and addresses, then destinations
  std::uint16_t predicate_reads = 0, predicate_writes = 0;
  std::uint8_t guard = 0;
  bool is_uniform = false;
  bool keeps_memory = false;  ///< accesses shared or local memory, or may
};

struct UninitialisedReads::Code {
  emulator::RowUse use_of(const emulator::Executable& executable, std::uint32_t index) const;
  void add_row(const emulator::Executable& executable, std::uint32_t index);

  bool follows_shared = true;  ///< every way to write shared memory is one that is known here
  std::vector<Row> rows;
  std::vector<Slot> slots;
  std::vector<ValueUse> uses;
  std::vector<emulator::RunUse> runs;
};

emulator::RowUse UninitialisedReads::Code::use_of(const emulator::Executable& executable, std::uint32_t index) const {
  const ValueUse& use = uses[index];
  const Row& row = rows[index];
  emulator::RowUse result{
      .is_guarded = executable.instructions[index].predicated(),
      .is_alone = row.keeps_memory && (use.memory == MemoryKind::generic || (use.loads && use.stores) ||
                                       executable.instructions[index].control.operation != 0)};
  const auto predicate = [](std::uint8_t number) { return emulator::ValueSet::first_predicate + number; };
  for (std::uint32_t i = row.first_read; i < row.first_write; ++i) result.reads.set(slots[i]);
  for (std::uint32_t i = row.first_write; i < row.end; ++i) result.writes.set(slots[i]);
  for_each_predicate(row.predicate_reads, [&](std::uint8_t number) { result.reads.set(predicate(number)); });
  for_each_predicate(row.predicate_writes, [&](std::uint8_t number) { result.writes.set(predicate(number)); });
  result.reads.set(predicate(row.guard));
  return result;
}

std::shared_ptr<const UninitialisedReads::Code> UninitialisedReads::code_of(const emulator::Executable& executable) {
  auto code = std::make_shared<Code>();
  code->follows_shared = std::ranges::none_of(executable.function.instructions, fills_shared);
  for (std::uint32_t index = 0; index < executable.instructions.size(); ++index) code->add_row(executable, index);
  code->runs = emulator::run_uses(executable, [&](std::uint32_t index) { return code->use_of(executable, index); });
  return code;
}

UninitialisedReads::~UninitialisedReads() = default;

UninitialisedReads::UninitialisedReads(const emulator::Executable& executable, const emulator::Warp& warp,
                                       LaneMask live, WrittenShared& shared, const Given& given,
                                       std::shared_ptr<const Code> code)
    : executable_(executable),
      warp_(warp),
      shared_(shared),
      code_(std::move(code)),
      undefined_(live),
      dependence_(executable) {
  for (const int index : given.registers) undefined_.define(static_cast<Slot>(index), LaneMask::all());
  // Kernels for sm_87 begin with a flag in UR2: whether the barriers have been cleared, which they are in either case.
  constexpr int clears_barriers = 87;
  constexpr auto flag = static_cast<Slot>(emulator::first_uniform + 2);
  if (sass::arch_number(executable.function.arch) == clears_barriers) undefined_.define(flag, LaneMask::all());
  for (const int index : given.predicates)
    undefined_.define_predicate(static_cast<std::uint8_t>(index), LaneMask::all());
}

void UninitialisedReads::Code::add_row(const emulator::Executable& executable, std::uint32_t index) {
  const ValueUse& use = uses.emplace_back(value_use(executable, index));
  Row row{.first_read = static_cast<std::uint32_t>(slots.size()),
          .predicate_reads = use.predicate_reads,
          .predicate_writes = use.predicate_writes,
          .guard = executable.instructions[index].guard,
          .is_uniform = executable.instructions[index].uniform,
          .keeps_memory = use.memory != MemoryKind::none && use.memory != MemoryKind::elsewhere};
  slots.insert(slots.end(), use.reads.begin(), use.reads.end());
  slots.insert(slots.end(), use.addresses.begin(), use.addresses.end());
  row.first_write = static_cast<std::uint32_t>(slots.size());
  slots.insert(slots.end(), use.writes.begin(), use.writes.end());
  row.end = static_cast<std::uint32_t>(slots.size());
  rows.push_back(row);
}

bool UninitialisedReads::is_suspicious(const Row& row, const Event& event) const {
  LaneMask undefined;
  for (std::uint32_t i = row.first_read; i < row.first_write; ++i) undefined |= undefined_.lanes(code_->slots[i]);
  const std::uint16_t predicates = undefined_.some_predicates();
  for_each_predicate(row.predicate_reads & predicates,
                     [&](std::uint8_t index) { undefined |= undefined_.predicate_lanes(index); });
  if (undefined.intersects(event.executing)) return true;
  return (predicates >> row.guard & 1) != 0 && undefined_.predicate_lanes(row.guard).intersects(event.active);
}

void UninitialisedReads::define_results(const Row& row, LaneMask executing) {
  for (std::uint32_t i = row.first_write; i < row.end; ++i)
    undefined_.define(code_->slots[i], written_lanes(code_->slots[i], executing));
  for_each_predicate(row.predicate_writes & undefined_.some_predicates(), [&](std::uint8_t index) {
    undefined_.define_predicate(index, written_predicate_lanes(index, executing));
  });
}

std::uint32_t UninitialisedReads::rows_at_once(std::uint32_t first, LaneMask active) {
  const emulator::RunUse& run = code_->runs[first];
  return undefined_.any(run.reads, active) ? 0 : run.rows;
}

/// What was at once is as if its rows had been told one by one: none of them was suspicious.
void UninitialisedReads::issued_run(const emulator::IssuedRun& run) {
  if (run.first.step == told_) return;
  if (undefined_.any(code_->runs[run.first.index].writes, run.active))
    run.for_each_row([&](std::uint32_t row, LaneMask executing) { define_results(code_->rows[row], executing); });
  if (!load_) return;
  const emulator::Access access = *std::exchange(load_, std::nullopt);
  const Event event{{run.first.step + run.count - 1, run.last()}, run.active, access.lanes};
  load(event, code_->uses[run.last()], access.space == emulator::Space::shared ? access.lanes : LaneMask::none(),
       access.address);
}

/// Of a row that was not told by itself.
void UninitialisedReads::accessed(const emulator::Accessed& event) {
  const emulator::Access& access = event.access;
  if (event.at.step == told_ || !code_->rows[event.at.index].keeps_memory) return;
  const bool is_shared = access.space == emulator::Space::shared;
  if (is_shared && !code_->follows_shared) return;
  const ValueUse& use = code_->uses[event.at.index];
  if (is_shared && shared_.is_full(warp_.shared().first(), warp_.shared().end())) return;
  std::uint64_t lowest = ~std::uint64_t{0}, highest = 0;
  for (std::size_t lane = 0; lane < emulator::lanes; ++lane) {
    const std::uint64_t off = (access.lanes.bits() & emulator::lane_bit[lane]) != 0 ? 0 : ~std::uint64_t{0};
    lowest = std::min(lowest, access.address[lane] | off);
    highest = std::max(highest, access.address[lane] & ~off);
  }
  if (are_written(use, access.lanes, lowest, highest)) return;
  if (use.loads) {
    load_ = access;
    return event.end_run();
  }
  for_each_lane(access.lanes, [&](std::size_t lane) {
    if (is_shared) shared_.write(access.address[lane], use.bytes, warp_.shared().end());
    else local_.write(lane, access.address[lane], {}, use.bytes, {});
  });
}

void UninitialisedReads::issued(const Event& event) {
  told_ = event.at.step;
  const Row& row = code_->rows[event.at.index];
  const bool suspicious = is_suspicious(row, event);
  if (suspicious) look_closer(event);
  else define_results(row, event.executing);
  if (!row.keeps_memory || event.executing.empty()) return;
  if (suspicious || !changes_nothing(event, code_->uses[event.at.index])) access_memory(event);
}

/// Whether all that is accessed was written before: then nothing can be undefined, nor become written. Of
/// sources that are defined; looks at the ends of the addresses alone, so that the common case is cheap.
bool UninitialisedReads::changes_nothing(const Event& event, const ValueUse& use) const {
  if (use.memory == MemoryKind::generic) return false;
  const emulator::MemoryAddress& operand = executable_.instructions[event.at.index].address;
  const LaneVector& base = warp_.values[operand.base];
  const std::uint32_t rest = warp_.values[operand.uniform][0] + static_cast<std::uint32_t>(operand.offset);
  const std::uint32_t executing = event.executing.bits();
  std::uint32_t lowest = 0xFFFF'FFFFu, highest = 0;
  for (std::size_t lane = 0; lane < emulator::lanes; ++lane) {
    const std::uint32_t address = (base[lane] << operand.shift) + rest;
    const std::uint32_t off = (executing & emulator::lane_bit[lane]) != 0 ? 0u : 0xFFFF'FFFFu;
    lowest = std::min(lowest, address | off);
    highest = std::max(highest, address & ~off);
  }
  return are_written(use, event.executing, lowest, highest);
}

/// Whether all bytes of an access by these lanes, of addresses from `first` to `last`, are known to be written.
bool UninitialisedReads::are_written(const ValueUse& use, LaneMask lanes, std::uint64_t first,
                                     std::uint64_t last) const {
  const std::uint64_t end = last + use.bytes;
  if (use.memory == MemoryKind::shared) return shared_.is_full(first, end);
  return first == last && end <= warp_.local.end() && local_.is_defined(first, use.bytes, lanes);
}

void UninitialisedReads::look_closer(const Event& event) {
  const Row& row = code_->rows[event.at.index];
  const ValueUse& use = code_->uses[event.at.index];
  const LaneMask unguarded = undefined_.predicate_lanes(row.guard) & event.active;
  if (unguarded.any()) use_predicate(event.at.index, row.guard, unguarded);
  if (event.executing.empty()) return;
  if (use.controls) report_sources(event, use, event.executing);
  else if (use.memory != MemoryKind::none) look_at_access(event, use);
  else return look_at_data(event, use);
  define_results(row, event.executing);
}

/// Of an instruction that accesses no memory: the results that depend on values that nothing has written.
void UninitialisedReads::look_at_data(const Event& event, const ValueUse& use) {
  const LaneMask chosen = code_->rows[event.at.index].is_uniform ? LaneMask::all() : event.executing;
  const DependentResult result = dependence_.of(event.at.index, use, warp_, undefined_, chosen);
  const LaneMask dependent = result.lanes();
  const bool hands_on = use.copies || (use.carries && are_partly_written(use, chosen));
  if (hands_on && dependent.any()) {
    const Origin origin = origin_of(use, event.executing);
    for (std::size_t i = 0; i < use.writes.size(); ++i)
      undefined_.set(use.writes[i], written_lanes(use.writes[i], event.executing), result.bits[i], origin);
    for_each_predicate(use.predicate_writes, [&](std::uint8_t index) {
      // A predicate restored from a register in which all were saved is what it was before.
      const bool comes_back = origin.kind == Origin::Kind::predicate && std::popcount(use.predicate_writes) > 2;
      undefined_.set_predicate(index, written_predicate_lanes(index, event.executing), result.predicates[index],
                               comes_back ? Origin{Origin::Kind::predicate, index, 0} : origin);
    });
    return;
  }
  if (dependent.any()) report_sources(event, use, event.executing);
  define_results(code_->rows[event.at.index], event.executing);
}

/// Addresses are used; so is what is stored, but to local memory, where registers are saved, and but for the gaps of
/// structures.
void UninitialisedReads::look_at_access(const Event& event, const ValueUse& use) {
  for (const Slot slot : undefined_slots(use.addresses, event.executing))
    use_slot(event.at.index, slot, event.executing);
  LaneMask leaving = event.executing;
  if (use.memory == MemoryKind::local) return;
  if (use.memory == MemoryKind::generic)
    leaving = leaving.without(
        emulator::lanes_in(warp_, executable_.instructions[event.at.index], leaving, emulator::Space::local));
  const std::uint32_t moved = use.bytes >= 4 ? 0xFFFF'FFFFu : (1u << 8 * use.bytes) - 1;
  for (const Slot slot : undefined_slots(use.reads, leaving)) {
    if (undefined_.origin(slot).is_gap() && !use.loads) continue;
    const LaneMask lanes =
        leaving & emulator::lanes_where([&](std::size_t lane) { return (undefined_.bits(slot, lane) & moved) != 0; });
    if (lanes.any()) use_slot(event.at.index, slot, lanes);
  }
}

void UninitialisedReads::report_sources(const Event& event, const ValueUse& use, LaneMask lanes) {
  for (const Slot slot : undefined_slots(use.reads, lanes)) use_slot(event.at.index, slot, lanes);
  for_each_predicate(use.predicate_reads, [&](std::uint8_t index) {
    if (undefined_.predicate_lanes(index).intersects(lanes)) use_predicate(event.at.index, index, lanes);
  });
}

/// Follows the effect of an access on shared and local memory. It has not happened yet; one that is out of bounds stops
/// the run.
void UninitialisedReads::access_memory(const Event& event) {
  const ValueUse& use = code_->uses[event.at.index];
  const auto sums = emulator::addresses_of(warp_, executable_.instructions[event.at.index].address);
  std::array<std::uint64_t, emulator::lanes> address{};
  LaneMask in_shared, in_local;
  for_each_lane(event.executing, [&](std::size_t lane) {
    emulator::Place place{use.memory == MemoryKind::local ? emulator::Space::local : emulator::Space::shared,
                          sums[lane] & 0xFFFF'FFFFu};
    if (use.memory == MemoryKind::generic) place = warp_.windows.place_of(sums[lane]);
    address[lane] = place.address;
    const auto fits = [&](std::uint64_t first, std::uint64_t end) {
      return place.address >= first && place.address < end && end - place.address >= use.bytes;
    };
    const LaneMask own = LaneMask::lane(static_cast<int>(lane));
    if (place.space == emulator::Space::shared && fits(warp_.shared().first(), warp_.shared().end())) in_shared |= own;
    if (place.space == emulator::Space::local && fits(0, warp_.local.end())) in_local |= own;
  });
  if (!code_->follows_shared) in_shared = LaneMask::none();
  const Event here{event.at, event.active, in_shared | in_local};
  if (here.executing.empty()) return;
  if (use.loads) load(here, use, in_shared, address);
  if (use.stores) store(here, use, in_shared, address);
}

/// An atomic uses the value it reads, unless it only returns it.
void UninitialisedReads::load(const Event& event, const ValueUse& use, LaneMask in_shared,
                              const std::array<std::uint64_t, emulator::lanes>& address) {
  std::array<LaneVector, 4> undefined{};
  LaneMask lanes;
  std::optional<Origin> origin;
  bool among_written = true;
  for_each_lane(event.executing, [&](std::size_t lane) {
    WrittenLocal::Read read;
    if (in_shared.contains(static_cast<int>(lane))) {
      const std::uint32_t written = shared_.written(address[lane], use.bytes);
      for (std::size_t k = 0; k < use.bytes; ++k) read.undefined[k] = (written >> k & 1) != 0 ? 0 : 0xFF;
      read.any = written != (1u << use.bytes) - 1;
    } else {
      read = local_.read(lane, address[lane], use.bytes);
    }
    if (!read.any) return;
    if (read.origin) origin = read.origin;
    else lanes |= LaneMask::lane(static_cast<int>(lane));
    among_written = among_written && std::ranges::count(read.undefined, 0xFF) < use.bytes;
    for (std::size_t k = 0; k < use.bytes; ++k)
      undefined[k / 4][lane] |= std::uint32_t{read.undefined[k]} << 8 * (k % 4);
    if (use.bytes < 4)
      undefined[0][lane] |= (read.undefined[use.bytes - 1u] & 0x80) != 0 ? ~0u << 8 * use.bytes : 0;  // perhaps a sign
  });
  if (lanes.any()) {
    Loaded& loaded = loaded_[event.at.index];
    if (loaded.count++ == 0) loaded = {lanes, 1, lanes.intersects(in_shared), false};
    origin = Origin{Origin::Kind::memory, among_written ? Origin::gap : std::uint16_t{0}, event.at.index};
    loaded.used |= use.stores && !use.exchanges;
  }
  if (!origin || (use.stores && !use.exchanges)) return;
  for (std::size_t i = 0; i < use.writes.size() && i < undefined.size(); ++i)
    undefined_.set(use.writes[i], event.executing, undefined[i], *origin);
}

void UninitialisedReads::store(const Event& event, const ValueUse& use, LaneMask in_shared,
                               const std::array<std::uint64_t, emulator::lanes>& address) {
  for_each_lane(event.executing, [&](std::size_t lane) {
    WrittenLocal::Bytes undefined{};
    Origin origin;
    for (std::size_t k = 0; k < use.bytes && k / 4 < use.reads.size(); ++k) {
      undefined[k] = static_cast<std::uint8_t>(undefined_.bits(use.reads[k / 4], lane) >> 8 * (k % 4));
      if (undefined[k] != 0) origin = undefined_.origin(use.reads[k / 4]);
    }
    if (in_shared.contains(static_cast<int>(lane))) {
      shared_.write(address[lane], use.bytes, warp_.shared().end());
      for (std::size_t k = 0; k < use.bytes && origin.is_gap(); ++k)
        if (undefined[k] != 0) shared_.forget(address[lane] + k);
      return;
    }
    local_.write(lane, address[lane], undefined, use.bytes, origin);
  });
}

std::vector<Slot> UninitialisedReads::undefined_slots(const std::vector<Slot>& slots, LaneMask lanes) const {
  std::vector<Slot> undefined;
  for (const Slot slot : slots)
    if (undefined_.lanes(slot).intersects(lanes)) undefined.push_back(slot);
  return undefined;
}

/// Whether each register that is undefined in these lanes is so in a part of its bits, as compilers leave it.
bool UninitialisedReads::are_partly_written(const ValueUse& use, LaneMask lanes) const {
  return std::ranges::all_of(use.reads, [&](Slot slot) {
    const LaneMask undefined = undefined_.lanes(slot) & lanes;
    const LaneMask unwritten =
        emulator::lanes_where([&](std::size_t lane) { return undefined_.bits(slot, lane) == 0xFFFF'FFFFu; });
    return undefined.empty() ||
           (undefined_.origin(slot).kind == Origin::Kind::slot && !undefined.intersects(unwritten));
  });
}

/// Where the first undefined source comes from.
Origin UninitialisedReads::origin_of(const ValueUse& use, LaneMask lanes) const {
  const auto slots = undefined_slots(use.reads, lanes);
  if (!slots.empty()) return undefined_.origin(slots.front());
  Origin origin;
  for_each_predicate(use.predicate_reads, [&](std::uint8_t index) {
    if (undefined_.predicate_lanes(index).intersects(lanes)) origin = undefined_.predicate_origin(index);
  });
  return origin;
}

void UninitialisedReads::use_slot(std::uint32_t row, Slot slot, LaneMask lanes) {
  report(row, slot, undefined_.lanes(slot) & lanes, "uninitialised-register", name_of_slot(slot),
         undefined_.origin(slot));
}

void UninitialisedReads::use_predicate(std::uint32_t row, std::uint8_t index, LaneMask lanes) {
  report(row, static_cast<std::uint16_t>(first_predicate_number + index), undefined_.predicate_lanes(index) & lanes,
         "uninitialised-predicate", name_of_predicate(index), undefined_.predicate_origin(index));
}

void UninitialisedReads::report(std::uint32_t row, std::uint16_t number, LaneMask lanes, std::string_view kind,
                                const std::string& name, const Origin& origin) {
  if (origin.kind == Origin::Kind::memory) {
    loaded_[origin.row].used = true;
    return;
  }
  Finding& finding = found_[{row, number}];
  if (finding.count++ > 0) return;
  finding.kind = kind;
  finding.index = row;
  finding.lanes = lanes;
  const std::string source = comes_from(origin);
  finding.message = source == name
                        ? fmt::format("{} is used, but nothing has written it", name)
                        : fmt::format("{} is used, but it comes from {}, which nothing has written", name, source);
}

std::vector<Finding> UninitialisedReads::findings() const {
  std::vector<Finding> findings;
  for (const auto& [place, finding] : found_) findings.push_back(finding);
  for (const auto& [row, loaded] : loaded_) {
    if (!loaded.used) continue;
    const std::string_view space = loaded.shared ? "shared" : "local";
    findings.push_back({.kind = loaded.shared ? "uninitialised-shared-memory" : "uninitialised-local-memory",
                        .index = row,
                        .lanes = loaded.lanes,
                        .missing = {},
                        .count = loaded.count,
                        .message = fmt::format("{} reads {} memory that nothing has written",
                                               executable_.function.instructions[row].opcode(), space)});
  }
  std::ranges::stable_sort(findings, {}, &Finding::index);
  return findings;
}

}  // namespace reconverge::observers
