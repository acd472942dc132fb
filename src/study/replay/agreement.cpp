// SPDX-License-Identifier: MIT
#include "study/replay/agreement.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace reconverge::study {
namespace {

/// States that the emulator does not predict: it models warm code, and every run alike.
std::string why_not_comparable(const measurements::BenchRun& run, const measurements::BenchState& state) {
  if (!state.why_not.empty()) return state.why_not;
  if (run.warmup.empty()) return "how its code is warmed up is not known; of a cubin, bench --warmup-by says it";
  if (run.warmup == "none") return "a first pass: its code comes into the instruction caches while it runs";
  if (run.warmup == "copy") return "warmed up by a copy: the code that is timed runs for the first time";
  if (run.warps == 1 && state.has_spread()) return "the samples spread";
  if (!state.starts || !state.stops || !state.median) return "the file does not hold the lanes' clock reads";
  if (run.warps > 1 && state.warps.empty()) return "the file does not hold the clock reads of each warp";
  return {};
}

/// Untimed instructions in the timed region. An interval that ends at the opening read is before it, or between two
/// passes.
std::vector<UntimedPlace> untimed_inside(const run::KernelRun& run, const sass::Function& function,
                                         std::optional<std::uint64_t> start) {
  std::vector<UntimedPlace> places;
  for (const auto& [rows, interval] : run.intervals)
    for (const auto& [row, count] : interval.untimed) {
      if (start && function.instructions[rows.second].address == *start) continue;
      const auto& instruction = function.instructions[row.index];
      UntimedPlace place{instruction.mnemonic, std::string(row.what), instruction.address};
      if (std::ranges::find(places, place) == places.end()) places.push_back(std::move(place));
    }
  return places;
}

constexpr std::string_view not_timed = "not timed: ";
constexpr std::uint64_t cached_bytes = 48 * 128;

/// Rows from the start of the timed region to its last stop; all if it calls functions, which lie elsewhere.
std::vector<const sass::Instruction*> timed_rows(const measurements::BenchRun& run, const sass::Function& function) {
  std::vector<const sass::Instruction*> rows;
  const auto is_timed = [&](const sass::Instruction& row) {
    return row.address >= *run.start && row.address <= run.last_stop;
  };
  for (const auto& row : function.instructions)
    if (run.start && is_timed(row)) rows.push_back(&row);
  const bool calls = std::ranges::any_of(rows, [](const auto* row) { return row->opcode() == "CALL"; });
  if (run.start && !calls) return rows;
  rows.clear();
  for (const auto& row : function.instructions) rows.push_back(&row);
  return rows;
}

/// The most specific thing that the rules do not hold, or are known to hold badly, and that timed code does.
std::string likely_cause(const measurements::BenchRun& bench, const sass::Function& function) {
  const auto rows = timed_rows(bench, function);
  if (!rows.empty() && rows.back()->address - rows.front()->address >= cached_bytes)
    return "the code is larger than the nearest instruction cache (rule 9)";
  struct Suspect {
    std::string_view opcode, cause;
  };
  constexpr Suspect suspects[] = {
      {"NANOSLEEP", "NANOSLEEP, and the order of groups after it"},
      {"YIELD", "the order of groups after YIELD (rule 19)"},
      {"WARPSYNC", "WARPSYNC among groups (rule 19)"},
      {"ATOMS", "atomics in shared memory"},
      {"ATOMG", "atomics in global memory"},
      {"BMOV", "barriers moved to and from registers (rule 15)"},
      {"LDS", "shared memory: conflicts between its banks"},
      {"LDG", "global memory: loads that the caches serve at another speed"},
      {"LDL", "local memory"},
      {"EXIT", "lanes that exit within the region (rule 18)"},
      {"BRX", "indirect branches (rule 17)"},
      {"BREAK", "BREAK (rule 16)"},
      {"CALL", "calls and returns (rules 10 and 17)"},
      {"DADD", "double precision"},
      {"DFMA", "double precision"},
  };
  for (const Suspect& suspect : suspects)
    if (std::ranges::any_of(rows, [&](const auto* row) { return row->opcode() == suspect.opcode; }))
      return fmt::format("perhaps {}", suspect.cause);
  return "not known";
}

void find_cause(Agreement& agreement, const measurements::BenchRun& bench, const run::KernelRun& run,
                const sass::Function& function, std::vector<UntimedPlace> untimed) {
  if (!agreement.comparable()) agreement.likely_cause = agreement.why_not_comparable;
  else if (run.block_cycles && !run.block_cycles->because.empty()) agreement.likely_cause = run.block_cycles->because;
  else if (!run.no_cycles_because.empty()) agreement.likely_cause = run.no_cycles_because;
  else if (untimed.empty()) agreement.likely_cause = likely_cause(bench, function);
  else {
    agreement.likely_cause = fmt::format("{}{}", not_timed, every_place(untimed));
    agreement.untimed = std::move(untimed);
  }
}

/// From the first start of each warp to its last stop, in cycles, the shortest first.
template <typename Times> std::vector<std::int64_t> spans_of(const std::vector<Times>& warps) {
  std::vector<std::int64_t> spans;
  for (const auto& warp : warps) spans.push_back(warp.stop - warp.start);
  std::ranges::sort(spans);
  return spans;
}

struct Differences {
  Agreement& agreement;

