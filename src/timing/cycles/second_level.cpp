// SPDX-License-Identifier: MIT
#include "timing/cycles/second_level.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "timing/cycles/access_units.hpp"
#include "timing/cycles/cycle_count.hpp"
#include "timing/record/names.hpp"

namespace reconverge::timing {
namespace {

/// Passes of atomics through the units of the second level: for each sector the number of lanes in its most contended
/// word, since words of one sector are served together.
std::int32_t passes_of(const emulator::Access& access, std::uint64_t sector_bytes) {
  std::map<std::uint64_t, std::int32_t> lanes_of_word;
  for_each_address(access, [&](std::uint64_t address) { ++lanes_of_word[address]; });
  std::map<std::uint64_t, std::int32_t> of_sector;
  for (const auto& [address, lanes] : lanes_of_word) {
    std::int32_t& most = of_sector[address / sector_bytes];
    most = std::max(most, lanes);
  }
  std::int32_t sum = 0;
  for (const auto& [sector, most] : of_sector) sum += most;
  return sum;
}

}  // namespace

void PartlyWritten::store(const emulator::Access& access, std::uint64_t sector_bytes) {
  // In place: every store runs this. Lanes that follow each other mostly share a sector.
  const UnitOf sector_of(sector_bytes);
  std::array<std::pair<std::uint64_t, std::uint64_t>, emulator::lanes> bytes_of;
  std::size_t count = 0;
  for_each_address(access, [&](std::uint64_t address) {
    const std::uint64_t sector = sector_of(address);
    std::size_t at = count;
    while (at > 0 && bytes_of[at - 1].first != sector) --at;
    if (at == 0) {
      bytes_of[count] = {sector, 0};
      at = ++count;
    }
    bytes_of[at - 1].second += access.bytes;
  });
  for (std::size_t i = 0; i < count; ++i)
    if (bytes_of[i].second < sector_bytes) sectors_.insert(bytes_of[i].first);
}

bool PartlyWritten::meets(const emulator::Access& load, std::uint64_t sector_bytes) const {
  if (sectors_.empty()) return false;
  const UnitOf sector_of(sector_bytes);
  bool meets = false;
  for_each_address(load, [&](std::uint64_t address) { meets = meets || sectors_.contains(sector_of(address)); });
  return meets;
}

std::int32_t SecondLevel::cycles_of(BandKind kind) {
  const auto& band = record_.bands[static_cast<std::size_t>(kind)];
  if (band) return band->cycles[static_cast<std::size_t>(premise_.assumption)];
  lacks_ = band_names[static_cast<std::size_t>(kind)];
  return 0;
}

SecondLevel::Sectors SecondLevel::sectors_of(const emulator::Access& access) const {
  Sectors sectors;
  for_each_unit(access, number(record_.l1.sector_bytes), [&](std::uint64_t sector) { sectors.insert(sector); });
  return sectors;
}

SecondLevel::More SecondLevel::access(const emulator::Access& access, Beyond beyond, Cycle cycle) {
  const Sectors sectors = sectors_of(access);
  if ((access.reads && access.writes) || beyond == Beyond::reduction) return atomic(access, sectors, beyond, cycle);
  if (access.reads) return load(access, sectors, beyond, cycle);
  store(access, sectors, cycle);
  return {};
}

/// By the worst of its sectors. 0: it hits.
std::int32_t SecondLevel::latency_of(const Sectors& sectors, Beyond beyond) {
  switch (premise_.loads) {
    case LoadsFrom::first_level: return 0;
    case LoadsFrom::second_level: return cycles_of(BandKind::load);
    case LoadsFrom::memory: return cycles_of(BandKind::load_from_memory);
    case LoadsFrom::as_known: break;
  }
  std::int32_t most = beyond == Beyond::load ? cycles_of(BandKind::load) : 0;
  for (const std::uint64_t sector : sectors) {
    const auto lost = lost_.find(sector);
    if (lost != lost_.end()) most = std::max(most, cycles_of(lost->second));
    else if (invalidated_ && !filled_.contains(sector)) most = std::max(most, cycles_of(BandKind::load_after_fence));
    if (premise_.fits || most > 0) continue;
    const bool is_new = !touched_.contains(sector);
    const bool misses =
        premise_.assumption == Assumption::high || (premise_.assumption == Assumption::typical && is_new);
    if (misses) most = cycles_of(BandKind::load);
  }
  return most;
}

std::int32_t SecondLevel::of_lost_lines(const emulator::Access& access) {
  const bool is_lost = lost_lines_.load(access, record_.l1) && premise_.loads == LoadsFrom::as_known;
  // kernels lose fewer lines than pairs of stores do
  return is_lost && premise_.assumption != Assumption::low ? cycles_of(BandKind::load) : 0;
}

std::int32_t SecondLevel::local(const emulator::Access& access, Cycle cycle) {
  if (!access.writes) return of_lost_lines(access);
  lost_lines_.store(access, cycle, record_.l1);
  return 0;
}

SecondLevel::More SecondLevel::load(const emulator::Access& access, const Sectors& sectors, Beyond beyond,
                                    Cycle cycle) {
  More more{.result = latency_of(sectors, beyond)};
  more.result = std::max(more.result, of_lost_lines(access));
  const bool may_miss = more.result == 0 && premise_.loads == LoadsFrom::as_known &&
                        partly_written_.meets(access, cycles(record_.l1.sector_bytes));
  if (may_miss && premise_.assumption == Assumption::high) more.result = cycles_of(BandKind::load);
  const bool stays = beyond != Beyond::load;
  for (const std::uint64_t sector : sectors) {
    if (stays) lost_.erase(sector);
    else lost_[sector] = BandKind::load;
    filled_.insert(sector);
    if (!premise_.fits) touched_.insert(sector);
  }
  if (more.result == 0) return more;
  more.busy =
      cycles_of(BandKind::load_interval) + cycles_of(BandKind::load_sector) * static_cast<std::int32_t>(sectors.size());
  more.in_order = premise_.assumption != Assumption::low;
  if (drained_ > cycle && premise_.assumption != Assumption::low)
    more.result += cycles_of(BandKind::load_behind_store) + static_cast<std::int32_t>((drained_ - cycle) / 2);
  return more;
}

SecondLevel::More SecondLevel::atomic(const emulator::Access& access, const Sectors& sectors, Beyond beyond,
                                      Cycle cycle) {
  const std::int32_t passes = passes_of(access, cycles(record_.l1.sector_bytes));
  const bool is_float = beyond == Beyond::float_atomic;
  More more;
  if (beyond != Beyond::reduction)
    more.result = cycles_of(is_float ? BandKind::float_atomic : BandKind::atomic) +
                  cycles_of(is_float ? BandKind::float_atomic_pass : BandKind::atomic_pass) * passes;
  more.busy = cycles_of(BandKind::atomic_interval) + cycles_of(BandKind::atomic_interval_pass) * passes;
  more.in_order = premise_.assumption != Assumption::low;
  for (const std::uint64_t sector : sectors) lost_[sector] = BandKind::load_after_atomic;
  drain(cycle, cycles_of(BandKind::store_drain) + cycles_of(BandKind::store_drain_line) * passes);
  return more;
}

void SecondLevel::store(const emulator::Access& access, const Sectors& sectors, Cycle cycle) {
  partly_written_.store(access, cycles(record_.l1.sector_bytes));
  lost_lines_.store(access, cycle, record_.l1);
  std::unordered_set<std::uint64_t> lines;
  for_each_address(access, [&](std::uint64_t address) { lines.insert(address / number(record_.l1.line_bytes)); });
  const std::size_t parts = std::max(lines.size(), sectors.size() / 2);
  drain(cycle,
        cycles_of(BandKind::store_drain) + cycles_of(BandKind::store_drain_line) * static_cast<std::int32_t>(parts));
}

void SecondLevel::drain(Cycle cycle, std::int32_t count) {
  if (count > 0) drained_ = std::max(drained_, cycle) + cycles(count);
}

std::int32_t SecondLevel::fence(Beyond beyond, Cycle cycle) {
  const auto waits = static_cast<std::int32_t>(drained_ > cycle ? drained_ - cycle : 0);
  return cycles_of(beyond == Beyond::system_fence ? BandKind::system_fence : BandKind::fence) + waits;
}

void SecondLevel::invalidate() {
  invalidated_ = true;
  filled_.clear();
}

}  // namespace reconverge::timing
