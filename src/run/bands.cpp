// SPDX-License-Identifier: MIT
#include "run/bands.hpp"

#include <algorithm>

namespace reconverge::run {
namespace {

constexpr auto median = static_cast<std::size_t>(timing::Assumption::typical);

/// Extends a band to include `cycles`.
void widen(std::uint64_t cycles, BandCycles& band) {
  band.low = std::min(band.low, cycles);
  band.high = std::max(band.high, cycles);
}

}  // namespace

std::array<const timing::CycleAccount*, timing::assumption_count> accounts_of(const Bands& bands) {
  const auto [low, high] = std::ranges::minmax_element(bands, {}, &AssumedRun::last_issue);
  return {&low->account, &bands[median].account, &high->account};
}

BandCycles band_of_launch(const Bands& bands) {
  const std::uint64_t typical = bands[median].last_issue;
  BandCycles band{typical, typical, typical};
  for (const AssumedRun& run : bands) widen(run.last_issue, band);
  return band;
}

BandCycles band_of_interval(const Bands& bands, std::pair<std::uint32_t, std::uint32_t> rows) {
  const std::uint64_t typical = bands[median].intervals.at(rows).last;
  BandCycles band{typical, typical, typical};
  for (const AssumedRun& run : bands) {
    const timing::ClockInterval& interval = run.intervals.at(rows);
    widen(interval.shortest, band);
    widen(interval.longest, band);
  }
  return band;
}

}  // namespace reconverge::run
