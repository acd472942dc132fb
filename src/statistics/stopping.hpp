// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace reconverge::statistics {

/// Rule that may end a series of samples before its count is full.
enum class Criterion : std::uint8_t {
  count,  ///< nothing: every sample is taken
  exact,  ///< the first `min_samples` agree
  noise,  ///< from `min_samples` on, the relative noise is at most `max_noise`
};

/// Why a series ended.
enum class Stop : std::uint8_t { exact, count, noise, timeout };

std::string_view to_string(Criterion criterion);
std::string_view to_string(Stop stop);
std::optional<Criterion> parse_criterion(std::string_view text);

struct StoppingRules {
  Criterion criterion = Criterion::count;
  std::size_t samples = 256;     ///< the paper's number; no series is longer
  std::size_t min_samples = 16;  ///< `exact` and `noise` look only from here on
  double max_noise = 0.005;      ///< standard deviation over mean
  double timeout_seconds = 30;   ///< for one series
};

/// Whether a series is complete, and by which rule. Noise is looked at whenever the number of
/// samples has grown by a tenth, which keeps the work linear.
std::optional<Stop> should_stop(const StoppingRules& rules, std::span<const std::int64_t> samples,
                                double elapsed_seconds);

}  // namespace reconverge::statistics