  void note(const std::string& what) {
    if (agreement.first_miss.empty()) agreement.first_miss = what;
  }

  void lanes(const measurements::LaneCycles& starts, const measurements::LaneCycles& stops,
             const gpu::LaunchResult& ours) {
    for (std::size_t lane = 0; lane < starts.size(); ++lane) {
      if (starts[lane] == ours.lanes[lane].start && stops[lane] == ours.lanes[lane].stop) continue;
      ++agreement.lanes_off;
      if (starts[lane] != ours.lanes[lane].start)
        note(fmt::format("lane {} starts at {}, predicted {}", lane, starts[lane], ours.lanes[lane].start));
      else note(fmt::format("lane {} stops at {}, predicted {}", lane, stops[lane], ours.lanes[lane].stop));
    }
  }

  void warps(const measurements::BenchState& state, const gpu::LaunchResult& ours) {
    const WarpDifferences warps = warp_differences(state, ours);
    agreement.warps_off = warps.count;
    note(warps.first);
    if (*state.median != static_cast<double>(ours.cycles))
      note(fmt::format("the block takes {} cycles, predicted {}", *state.median, ours.cycles));
  }

  void stamps(const measurements::BenchState& state, const gpu::LaunchResult& ours) {
    for (std::size_t row = 0; row < state.stamps.size(); ++row)
      for (std::size_t lane = 0; lane < core::lane_count; ++lane) {
        const auto& measured = state.stamps[row][lane];
        const bool has = row < ours.stamps.size() && ours.stamps[row][lane] >= 0;
        if (measured ? has && *measured == ours.stamps[row][lane] : !has) continue;
        ++agreement.stamps_off;
        note(fmt::format("stamp {} of lane {} is {}, predicted {}", row, lane,
                         measured ? fmt::format("{}", *measured) : "none",
                         has ? fmt::format("{}", ours.stamps[row][lane]) : "none"));
      }
  }
};

/// Of a block of several warps an estimate is a prediction too; of one warp only what is known to the cycle.
bool is_predicted(const measurements::BenchRun& bench, const run::KernelRun& run,
                  const std::vector<UntimedPlace>& untimed) {
  if (bench.warps > 1) return run.block_cycles && run.block_cycles->cycles;
  return run.no_cycles_because.empty() && untimed.empty();
}

Agreement agreement_of(const measurements::BenchRun& run, const measurements::BenchState& state,
                       const sass::Function& function, ReplayedSeries& series) {
  Agreement agreement{.state = &state,
                      .measured = state.median,
                      .predicted = {},
                      .first_miss = {},
                      .why_not_comparable = why_not_comparable(run, state),
                      .likely_cause = {},
                      .untimed = {}};
  if (!state.why_not.empty()) return agreement;
  const auto ours = series.run(state);
  agreement.block = ours.run.block_cycles;
  auto untimed = untimed_inside(ours.run, function, run.start);
  if (!ours.launch) {
    agreement.likely_cause = ours.launch.error().message;
    return agreement;
  }
  if (is_predicted(run, ours.run, untimed)) agreement.predicted = ours.launch->cycles;
  if (agreement.comparable()) {
    Differences differences{agreement};
    if (run.warps > 1) differences.warps(state, *ours.launch);
    else {
      differences.lanes(*state.starts, *state.stops, *ours.launch);
      differences.stamps(state, *ours.launch);
    }
  }
  if (!agreement.exact()) find_cause(agreement, run, ours.run, function, std::move(untimed));
  return agreement;
}

}  // namespace

