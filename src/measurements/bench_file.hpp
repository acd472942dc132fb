// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/lane_pattern.hpp"
#include "core/result.hpp"
#include "measurements/listings.hpp"

/// The one reader of what `bench --json` and `predict --json` write.
namespace reconverge::measurements {

/// Cycles, one a lane.
using LaneCycles = std::array<std::int64_t, core::lane_count>;

/// When a warp of a block started and stopped, in cycles from the first start of all.
struct WarpTimes {
  std::int64_t start = 0, stop = 0;
};

/// One lane pattern of a benchmark. Values that the file does not have are absent or empty.
struct BenchState {
  std::optional<int> n;
  std::string status;                                 ///< "ok", or what happened instead; empty: the file does not say
  std::string why_not;                                ///< status and reason; empty: it was measured
  std::vector<std::int32_t> limits;                   ///< loop bounds, one a lane
  std::vector<double> samples;                        ///< cycles, each at least 0
  std::optional<double> median, mean, cycles;         ///< cycles, as the file summarises the samples
  std::optional<std::pair<double, double>> interval;  ///< of a prediction, cycles
  std::map<std::string, double, std::less<>> counters;  ///< readings by name
  std::optional<LaneCycles> starts, stops;              ///< of the last sample, from the warp's first start
  std::vector<std::vector<WarpTimes>> warps;            ///< by sample and warp; empty: one warp was measured
  std::vector<std::array<std::optional<std::int64_t>, core::lane_count>> stamps;  ///< rows, in cycles
  std::vector<std::optional<float>> lane_results;  ///< no value: not stored, or `words` has it
  std::vector<std::uint32_t> words;                ///< of data, if more than the lanes' own changed

  bool has_spread() const;
};

/// Words of 32 bits from the start of a constant bank.
struct BankWords {
  int bank = 0;
  std::vector<std::uint32_t> words;
};

/// One benchmark of a file.
struct BenchRun {
  std::string name, title, pattern;
  std::string device;                     ///< name of the card; empty: the file does not say
  std::string device_id;                  ///< its number in the file, as JSON; empty: the file does not say
  std::string arch;                       ///< "sm_90"; empty: the file does not say
  std::string verdict, verdict_reason;    ///< of the proof; empty: the file does not say
  std::string options;                    ///< how it was measured, as JSON; empty: the file does not say
  bool only_timed_region_counts = false;  ///< nothing but the timed region runs the code: no warm-up, one repetition
  std::optional<int> inner_unroll;
  std::string unroll_absent;  ///< why there is none: left to the compiler, or not known
  std::string warmup;         ///< "same-code", "copy", "none"; empty: the file does not say
  int limits_per_lane = 1;
  int warps = 1;                       ///< of the block
  std::optional<std::uint64_t> start;  ///< address of the read that opens the timed region
  std::uint64_t last_stop = 0;         ///< and of the last that closes it
  std::string sha256;                  ///< of the listing
  std::string listing;                 ///< empty: none is stored, or its file is missing
  std::string missing_file;            ///< that should hold the listing, from the folder of the result
  std::vector<BankWords> constants;    ///< banks of the listing's own
  std::vector<BenchState> states;

  /// Whether its first stamp row is the start, and the last the stop.
  bool stamps_rounds() const;
};

/// Every benchmark of a document of schema version 1 or 2 (a missing version reads as 1), whatever
/// its schema is called. Without `beside` listings in files of their own are not read. Fails with Failure::input.
core::Result<std::vector<BenchRun>> read_benchmarks(const nlohmann::ordered_json& content, const std::string& source,
                                                    const FilesBeside& beside = {});

/// The same of a text that has to be `reconverge.bench`, with as many limits as a warp has lanes in each measured
/// state: what is needed to run the same code with the same limits again.
core::Result<std::vector<BenchRun>> read_bench(std::string_view text, const std::string& source,
                                               const FilesBeside& beside = {});

}  // namespace reconverge::measurements
