// SPDX-License-Identifier: MIT
// The first level of the cache, as the MIO of one sub-partition uses it: rule 26 (l1-access) of docs/model.md,
// "hopper-cycles".
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "timing/cycles/cycle_count.hpp"
#include "timing/cycles/mio.hpp"
#include "timing/cycles/store_writes.hpp"

namespace reconverge::timing {
namespace {

/// More than can still begin when a branch reads its target: ten stores, one of them of 32 wavefronts.
constexpr std::size_t store_begins_kept = 32;

}  // namespace

/// Delay of a wavefront that reads these banks in a cycle: what a store writes just then it reads again, and so on.
Cycle Mio::met_by(Cycle cycle, std::uint32_t banks) const {
  Cycle delay = 0;
  for (;;) {
    std::uint32_t met = 0;
    for (const StoreWrites& writes : store_writes())
      if (cycle + delay >= writes.from && cycle + delay < writes.until())
        met |= banks & writes.banks[static_cast<std::size_t>(cycle + delay - writes.from)];
    if (met == 0 || record_.mio.store_delay == 0) return delay;
    banks = met;
    delay += cycles(record_.mio.store_delay);
    if (shared_ != nullptr) delay += shared_->read_again(cycle + delay - cycles(record_.mio.store_meets));
  }
}

/// Delay of a load by the writes of stores. Its wavefronts read one after another, the words of local memory a cycle
/// after each other.
Cycle Mio::after_writes(Cycle start, int registers, const Operation& load) const {
  const auto first = start + cycles(record_.mio.store_meets);
  if (store_writes().empty() || store_writes().back().until() <= first) return 0;
  const std::vector<std::uint32_t>& banks = load.passes.banks;
  if (route_of(load) == Route::local) {
    for (int i = 0; i < registers; ++i)
      if (const Cycle behind = met_by(first + cycles(i), banks.empty() ? every_bank : banks.front())) return behind;
    return 0;
  }
  Cycle behind = 0;
  for (std::size_t i = 0; i < number(load.passes.wavefronts); ++i)
    behind +=
        met_by(first + i * cycles(load.timing->issue_interval) + behind, i < banks.size() ? banks[i] : every_bank);
  return behind;
}

/// Rule 26 (l1-access): whether a load would have the banks in a cycle in which shared memory does, or a BAR behind it.
bool Mio::meets_shared(const Operation& load, Cycle start) const {
  const Cycle each = cycles(record_.mio.shared_wavefront);
  const Cycle cycle = start + cycles(record_.mio.load_meets_shared);
  if (cycle < shared_free_) return cycle >= shared_from_ && (shared_free_ - cycle) % each == 0;
  return load.bar > served_bar_ && cycle + 1 == shared_free_ + each;
}

/// A store writes what the ones before it have left to write first.
void Mio::write_level_1(Cycle first, const Operation& store) {
  const Passes& passes = store.passes;
  ShortQueue<StoreWrites>& writes = store_writes();
  if (!writes.empty()) first = std::max(first, writes.back().until());
  writes.push_back({first, passes.banks.empty() ? banks_of_sectors(passes.sectors, record_) : passes.banks});
  if (writes.size() > number(record_.mio.load_store_entries) * (shared_ != nullptr ? 4 : 1)) writes.pop_front();
}

/// Rule 26 (l1-access).
void Mio::serve_level_1(const Operation& operation, Cycle read) {
  const OperationTiming& timing = *operation.timing;
  const MioTiming& rule = record_.mio;
  const bool is_local = route_of(operation) == Route::local;
  const int registers = std::max<int>(operation.use.results > 0 ? operation.use.results : operation.use.data, 1);
  const int busy = timing.issue_interval * operation.passes.wavefronts + (is_local ? registers - 1 : 0);
  tags_free_ = std::max(read, tags_free_) + cycles(operation.passes.tags);
  Cycle start = std::max(tags_free_ - cycles(record_.l1.tag_overlap), level_1_free_);
  if (shared_ != nullptr) {
    start = shared_->tags(start, cycles(operation.passes.tags));
    start = shared_->wavefronts(read, start, operation.passes.wavefronts, cycles(timing.issue_interval));
  }
  const bool loads = operation.use.results > 0;
  if (loads && !is_local && meets_shared(operation, start)) ++start;
  const Cycle behind = loads ? after_writes(start, registers, operation) : 0;
  level_1_free_ = start + behind + cycles(std::max(busy, operation.passes.busy));
  if (!loads) {
    write_level_1(start + cycles(rule.store_write + timing.issue_interval * operation.passes.wavefronts), operation);
    begin_writes(start + cycles(rule.store_write + timing.issue_interval), operation, registers);
  }
  const int more = (operation.passes.wavefronts - 1) * timing.issue_interval + registers - 1;
  Cycle done = start + behind + cycles(timing.result_latency.value_or(0) + more + operation.passes.late);
  if (loads) done = std::max(done, level_1_done_ + cycles(registers));
  if (loads && operation.passes.in_order) level_1_done_ = done;
  finish(operation, read + cycles(timing.source_release.value_or(0)), done, Writer::level_1);
}

/// Rule 17 (indirect-branch): notes when a store begins to write the first level, for a branch that reads its target
/// just then. A store of words does so once, however many wavefronts it has, a wider one again for every second
/// wavefront.
void Mio::begin_writes(Cycle first, const Operation& store, int registers) {
  const int begins = registers > 1 ? store.passes.wavefronts / 2 + 1 : 1;
  for (int i = 0; i < begins; ++i) {
    store_begins_.push_back(first + cycles(i * store.timing->issue_interval));
    if (store_begins_.size() > store_begins_kept) store_begins_.pop_front();
  }
}

}  // namespace reconverge::timing
