#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/lane_pattern.hpp"
#include "core/result.hpp"
#include "emulator/memory/constant_banks.hpp"

/// What `bench --json` stored, as far as it is needed to run the same code with the same limits again.
namespace reconverge::study {

using LaneCycles = std::array<std::int64_t, core::lane_count>;

struct BenchState {
  std::optional<int> n;
  std::vector<std::int32_t> limits;  ///< one a lane
  std::string why_not;               ///< status and reason; empty: it was measured
  std::vector<double> samples;
  std::optional<double> median;
  std::optional<LaneCycles> starts, stops;  ///< of the last sample, from the warp's first start
  std::vector<std::array<std::optional<std::int64_t>, core::lane_count>> stamps;  ///< rows
  std::vector<std::optional<float>> lane_results;  ///< no value: not stored, or `words` has it
  std::vector<std::uint32_t> words;                ///< of data, if more than the lanes' own changed

  bool has_spread() const;
};

struct BenchRun {
  std::string name, title, device, pattern;
  std::optional<int> inner_unroll;
  std::string unroll_absent;  ///< why there is none: left to the compiler, or not known
  std::string warmup;         ///< "same-code", "copy", "none"; empty: nobody says
  int limits_per_lane = 1;
  int warps = 1;                       ///< of the block
  std::optional<std::uint64_t> start;  ///< address of the read that opens the timed region
  std::uint64_t last_stop = 0;         ///< and of the last that closes it
  std::string sha256;                  ///< of the listing
  std::string listing;                 ///< empty: none is stored
  emulator::Constants constants;       ///< words of banks of its own
  std::vector<BenchState> states;

  /// Where its first stamp row stands for the start, and the last for the stop.
  bool stamps_rounds() const;
};

/// Reads a file of schema version 1 or 2. Fails with Failure::input.
core::Result<std::vector<BenchRun>> read_bench(std::string_view text, const std::string& source);

}  // namespace reconverge::study
