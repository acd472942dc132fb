// SPDX-License-Identifier: MIT
#include "golden/assembled_rows.hpp"

#include <algorithm>
#include <cstdint>
#include <sstream>

#include "timing/cycles/issue_port.hpp"
#include "timing/cycles/line_lookups.hpp"
#include "timing/record/reader.hpp"

namespace reconverge::golden {
namespace {

using timing::Cycle;

constexpr Cycle clock_interval = 2;  // of CS2R: rule issue-interval
constexpr Cycle branch = 10;         // of a BRA that is taken: rule uniform-branch
constexpr Cycle slow = 15;           // of the NOPs behind a segment
constexpr std::size_t rows_of_line = 8;

std::uint32_t line_of(std::size_t row) { return static_cast<std::uint32_t>(row / rows_of_line); }

struct Warp {
  std::size_t number = 0;
  Cycle ready = 0;
  std::size_t next = 0;
  std::uint32_t landing_line = 0;
  bool lands = false;  ///< whether others delay that is not known yet
};

}  // namespace

std::vector<AssembledRow> rows_of(const std::string& text) {
  std::istringstream words(text);
  std::vector<AssembledRow> rows;
  for (std::string word; words >> word;) {
    AssembledRow row{
        .stall = std::stoull(word), .yields = word.find('y') != word.npos, .reads_clock = word.back() == '*'};
    if (row.yields) row.stall = std::max<Cycle>(row.stall, 2);  // rule stall-count
    if (const std::size_t to = word.find('>'); to != word.npos) row.target = std::stoull(word.substr(to + 1));
    rows.push_back(row);
  }
  rows.resize(rows.size() + 5, {.stall = slow, .yields = true});
  return rows;
}

Stamps issue(const std::vector<AssembledRow>& rows, const std::vector<Cycle>& starts) {
  const timing::CycleRecord& record = *timing::built_in_record("sm_90");
  timing::IssuePort port(record);
  timing::LineLookups lookups(record.fetch);
  std::vector<Warp> warps;
  for (const Cycle start : starts) {
    lookups.begin(warps.size(), 0, start);
    warps.push_back({.number = sub_partitions * warps.size(), .ready = start});
  }
  std::vector<std::size_t> place_of_stamp;  // by row
  std::size_t clock_reads = 0;
  for (const AssembledRow& row : rows) place_of_stamp.push_back(row.reads_clock ? clock_reads++ : 0);
  Stamps stamps(warps.size(), std::vector<Cycle>(clock_reads));
  Cycle clock_free = 0;
  for (Cycle now = 0; std::ranges::any_of(warps, [&](const Warp& warp) { return warp.next < rows.size(); }); ++now) {
    lookups.advance(now);
    Warp* chosen = nullptr;
    for (Warp& warp : warps) {
      if (warp.next == rows.size() || warp.ready > now) continue;
      const std::size_t place = warp.number / sub_partitions;
      if (warp.lands) {
        const std::optional<Cycle> late = lookups.landed(place);
        warp.lands = !late;
        warp.ready += late.value_or(0);
        if (warp.lands || warp.ready > now) continue;
      }
      if (rows[warp.next].reads_clock && clock_free > now) continue;
      const std::uint32_t line = line_of(warp.next);
      if (line != warp.landing_line && lookups.available(place, line) > now) continue;
      if (chosen == nullptr || port.goes_before(warp.number, chosen->number, now)) chosen = &warp;
    }
    if (chosen == nullptr) continue;
    const AssembledRow& row = rows[chosen->next];
    const std::size_t place = chosen->number / sub_partitions;
    port.issue(chosen->number, now, row.yields);
    if (row.reads_clock) {
      clock_free = now + clock_interval;
      stamps[place][place_of_stamp[chosen->next]] = now;
    }
    if (chosen->next % rows_of_line == rows_of_line - 1) lookups.run_on(place, line_of(chosen->next), now);
    chosen->ready = now + (row.target ? std::max(branch, row.stall) : row.stall);
    chosen->next = row.target.value_or(chosen->next + 1);
    if (!row.target) continue;
    chosen->landing_line = line_of(chosen->next);
    chosen->lands = true;
    lookups.come_to_land(place, chosen->landing_line, chosen->ready);
  }
  return stamps;
}

}  // namespace reconverge::golden
