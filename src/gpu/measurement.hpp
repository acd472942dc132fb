// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/lane_pattern.hpp"
#include "gpu/counters.hpp"
#include "gpu/launcher.hpp"
#include "statistics/stopping.hpp"
#include "statistics/summary.hpp"

namespace reconverge::gpu {

enum class StateStatus { ok, skipped, failed, timed_out };

std::string_view to_string(StateStatus status);

/// One kernel under one set of lane values.
struct State {
  std::optional<int> n;  ///< place on the axis of the pattern; absent for a fixed pattern
  core::LaneValues values{};
  StateStatus status = StateStatus::skipped;
  std::string reason = {};  ///< why it is not ok
  std::optional<statistics::Stop> stopped_by = {};
  std::vector<std::int64_t> samples = {};
  std::vector<std::vector<LaneTimes>> warps = {};  ///< by sample and warp, if there are several
  std::optional<statistics::Summary> summary = {};
  std::optional<LaunchResult> last = {};  ///< lanes, stamps and results of the last sample
  Counters counters = {};
};

struct MeasureOptions {
  statistics::StoppingRules rules;
  double watchdog_seconds = 5;
  std::function<bool()> interrupted = [] { return false; };
};

/// Takes samples of so many warps until a rule ends the series. Whatever happens, the samples taken so far are kept.
void measure(Launcher& launcher, const Kernel& kernel, const MeasureOptions& options, State& state, int warps = 1);

}  // namespace reconverge::gpu