std::string Agreement::cause_in_short() const {
  return untimed.empty() ? likely_cause : fmt::format("{}{}", not_timed, places_in_short(untimed));
}

bool Agreement::within_spread() const {
  if (!block || !predicted || !state->has_spread()) return false;
  const auto [least, most] = std::ranges::minmax(state->samples);
  const auto cycles = static_cast<double>(*predicted);
  return least <= cycles && cycles <= most;
}

bool Agreement::within_error() const {
  const auto by = percent();
  return block && block->answer == run::BlockAnswer::estimate && by && std::abs(*by) <= 100 * block->worst_error;
}

WarpDifferences warp_differences(const measurements::BenchState& state, const gpu::LaunchResult& ours) {
  const auto predicted = spans_of(ours.warps);
  std::optional<WarpDifferences> nearest;
  for (const auto& sample : state.warps) {
    const auto measured = spans_of(sample);
    WarpDifferences differences;
    for (std::size_t i = 0; i < std::min(measured.size(), predicted.size()); ++i) {
      if (measured[i] == predicted[i]) continue;
      if (differences.count++ == 0)
        differences.first = fmt::format("a warp takes {} cycles, predicted {}", measured[i], predicted[i]);
    }
    if (!nearest || differences.count < nearest->count) nearest = std::move(differences);
  }
  return nearest.value_or(WarpDifferences{});
}

std::optional<double> Agreement::difference() const {
  if (!measured || !predicted) return std::nullopt;
  return static_cast<double>(*predicted) - *measured;
}

std::optional<double> Agreement::percent() const {
  const auto by = difference();
  if (!by || *measured == 0) return std::nullopt;
  return 100 * *by / *measured;
}

RunAgreement agree(const measurements::BenchRun& run, const std::string& source) {
  RunAgreement agreement{&run, {}};
  const auto replay = EmulatedBenchmark::open(run, source);
  std::optional<ReplayedSeries> series;
  if (replay) series.emplace(*replay);
  for (const measurements::BenchState& state : run.states) {
    if (series) {
      agreement.states.push_back(agreement_of(run, state, replay->executable().function, *series));
      continue;
    }
    agreement.states.push_back({.state = &state,
                                .measured = state.median,
                                .predicted = {},
                                .first_miss = {},
                                .why_not_comparable = why_not_comparable(run, state),
                                .likely_cause = replay.error().message,
                                .untimed = {}});
  }
  return agreement;
}

void AgreementSummary::add(const Agreement& agreement) {
  if (!agreement.comparable()) return;
  ++states;
  if (agreement.exact()) ++exact;
  else if (agreement.within_spread()) ++within_spread;
  else if (agreement.within_error()) ++within_error;
  const auto percent = agreement.percent();
  if (!percent) {
    ++not_predicted;
    return;
  }
  within_1 += std::abs(*percent) <= 1 ? 1 : 0;
  within_5 += std::abs(*percent) <= 5 ? 1 : 0;
  worst_percent = std::max(worst_percent, std::abs(*percent));
}

}  // namespace reconverge::study
