// SPDX-License-Identifier: MIT
// How the clock of a warp times accesses to memory.
#include <algorithm>
#include <optional>
#include <string_view>

#include "timing/cycles/access_units.hpp"
#include "timing/cycles/cycle_count.hpp"
#include "timing/cycles/passes.hpp"
#include "timing/cycles/store_writes.hpp"
#include "timing/cycles/warp_clock.hpp"

namespace reconverge::timing {
namespace {

/// Rule 26: they are known to miss now and then.
constexpr std::string_view words_apart = " of local words at different addresses (now and then some 250 cycles more)";

/// Likewise.
constexpr std::string_view written_in_part =
    " of sectors that a store wrote in part (now and then some 300 cycles more)";

/// Rule 26: in the same bank of tags at one place of the buffer, and not at another one.
constexpr std::string_view placed = " of lines whose banks of tags depend on where the buffer is (some cycles)";

/// Rule 26: when a store that writes so much longer than it takes its unit has gaps is known of regular distances only.
constexpr std::string_view gaps = " of more than 20 sectors or 9 lines (loads soon behind it)";

/// Likewise, because two stores came close together.
constexpr std::string_view lost = " of a line that the first level lost";

/// Rule 27: how long the first line of a block takes is not known to the cycle.
constexpr std::string_view far_constants =
    " of constants, 256 bytes of which the run had read nothing (some 290 cycles more)";

/// Rule 23: stores and atomics of as many wavefronts as there are lanes.
constexpr std::string_view long_service = " of 32 wavefronts (now and then 1 to 3 cycles more)";

AccessShape first_level_shape_of(const emulator::Access& access, const CycleRecord& record) {
  const std::optional<int> tags = tags_of(access, record.l1);
  return {.passes = {.wavefronts = wavefronts_of(access, record.mio),
                     .tags = tags.value_or(1),
                     .sectors = static_cast<int>(blocks_of(access, number(record.l1.sector_bytes))),
                     .banks = first_level_banks(access, record)},
          .has_tags = tags.has_value(),
          .depends_on_place = tags_depend_on_place(access, record.l1)};
}

}  // namespace

/// Looked up where shapes are kept.
AccessShape& WarpClock::first_level_shape(std::uint32_t index, const emulator::Access& access) {
  const auto find = [&] { return first_level_shape_of(access, record_); };
  return shapes_ == nullptr ? shape_ = find() : shapes_->of(index, access, find);
}

/// Of the last shape.
void WarpClock::note_partly_written(const AccessShape& shape, const emulator::Access& access) {
  const std::uint64_t sector_bytes = number(record_.l1.sector_bytes);
  const auto base = shapes_ == nullptr ? std::nullopt : shapes_->base();
  if (!base) return partly_written_.store(access, sector_bytes);
  const std::uint64_t first = *base / sector_bytes;
  for (const std::uint32_t sector : shape.partly_written) partly_written_.store(first + sector);
}

/// Rules 23, 26 and 27: the time of an access depends on its addresses.
void WarpClock::accessed(const emulator::Accessed& event) {
  const TimedRow& row = code_->rows()[event.at.index];
  if (!row.is_mio) return;
  const emulator::Access& access = event.access;
  const MioTiming& rule = record_.mio;
  const bool is_far = row.unit->route == Route::level_1 || row.unit->route == Route::local;
  if (is_far && (beyond_ || row.operation->beyond == Beyond::generic)) return access_beyond(row, event.at, access);
  switch (row.unit->route) {
    case Route::shared: {
      const Wavefronts wavefronts = shared_wavefronts_of(access, *row.operation, rule);  // sooner than looked up
      if (access.writes && wavefronts.count >= static_cast<int>(emulator::lanes))
        ++doubts_[{event.at.index, long_service}];
      const bool loads = row.mio.results > 0 && row.mio.addresses > 0 && !access.writes;
      if (memo_ != nullptr) take_remembered(event.at, memo_->number_of(wavefronts, loads));
      else take_access(event.at, {.passes = passes_of(wavefronts), .waits_behind_bar = loads});
      break;
    }
    case Route::level_1: {
      use_first_level(event.at.index, access);
      AccessShape& shape = first_level_shape(event.at.index, access);
      const Passes& passes = shape.passes;
      if (!shape.has_tags) not_timed(event.at.index, " with these addresses");
      else if (shape.depends_on_place) doubts_.try_emplace({event.at.index, placed}, 1);
      if (access.writes) note_partly_written(shape, access);
      else if (partly_written_.meets(access, number(record_.l1.sector_bytes)))
        ++doubts_[{event.at.index, written_in_part}];
      const int sectors_of_line = record_.l1.line_bytes / record_.l1.sector_bytes;
      const bool is_one_line = passes.tags == 1 && passes.wavefronts == 1 && passes.sectors <= sectors_of_line;
      if (multiprocessor_ != nullptr && !access.writes && !is_one_line) not_timed(event.at.index, beside_others);
      if (access.writes &&
          std::ranges::count(passes.banks, 0u) > (access.bytes < number(rule.bank_bytes) ? rule.store_part : 0))
        ++doubts_[{event.at.index, gaps}];
      if (memo_ == nullptr) {
        take_access(event.at, {.passes = passes}, &access);
        break;
      }
      if (shape.use == 0) shape.use = memo_->number_of({.passes = passes}) + 1;
      take_remembered(event.at, shape.use - 1, &access);
      break;
    }
    case Route::local: {
      use_first_level(event.at.index, access);
      const std::optional<int> tags = local_tags_of(access, record_.l1, cycles(rule.bank_bytes));
      if (!tags) not_timed(event.at.index, " with these addresses");
      else if (blocks_of(access, access.bytes) > 1) ++doubts_[{event.at.index, words_apart}];
      take_access(event.at,
                  {.passes = Passes{.tags = tags.value_or(1),
                                    .sectors = local_sectors_of(access, record_.l1, rule),
                                    .banks = first_level_banks(access, record_)}},
                  &access);
      break;
    }
    case Route::address:
      delay_by_values(event.at, blocks_of(access, access.bytes), read_constants(event.at.index, access));
      break;
    default: break;
  }
}

/// Rule 26 (l1-access): once the first level is not known to hold all lines that the run uses, any of them may miss.
void WarpClock::use_first_level(std::uint32_t index, const emulator::Access& access) {
  constexpr std::uint64_t local_lines = std::uint64_t{1} << 63, word_bytes = 4;
  ++accesses_;
  const bool is_local = access.space == emulator::Space::local;
  const std::uint64_t bytes = is_local ? word_bytes : number(record_.l1.line_bytes);
  const auto use = [&](std::uint64_t line) { first_level_->use(is_local ? line | local_lines : line); };
  const UnitOf line_of(bytes);
  const auto [lowest, highest, in_a_row] = address_range(access);
  if (line_of(lowest) == line_of(highest + access.bytes - 1)) use(line_of(lowest));
  else for_each_unit(access, bytes, use);
  if (first_level_->count() <= code_->held_lines()) return;
  const UntimedRow row{index, data_do_not_fit};
  if (!beyond_first_level_) beyond_first_level_ = row;
  not_timed(row.index, row.what);
}

/// Rule 26: at its issue, which the loss of a line depends on.
void WarpClock::follow_lines(std::uint32_t index, const emulator::Access& access) {
  if (access.writes) lost_lines_.store(access, now_, record_.l1);
  else if (lost_lines_.load(access, record_.l1)) not_timed(index, lost);
}

/// Rule beyond-first-level, and rules 23 and 26 for generic addresses, which are served as those of the memory that
/// they name.
void WarpClock::access_beyond(const TimedRow& row, emulator::Moment at, const emulator::Access& access) {
  const std::uint32_t index = at.index;
  Passes passes =
      passes_beyond(access, *row.operation, record_, beyond_ ? beyond_->premise().assumption : Assumption::typical);
  const bool is_local = passes.route == Route::local;
  const bool is_wide_apart =
      is_local && access.bytes > cycles(record_.mio.bank_bytes) && blocks_of(access, access.bytes) > 1;
  if (passes.tags == 0 || (is_wide_apart && !beyond_)) not_timed(index, " with these addresses");
  if (passes.route == Route::shared) passes.late -= code_->later_than_shared(*row.operation);
  if (beyond_) {
    if (is_wide_apart) passes.late += beyond_->cycles_of(BandKind::wide_local_apart);
    assume_more(row, index, access, passes);
  } else if (passes.route == Route::level_1) {
    not_timed(index, " of global memory");
  } else if (is_local) {
    use_first_level(index, access);
    if (blocks_of(access, access.bytes) > 1) ++doubts_[{index, words_apart}];
  }
  take_access(at, {.passes = passes});
}

/// Extra time of an access under the assumption of this clock.
void WarpClock::assume_more(const TimedRow& row, std::uint32_t index, const emulator::Access& access, Passes& passes) {
  const bool is_generic = row.operation->beyond == Beyond::generic;
  if (passes.route == Route::level_1) {
    if (is_generic) be_generic(row, access, passes);
    const SecondLevel::More more =
        beyond_->access(global_part(access), row.beyond == Beyond::generic ? Beyond::none : row.beyond, now_);
    passes.late += more.result;
    passes.busy = more.busy;
    passes.in_order = more.in_order;
  } else if (row.beyond != Beyond::none && row.beyond != Beyond::generic) {
    not_timed(index, " of memory that is not global");
  }
  const MemoryPremise& premise = beyond_->premise();
  if (passes.route == Route::local) {
    passes.late += beyond_->local(access, now_);
    if (!premise.fits && premise.assumption == Assumption::high) passes.late += beyond_->cycles_of(BandKind::load);
  }
  if (!beyond_->lacks().empty()) not_timed(index, " without a band that the record lacks");
}

/// Global memory through a generic address. With lanes in several memories the result is no earlier than for shared
/// memory alone.
void WarpClock::be_generic(const TimedRow& row, const emulator::Access& access, Passes& passes) {
  const std::int32_t more = beyond_->cycles_of(BandKind::generic);
  passes.late += more;
  const bool is_mixed = global_part(access).lanes != access.lanes;
  if (is_mixed && beyond_->premise().assumption == Assumption::low)
    passes.late -= code_->later_than_shared(*row.operation);
  if (!access.writes) return;
  ready_ = {ready_.next + cycles(more), ready_.clock_read + cycles(more)};
}

/// Rule beyond-first-level: a fence holds the warp until its writes have arrived.
void WarpClock::hold_at_fence(const TimedRow& row, std::uint32_t index) {
  if (row.beyond == Beyond::invalidation) beyond_->invalidate();
  if (row.beyond != Beyond::fence && row.beyond != Beyond::system_fence) return;
  const Cycle held = cycles(beyond_->fence(row.beyond, now_));
  released_ += held;
  ready_ = {ready_.next + held, ready_.clock_read + held};
  if (!beyond_->lacks().empty()) not_timed(index, " without a band that the record lacks");
}

/// Rule 27 (address-unit): cycles until lines of constants have come that the run had not read.
std::int32_t WarpClock::read_constants(std::uint32_t index, const emulator::Access& access) {
  if (record_.mio.constant_line == 0) return 0;
  const ConstantLines::Read read = constants_->read(access, index, record_.mio);
  if (read.is_far) ++doubts_[{index, far_constants}];
  return read.lines * record_.mio.constant_line;
}

/// Rule 27 (address-unit): the address unit takes one value of the lanes after the other.
void WarpClock::delay_by_values(emulator::Moment at, std::size_t values, std::int32_t more) {
  take_access(at, {.delay = more, .words = static_cast<std::int32_t>(values - 1)});
}

void WarpClock::matched(const emulator::Matched& event) {
  if (code_->rows()[event.at.index].is_mio) delay_by_values(event.at, static_cast<std::size_t>(event.values));
}

}  // namespace reconverge::timing
