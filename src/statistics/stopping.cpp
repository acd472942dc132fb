// SPDX-License-Identifier: MIT
#include "statistics/stopping.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "statistics/summary.hpp"

namespace reconverge::statistics {
namespace {

constexpr std::array criteria = {std::pair{Criterion::count, std::string_view("count")},
                                 std::pair{Criterion::exact, std::string_view("exact")},
                                 std::pair{Criterion::noise, std::string_view("noise")}};

bool all_equal(std::span<const std::int64_t> samples) {
  return std::ranges::all_of(samples, [&](std::int64_t sample) { return sample == samples.front(); });
}

bool quiet_enough(const StoppingRules& rules, std::span<const std::int64_t> samples) {
  if (samples.size() > rules.min_samples && samples.size() % std::max<std::size_t>(1, samples.size() / 10) != 0)
    return false;
  const auto noise = relative_noise(*summarise(samples));
  return noise && *noise <= rules.max_noise;
}

}  // namespace

std::string_view to_string(Criterion criterion) {
  for (const auto& [value, name] : criteria)
    if (value == criterion) return name;
  return "unknown";
}

std::string_view to_string(Stop stop) {
  switch (stop) {
    case Stop::exact: return "exact";
    case Stop::count: return "count";
    case Stop::noise: return "noise";
    case Stop::timeout: return "timeout";
  }
  return "unknown";
}

std::optional<Criterion> parse_criterion(std::string_view text) {
  for (const auto& [value, name] : criteria)
    if (name == text) return value;
  return std::nullopt;
}

std::optional<Stop> should_stop(const StoppingRules& rules, std::span<const std::int64_t> samples,
                                double elapsed_seconds) {
  const bool enough = !samples.empty() && samples.size() >= rules.min_samples;
  if (rules.criterion == Criterion::exact && enough && samples.size() == std::max<std::size_t>(1, rules.min_samples) &&
      all_equal(samples))
    return Stop::exact;
  if (samples.size() >= rules.samples) return Stop::count;
  if (rules.criterion == Criterion::noise && enough && quiet_enough(rules, samples)) return Stop::noise;
  if (elapsed_seconds >= rules.timeout_seconds) return Stop::timeout;
  return std::nullopt;
}

}  // namespace reconverge::statistics
